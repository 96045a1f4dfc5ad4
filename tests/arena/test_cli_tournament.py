"""`arena tournament` and `arena compare`: what is printed, and what is told when it goes wrong."""

import csv
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest

from arena.store import open_store
from arena.tournament.lifecycle import start
from arena.tournament.runner import Progress
from arena.tournament.store_repository import StoreRepository
from engine.rng import deal_seed
from tests.arena.conftest import Arena

RUN = ("tournament", "run", "--game", "tigerdragon", "--config", "target=2", "--seed", "5")
FOUR = ("--bots", "counter,defender,random,mine=first", "--jobs", "1")


ROOT = Path(__file__).parents[2]


@pytest.fixture
def arena(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """The command line, with a store of its own."""
    monkeypatch.setenv("ARENA_DB", f"sqlite:///{tmp_path}/arena.db")
    return arena


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
        r"Finished match 1 of 32 \(tigerdragon, deal 0, turn 0\): \w+ \d+/\d", finished[0]
    )
    assert "Standings after 8 deals, 32 matches:" in lines
    assert any(line.startswith("1  counter") for line in lines)
    assert any(line.startswith("games needed, independent/duplicate: ") for line in lines)
    assert lines[-1] == "Tournament finished"


def test_in_json_the_last_object_has_the_standings(arena: Arena) -> None:
    code, out, err = arena(*RUN, *FOUR, "--deals", "10", "--json")
    assert (code, err) == (0, "")
    *matches, last = map(json.loads, out.splitlines())
    assert len(matches) == last["matches"] == 40
    assert {row["bot"] for row in last["standings"]} == {"counter", "defender", "random", "mine"}
    best = last["standings"][0]
    assert best["rating"]["low"] < best["rating"]["mean"] < best["rating"]["high"]
    assert best["place"]["n"] == 10
    assert best["ranks"][0] == 1


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
        r"^counter is better than first by [\d.]+ \[.*\] places per deal \(SPRT accepts H1 .*\)$",
        out,
        flags=re.MULTILINE,
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
    assert row["verdict"] == "all 200 deals equal: first and first2 play alike"


def test_compare_without_a_test_plays_all_deals(arena: Arena) -> None:
    code, out, _ = arena(
        *("compare", "counter", "first", "--game", "tigerdragon", "--config", "target=2"),
        *("--seed", "1", "--jobs", "1", "--quiet", "--sprt", "none", "--deals", "20"),
    )
    assert code == 0
    assert "places per deal, 20 deals" in out
    assert out.splitlines()[1] == "counter is better than first"
    assert "likelihood that counter is better than first: > 99.9 %" in out


@pytest.mark.parametrize(
    ("game", "bots", "more"),
    [
        ("texas42", ("texas42-count", "random"), ()),
        ("tigerdragon", ("counter", "first"), ("--measure", "points")),
    ],
)
def test_points_are_compared_in_standard_deviations_and_marks_by_default(
    arena: Arena, game: str, bots: tuple[str, str], more: tuple[str, ...]
) -> None:
    code, out, _ = arena(
        *("compare", *bots, "--game", game, *more, "--seed", "1", "--jobs", "1", "--quiet"),
        *("--deals", "100"),
    )
    assert code == 0
    assert re.search(
        r"by [\d.]+ \[[\d.]+, [\d.]+\] points per deal \(SPRT accepts H1 0.1 standard deviations",
        out.splitlines()[1],
    )


# -- what is kept


def run_one(arena: Arena, *words: str) -> str:
    """A short tournament in the store; its id."""
    code, out, _ = arena(*RUN, *FOUR, "--deals", "6", "--json", "--quiet", *words)
    assert code == 0
    return str(json.loads(out)["id"])


