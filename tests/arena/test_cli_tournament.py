"""`arena tournament` and `arena compare`: what is printed, and what is told when it goes wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli import main

Arena = Callable[..., tuple[int, str, str]]
RUN = ("tournament", "run", "--game", "tigerdragon", "--config", "target=2", "--seed", "5")
FOUR = ("--bots", "counter,defender,random,mine=first", "--jobs", "1")


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Arena:
    """Run a command line in this process: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run


def test_in_a_pipe_there_is_a_line_a_match_and_then_the_tables(arena: Arena) -> None:
    code, out, err = arena(*RUN, *FOUR, "--deals", "8")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(
        r"Tournament tigerdragon-\w{6}: tigerdragon, round-robin, 4 bots, 32 matches", lines[0]
    )
    finished = [line for line in lines if line.startswith("Finished match")]
    assert len(finished) == 32
    assert re.match(
        r"Finished match 1 of 32 \(tigerdragon, seed 5:0, turn 0\): \w+ \d+/\d", finished[0]
    )
    assert "Standings after 8 deals, 32 matches:" in lines
    assert any(line.startswith("1  counter") for line in lines)
    assert any(line.startswith("games needed, independent/duplicate: ") for line in lines)
    assert lines[-1] == "Tournament finished"


def test_in_json_the_last_object_has_the_standings(arena: Arena) -> None:
    code, out, err = arena(*RUN, *FOUR, "--deals", "6", "--json")
    assert (code, err) == (0, "")
    *matches, last = map(json.loads, out.splitlines())
    assert len(matches) == last["matches"] == 24
    assert {row["bot"] for row in last["standings"]} == {"counter", "defender", "random", "mine"}
    best = last["standings"][0]
    assert best["rating"]["low"] < best["rating"]["mean"] < best["rating"]["high"]
    assert best["place"]["n"] == 6


def test_a_file_is_read_and_flags_win(arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("from bots import Bot\nclass M(Bot):\n    def act(self, t): return t.legal[0]\n")
    file = tmp_path / "cup.toml"
    file.write_text(
        'game = "tigerdragon"\nbots = ["random", "mine=mine.py"]\ndeals = 500\nseats = 2\n'
        "[config]\ntarget = 1\n"
    )
    words = ("tournament", "run", str(file), "--deals", "3", "--json", "--quiet", "--jobs", "1")
    code, out, _ = arena(*words)
    assert code == 0
    (row,) = map(json.loads, out.splitlines())
    assert (row["name"], row["deals"], row["matches"]) == ("cup", 3, 6)
    assert {each["bot"] for each in row["standings"]} == {"random", "mine"}


def test_one_bot_and_no_bots_are_told_in_words(arena: Arena) -> None:
    code, out, _ = arena(*RUN, "--bots", "random", "--deals", "6", "--jobs", "1", "--quiet")
    assert code == 0
    assert "Note: random played alone: there is nobody to compare it with" in out
    code, out, _ = arena("tournament", "run", "--game", "tigerdragon", "--jobs", "1")
    assert code == 0
    assert "Note: no bots, no matches: nothing to tell" in out
    assert "nan" not in out
    assert "inf" not in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tournament", "run"), "game: which one?"),
        (("tournament", "run", "no.toml"), "no.toml: No such file or directory"),
        ((*RUN, "--bots", "contur"), "did you mean 'counter'?"),
        ((*RUN, *FOUR, "--format", "cup"), "format: round-robin or gauntlet"),
        ((*RUN, *FOUR, "--deals", "1", "--cluster", "tcp://127.0.0.1:9"), "no dask scheduler at"),
        (("compare", "random", "first", "--game", "tigerdragon", "--sprt", "1"), "--sprt 1: two"),
        (("compare", "random", "first", "--game", "tigerdragon", "--sprt", "1,0"), "sprt: two"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(arena: Arena, words: tuple[str, ...], told: str) -> None:
    code, _, err = arena(*words)
    assert code in (1, 2)
    assert told in err
    assert len(err.splitlines()) == 1


def test_compare_ends_with_a_verdict(arena: Arena) -> None:
    compare = ("compare", "counter", "first", "--game", "tigerdragon", "--config", "target=2")
    code, out, err = arena(*compare, "--seed", "1", "--jobs", "1")
    assert (code, err) == (0, "")
    assert re.search(
        r"^H1 accepted after \d+ deals: counter is better than first", out, flags=re.MULTILINE
    )
    assert re.search(r"^LLR: \d.*H0 ├─*●─*┤ H1", out, flags=re.MULTILINE)


def test_compare_in_json_says_what_it_decided_and_how_surely(arena: Arena) -> None:
    code, out, _ = arena(
        *("compare", "first", "first2=first", "--game", "tigerdragon", "--config", "target=1"),
        *("--seed", "1", "--jobs", "1", "--json", "--quiet", "--against", "random"),
    )
    row = json.loads(out)
    assert code == 0
    assert (row["decision"], row["alpha"], row["beta"]) == ("H0", 0.05, 0.05)
    assert row["difference"]["mean"] == 0
    assert "first is not better than first2" in row["verdict"]


def test_compare_without_a_test_plays_all_deals(arena: Arena) -> None:
    code, out, _ = arena(
        *("compare", "counter", "first", "--game", "tigerdragon", "--config", "target=2"),
        *("--seed", "1", "--jobs", "1", "--quiet", "--sprt", "none", "--deals", "20"),
    )
    assert code == 0
    assert "n=20" in out
    assert out.splitlines()[-1] == "counter is better than first"
