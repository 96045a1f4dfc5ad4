"""The files of a submitted bot: no page, no answer of the API and no frame shows any of them."""

import re
from pathlib import Path

from tests.arena.ladder.ladder_servers import (
    BOT,
    add_active_bot,
    ladder_server_with_tokens,
    stop_ladder,
)

MARK = "a-plan-that-is-nobody-else-s-business"
SOURCE = f"{BOT.format(pick=0)}\nPLAN = '{MARK}'\n"
PAGES = ("/", "/ladder", "/bots/mine", "/ladder/mine", "/api/bots/mine/versions/1/archive")


async def test_the_files_of_a_bot_are_shown_to_nobody(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        add_active_bot(here, "mine", "anna", SOURCE)
        known = {"name": "mine", "number": "1"}
        paths = [
            re.sub(r"\{(\w+)[^}]*\}", lambda found: known.get(found[1], "x"), endpoint.path)
            for endpoint in here.server.server.endpoints
            if endpoint.method == "GET"
        ]
        assert "/api/bots/mine/versions/1" in paths
        for path in (*paths, *PAGES):
            for who in ("", "ben", "olga", "anna"):
                status, said = await here.call("GET", path, who)
                assert status < 500, (path, said)
                assert MARK not in str(said), (path, who)
