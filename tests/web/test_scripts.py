"""The logic of the pages' scripts, in node: unit tests, and live frames against the server's."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from arena.match.log import MatchLog, positions
from arena.match.playback import log_history
from arena.match.wire_frames import event_rows
from arena.plugins.manager import Plugins
from engine.game import PUBLIC, AnyGame, ranks
from tests.web.node import FOLDER, node
from tests.web.samples import Samples

APP: Final = Path("arena/web/static/app")
ORDER: Final = ("lib", "games", "match", "pages")
WIDEST: Final = 120
TEXT: Final = re.compile(r'"[^"]{60,}"')
"""A text that pages show: it is one literal, as it is the key of its translations."""
Row = dict[str, Any]


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.test.js")))
def test_unit_tests_of_scripts_pass(file: str) -> None:
    done = node("--test", str(FOLDER / file))
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_unit_tests_of_scripts() -> None:
    assert len(list(FOLDER.glob("*.test.js"))) >= 8


@pytest.mark.parametrize("game", ["riichi", "taiwan", "sichuan", "texas42", "tigerdragon"])
def test_a_live_match_has_the_frames_of_its_replay(
    samples: Samples, plugins: Plugins, game: str
) -> None:
    log, rules = samples.log(game), plugins.game(game)
    done = node(str(FOLDER / "replay_as_live.js"), text=json.dumps({"messages": heard(log, rules)}))
    assert done.returncode == 0, done.stderr
    live = json.loads(done.stdout)
    replay = json.loads(json.dumps(log_history(log, rules, PUBLIC)))
    assert live["rounds"] == replay["rounds"]
    assert [known(frame) for frame in live["frames"]] == [known(f) for f in replay["frames"]]


def heard(log: MatchLog, game: AnyGame) -> list[Row]:
    """What a spectator hears of a match: every step, with the results announced before it."""
    return [
        {
            "message": {
                "seq": number,
                "events": event_rows(position.events, PUBLIC),
                "view": game.view(position.state, PUBLIC),
            },
            "results": [
                {
                    **game.flat_result(result),
                    "deltas": list(result.points),
                    "placements": list(ranks(result.scores)),
                    "result": dict(result.extra),
                }
                for result in position.results
            ],
        }
        for number, position in enumerate(positions(log, game))
    ]


def known(frame: Row) -> Row:
    """A frame without what the live feed does not carry: thoughts, times, a second winner."""
    results = [
        {key: value for key, value in result.items() if key != "winners"}
        for result in frame.get("results", [])
    ]
    return {key: frame[key] for key in ("seq", "events", "view")} | {"results": results}


def test_scripts_import_only_what_stands_before_them() -> None:
    for place, folder in enumerate(ORDER):
        for path in (APP / folder).glob("*.js"):
            for later in ORDER[place + 1 :]:
                assert f'from "../{later}/' not in path.read_text("utf-8"), path


def test_no_line_of_a_script_or_style_is_too_long() -> None:
    files = [*APP.rglob("*.js"), *APP.parent.glob("css/*.css"), *FOLDER.glob("*.js")]
    long = [
        f"{path}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(TEXT.sub('""', line)) > WIDEST
    ]
    assert long == []
