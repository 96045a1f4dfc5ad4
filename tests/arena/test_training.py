"""Training: an env over a match, and logged decisions as rows."""

import json
import re
import sys
from pathlib import Path

import pytest

import arena
from arena.cli import main
from arena.errors import ArenaError
from arena.local.env import Env
from arena.match.log import positions, read_log, write_log
from arena.plugins.manager import load_plugins
from arena.store import open_store
from arena.study.columns import view_columns, written_view
from arena.study.dataset import decisions

PLUGINS = load_plugins(entry_points=False)


def table(game: str, seat: int = 1, seed: int = 3) -> Env:
    found = PLUGINS.games[game]
    return arena.env(found, seat, seed=seed, config=found.short, plugins=PLUGINS)


@pytest.mark.parametrize("game", PLUGINS.games)
def test_an_env_plays_the_match_a_bot_would_play(game: str) -> None:
    env = table(game)
    seen, rewards, done = env.reset("9"), 0.0, False
    while not done:
        assert seen.view["legal"] == list(seen.legal)
        assert sum(seen.mask) == len(seen.legal) > 0
        assert {env.actions[i] for i, on in enumerate(seen.mask) if on} == set(seen.legal)
        seen, reward, done = env.step(seen.legal[0])
        rewards += reward
    names = ["random", "first"] + ["random"] * (env.match.seats - 2)
    expected = arena.play(env.game, names, seed="9", config=env.game.short, plugins=PLUGINS)
    assert env.outcome == expected.outcome
    assert rewards == sum(result.points[1] for result in expected.rounds)
    assert (seen.legal, any(seen.mask)) == ((), False)


def test_a_place_in_the_actions_is_a_choice_too() -> None:
    env = table("texas42", seat=0)
    first = env.reset("1")
    seen, _, _ = env.step(first.mask.index(True))
    assert env.match.n >= 1
    assert seen.view["viewer"] == "0"


def test_every_reset_deals_anew_and_the_seed_repeats_it() -> None:
    env, again = table("riichi"), table("riichi")
    hands = [[one.reset().view["hand"] for _ in range(2)] for one in (env, again)]
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]


def test_what_cannot_be_chosen_is_refused_and_nothing_happens() -> None:
    env = table("tigerdragon")
    env.reset()
    before = env.match.n
    with pytest.raises(ArenaError, match="'9' is not legal; legal are "):
        env.step("9")
    assert env.match.n == before


def test_opponents_must_answer_at_once() -> None:
    with pytest.raises(ArenaError, match="bots of this process"):
        arena.env("tigerdragon", opponents=["cmd:x"])
    with pytest.raises(ArenaError, match="there are seats 0 to 3"):
        arena.env("tigerdragon", seat=4)


# -- datasets


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "match.jsonl"
    result = arena.play("tigerdragon", ["counter", "random", "first"], seed=4, plugins=PLUGINS)
    write_log(result.match, file)
    return file


def test_a_row_holds_what_the_seat_knew_and_chose(log: Path) -> None:
    match = read_log(log)
    rows = list(decisions(match, PLUGINS.games["tigerdragon"]))
    assert (
        len(rows)
        == arena.play(
            "tigerdragon", ["counter", "random", "first"], seed=4, plugins=PLUGINS
        ).decisions
    )
    for row in rows:
        assert row["choice"] in row["legal"] == row["view"]["legal"]
        assert row["view"]["viewer"] == str(row["seat"])
        assert match.steps[row["seq"]]["moves"][str(row["seat"])] == row["choice"]
    own = [row["decision"] for row in rows if row["seat"] == 1]
    assert own == list(range(1, len(own) + 1))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["dataset", *words])
    out, err = capsys.readouterr()
    return ended.value.code, out, err


def test_rewards_add_up_to_the_points_of_all_rounds(log: Path) -> None:
    match, game = read_log(log), PLUGINS.games["tigerdragon"]
    rows = list(decisions(match, game))
    rounds = [result for position in positions(match, game) for result in position.results]
    for seat in range(3):
        own = [row for row in rows if row["seat"] == seat]
        assert sum(row["reward"] for row in own) == sum(r.points[seat] for r in rounds)
        by_round = {row["round"]: row["round_points"] for row in own}
        assert by_round == {r.round: r.points[seat] for r in rounds if r.round in by_round}
    assert all(row["legal"][row["choice_index"]] == row["choice"] for row in rows)


