"""Riichi matches from and for other programs, by the command line."""

import json
from pathlib import Path

import pytest

from arena.local.loop import play
from arena.match.log import write_log
from tests.arena.conftest import Arena


@pytest.fixture(scope="module")
def riichi_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("log") / "match.jsonl"
    result = play("riichi", ["riichi-greedy"] * 4, seed=3, config={"length": "tonpuu"})
    write_log(result.match, file)
    return file


def test_mjai_there_and_back_is_the_same_match(
    arena: Arena, riichi_log: Path, tmp_path: Path
) -> None:
    code, out, err = arena("replay", "export", "--format", "mjai", str(riichi_log))
    assert (code, err) == (0, "")
    exported = tmp_path / "game.json"
    exported.write_text(out, encoding="utf-8")
    code, out, _ = arena(
        "replay", "import", "--format", "mjai", str(exported), "--out", str(tmp_path / "logs")
    )
    assert (code, out) == (0, f"1 matches written to {tmp_path / 'logs'}\n")
    code, again, _ = arena(
        "replay", "export", "--format", "mjai", str(tmp_path / "logs/game.jsonl")
    )
    assert code == 0
    assert again == exported.read_text(encoding="utf-8")
    assert json.loads(again.splitlines()[-1])["type"] == "end_game"


def test_illegal_move_in_an_mjai_file_is_named(
    arena: Arena, riichi_log: Path, tmp_path: Path
) -> None:
    _, out, _ = arena("replay", "export", "--format", "mjai", str(riichi_log))
    rows = [json.loads(line) for line in out.splitlines()]
    discard = next(row for row in rows if row["type"] == "dahai")
    discard["pai"], discard["tsumogiri"] = "9p" if discard["pai"] != "9p" else "1s", False
    bad = tmp_path / "bad.json"
    bad.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, _, err = arena("replay", "import", "--format", "mjai", str(bad), "--verify")
    assert code == 1
    assert err.count("\n") == 1
    assert "legal were" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("import", "--format", "mjlog", "nowhere.zip"), "nowhere.zip: no such file or folder"),
        (("import", "--format", "sgf", "x"), "'sgf'"),
        (("export", "--format", "mjai", "tests/golden/tigerdragon/four-seats.jsonl"), "riichi"),
    ],
    ids=["no-file", "unknown-format", "other-game"],
)
def test_wrong_use_is_one_clear_line(arena: Arena, words: tuple[str, ...], message: str) -> None:
    code, _, err = arena("replay", *words)
    assert code != 0
    assert err.count("\n") == 1
    assert message in err
