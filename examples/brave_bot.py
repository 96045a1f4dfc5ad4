from arena import hookimpl
from bots import Bot, Turn


class BraveBot(Bot):
    name = "brave"

    def act(self, turn: Turn) -> str:
        return turn.legal[0]


@hookimpl
def arena_register_bots() -> list[type[Bot]]:
    return [BraveBot]