@pytest.mark.parametrize("game", PLUGINS.games)
def test_both_formats_hold_the_same_rows(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pyarrow.parquet as pq

    log = short_log(game, tmp_path / "match.jsonl")
    _, printed, _ = run(capsys, str(log))
    rows = [json.loads(line) for line in printed.splitlines()]
    parquet, lines = tmp_path / "rows.parquet", tmp_path / "rows.jsonl"
    code, out, _ = run(capsys, str(log), "--format", "parquet", "--out", str(parquet))
    assert (code, out) == (0, f"{parquet}: {len(rows)} decisions of 1 matches\n")
    run(capsys, str(log), "--out", str(lines))
    assert lines.read_text(encoding="utf-8") == printed
    columns = view_columns(PLUGINS.games[game])
    expected = [written_view(row.pop("view"), columns) for row in rows]
    expected = [{**row, **view} for row, view in zip(rows, expected, strict=True)]
    assert pq.read_table(parquet).to_pylist() == expected
    assert not any(row["view_rest"] for row in expected)
    about = pq.read_metadata(parquet).metadata
    assert about[b"game"] == game.encode()
    assert about[b"game_version"] == str(PLUGINS.games[game].version).encode()
    (rules,) = json.loads(about[b"rules"])
    assert rules["config"] == read_log(log).header["config"]


def short_log(game: str, file: Path, seed: int = 4) -> Path:
    found = PLUGINS.games[game]
    names = ["random"] * found.default_seats
    result = arena.play(found, names, seed=seed, config=found.short, plugins=PLUGINS)
    write_log(result.match, file)
    return file


def test_columns_are_typed_for_those_who_read_them(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    parquet = tmp_path / "rows.parquet"
    run(capsys, str(log), "--format", "parquet", "--out", str(parquet))
    frame = pd.read_parquet(parquet)
    assert frame["reward"].dtype == frame["view_turn"].dtype == "int64"
    assert [type(card) for card in frame["view_hand"][0]][:1] == [str]
    pl = pytest.importorskip("polars", reason="polars is not installed")
    polars = pl.read_parquet(parquet)
    assert polars.schema["view_hand_sizes"] == pl.List(pl.Int64)
    assert polars.height == len(frame)


def test_many_logs_make_one_file_of_one_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pyarrow.parquet as pq

    folder, out = tmp_path / "logs", tmp_path / "rows.parquet"
    folder.mkdir()
    for number in range(3):
        short_log("tigerdragon", folder / f"{number}.jsonl", number)
    words = [str(folder), "--format", "parquet", "--out", str(out)]
    code, said, _ = run(capsys, *words)
    assert (code, said.endswith("decisions of 3 matches\n")) == (0, True)
    assert len(set(pq.read_table(out)["match_id"].to_pylist())) == 3
    other = short_log("texas42", tmp_path / "other.jsonl")
    code, _, err = run(capsys, str(other), *words)
    assert (code, "one game per file" in err, "0.jsonl: " in err) == (1, True, True)


def test_the_matches_of_a_store_are_read_newest_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, url = PLUGINS.games["tigerdragon"], f"sqlite:///{tmp_path}/arena.db"
    with open_store(url, create=True) as store:
        for seed in range(3):
            result = arena.play(found, ["random"] * 4, seed=seed, config=found.short)
            store.matches.keep(result.match)
    words = ["--from-store", "--game", "tigerdragon", "--db", url, "--out", str(tmp_path / "rows")]
    for more, count in (((), 3), (("--last", "2"), 2)):
        code, said, _ = run(capsys, *words, *more)
        assert (code, f"decisions of {count} matches" in said) == (0, True)
    for wrong in (["--from-store"], ["--from-store", "--game", "tigerdragon", "x.jsonl"], []):
        code, _, err = run(capsys, *wrong)
        assert (code, "arena dataset --help" in err) == (2, True)


def test_without_pyarrow_it_says_what_to_install(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run(capsys, str(log), "--format", "parquet", "--out", str(tmp_path / "x"))
    assert code == 1
    assert "pip install pyarrow" in err


def test_parquet_needs_a_file(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, str(log), "--format", "parquet")
    assert (code, out) == (2, "")
    assert "say where with --out FILE" in err


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("page", "loop"),
    [
        (page, loop)
        for page in ("write-a-bot.md", "train.md")
        for loop in re.findall(
            r"```python\n(import arena.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL
        )
    ],
)
def test_the_loops_of_the_docs_run(
    page: str, loop: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(loop, page, "exec"), {})
    assert capsys.readouterr().out.startswith("(")
