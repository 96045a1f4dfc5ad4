"""Gymnasium's ids of the installed games, such as `arena/riichi-v2`; importing this adds them.

Gymnasium imports a module that stands before an id by itself:
`gymnasium.make("arena.local.gymnasium_ids:arena/riichi-v2")`.
"""

import gymnasium

from arena.local.loop import loaded_plugins

for game in loaded_plugins().games.values():
    gymnasium.register(
        f"arena/{game.name}-v{game.version}",
        "arena.local.rl_doors:gymnasium",
        kwargs={"game": game.name},
    )