def test_kept_tournaments_are_listed_and_shown(arena: Arena) -> None:
    assert "there is no store at" in arena("tournament", "list")[2]
    first, second = run_one(arena), run_one(arena, "--seed", "6")
    _, out, _ = arena("tournament", "list", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert {row["id"] for row in rows} == {first, second}
    assert {(row["state"], row["done"], row["bots"]) for row in rows} == {("finished", 24, 4)}
    assert first in arena("tournament", "list")[1]
    code, out, _ = arena("tournament", "show", first)
    assert code == 0
    assert "24 of 24 matches played" in out
    _, out, _ = arena("tournament", "show", first, "--json")
    assert len(json.loads(out)["standings"]) == 4


def test_a_tournament_is_exported_in_four_forms(arena: Arena, tmp_path: Path) -> None:
    kept = run_one(arena)
    _, out, _ = arena("tournament", "export", kept, "--format", "csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert len(rows) == 24 * 4
    assert {row["bot"] for row in rows} == {"counter", "defender", "random", "mine"}
    assert [row["seed"] for row in rows] == [deal_seed("5", int(row["deal"])) for row in rows]
    _, out, _ = arena("tournament", "export", kept, "--format", "json")
    assert len(json.loads(out)["rows"]) == 24 * 4
    assert json.loads(out)["plan"]["seed"] == "5"
    file = tmp_path / "t.parquet"
    assert arena("tournament", "export", kept, "--format", "parquet", "--out", str(file))[0] == 0
    table = import_module("pyarrow.parquet").read_table(file)
    assert table.column("points").to_pylist() == [int(row["points"]) for row in rows]
    code, _, err = arena("tournament", "export", kept, "--format", "parquet")
    assert (code, err) == (1, "arena: parquet is not text: name a file with --out FILE\n")


def test_what_is_shown_of_a_tournament_that_goes_on_does_not_tell_its_deals(
    arena: Arena, tmp_path: Path
) -> None:
    kept = run_one(arena, "--seed", "long-secret-root")
    with open_store(f"sqlite:///{tmp_path}/arena.db") as store:
        store.tournaments.close(kept, "running", None)
    promise = sha256(f"{kept}:long-secret-root".encode()).hexdigest()
    words = [
        arena("tournament", "show", kept)[1],
        arena("tournament", "show", kept, "--json")[1],
        *(arena("tournament", "export", kept, "--format", form)[1] for form in ("html", "json")),
    ]
    csv_text = arena("tournament", "export", kept, "--format", "csv")[1]
    assert {row["seed"] for row in csv.DictReader(csv_text.splitlines())} == {""}
    for text in words:
        assert promise in text
        assert "long-secret-root" not in text


def test_a_match_is_played_again_by_the_number_of_its_deal(arena: Arena) -> None:
    again = ("play", "tigerdragon", "counter", "random", "--seed", "5", "--deal", "3", "--json")
    code, out, _ = arena(*again)
    assert (code, json.loads(out.splitlines()[-1])["seed"]) == (0, deal_seed("5", 3))
    code, _, err = arena("play", "tigerdragon", "counter", "random", "--deal", "3")
    assert code == 2
    assert "--deal 3: of which series? give its --seed" in err


def test_the_page_needs_nothing_but_itself(arena: Arena, tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text('name = "<b>cup"')
    kept = run_one(arena, str(cup))
    file = tmp_path / "page.html"
    assert arena("tournament", "export", kept, "--format", "html", "--out", str(file))[0] == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg") == 2
    assert not re.search(r"(src|href)=|@import|url\(|<script", text)
    assert "&lt;b&gt;cup" in text
    assert "<b>" not in text
    assert "games needed, independent/duplicate" in text


def test_an_unknown_tournament_is_told_with_the_nearest(arena: Arena) -> None:
    kept = run_one(arena)
    code, _, err = arena("tournament", "show", kept[:-1])
    assert (code, err) == (1, f"arena: no tournament '{kept[:-1]}'; did you mean '{kept}'?\n")


def test_a_cancelled_tournament_stops_and_cannot_go_on(arena: Arena, tmp_path: Path) -> None:
    kept = run_one(arena)
    assert "is already finished" in arena("tournament", "cancel", kept)[2]
    with open_store(f"sqlite:///{tmp_path}/arena.db") as store:
        archive = StoreRepository(store)
        stopped: list[str] = []

        def watch(_progress: Progress) -> None:
            if not stopped:
                stopped.append(arena("tournament", "cancel", begun.id)[1])

        long = replace(archive.find(kept).plan, deals=3000)
        begun = start(long, archive, watch=watch)
        begun.run()
        assert begun.runner.cancelled
    assert f"{begun.id} cancelled after" in stopped[0]
    assert f"{begun.id} was cancelled" in arena("tournament", "resume", begun.id)[2]


def test_a_league_goes_on_from_the_command_line(arena: Arena) -> None:
    kept = run_one(arena, "--format", "league")
    code, out, err = arena(
        "tournament", "resume", kept, "--deals", "4", "--add", "new=random", "--jobs", "1", "--json"
    )
    assert (code, err) == (0, "")
    last = json.loads(out.splitlines()[-1])
    assert last["deals"] == 10
    assert len(last["standings"]) == 5


def test_ctrl_c_prints_the_command_that_goes_on(arena: Arena, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/arena.db"
    words = ("--bots", "random,first,defender,r2=random", "--deals", "150", "--jobs", "1")
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *RUN, *words, "--db", url],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Finished match"):
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    stopped, command, _ = err.splitlines()
    assert re.fullmatch(r"stopped after \d+ of 600 matches", stopped)
    arena_word, *again = shlex.split(command.removeprefix("resume with: "))
    assert arena_word == "arena"
    code, out, err = arena(*again, "--quiet")
    assert (code, err) == (0, "")
    assert re.search(r"Same schedule as before; \d+ of 600 matches are saved", out)
    assert "Standings after 150 deals, 600 matches:" in out


def shown_at_a_terminal(folder: Path, columns: int) -> str:
    """All that a tournament writes to a terminal of this width."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*(sys.executable, "-m", "arena.cli", *RUN, *FOUR), "--deals", "25"],
        cwd=ROOT,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "ARENA_DB": f"sqlite:///{folder}/arena.db", "COLUMNS": str(columns)},
    )
    os.close(theirs)
    seen = b""
    with suppress(OSError):  # how a terminal tells that the other side has gone
        while part := os.read(ours, 65536):
            seen += part
    os.close(ours)
    assert process.wait(60) == 0
    return seen.decode()


def test_at_a_terminal_the_table_is_redrawn_with_whiskers(tmp_path: Path) -> None:
    text = shown_at_a_terminal(tmp_path, 200)
    assert re.search(r"├─*●─*┤", text)
    assert re.search(r"Progress: \d+ of 100 matches, [\d.]+/s, ETA \d+:\d\d, faults 0", text)
    assert "Finished match" not in text
    assert "Tournament finished" in text


def test_a_narrow_terminal_shows_fewer_columns_and_every_figure_whole(tmp_path: Path) -> None:
    text = shown_at_a_terminal(tmp_path, 60)
    assert "…" not in text
    final = text[text.index("Standings after 25 deals") :].replace("\r", "")
    assert re.search(r"^1  counter +\d{4} +\[\d+, \d+\]  [\d.]+ +\[[\d.]+, [\d.]+\]$", final, re.M)
    left_out = "(left out, as it is narrow here: ms, 4th, 3rd, 2nd, 1st, points, better"
    assert left_out in " ".join(final.split())  # broken between words
    assert re.search(r"ahead of, % +1 +2 +3 +4\b", final)
    assert re.search(r"^1 counter +\d+ +\d+ +\d+$", final, re.M)
