"""Riichi logs of other programs: what we write is read by them and by us, what they write by us."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.errors import LogError
from arena.formats.mjai import export_mjai, import_mjai
from arena.formats.mjlog import read_game, verify, write_mjlog
from arena.formats.mjlog.games import texts
from arena.formats.mjlog.tags import Tag, read_meld, read_tags
from arena.formats.mjlog.yaku import YAKU
from arena.formats.tenhou6 import tenhou6_lines, write_tenhou6
from arena.formats.tenhou6.words import ABORTS, FROM_NUMBER, WIN
from engine.config import as_json
from engine.replay import replay
from engine.riichi import Riichi
from engine.riichi.events import MatchEnded
from engine.rng import Deals
from engine.variants import Position, Rules
from tests.arena.conftest import Arena
from tests.engine.reference import reference
from tests.engine.riichi_matches import match

RULES = Rules(Riichi())
NAMES = ("ann", "ben", "cid", "dot")
CONFIG = as_json(RULES.game.config({"length": "tonpuu"}))
Lines = list[dict[str, Any]]


def played(seed: str, *, purposeful: bool = True) -> list[Position]:
    return [p for p, _ in match(seed, purposeful=purposeful, length="tonpuu")]


def lines_of(positions: list[Position], config: dict[str, Any] = CONFIG) -> Lines:
    return [json.loads(json.dumps(line)) for line in export_mjai(positions, NAMES, config)]


def replayed(lines: Lines) -> Lines:
    """The lines of the match that these lines are imported as."""
    game = import_mjai(lines)
    config = RULES.game.config(game.config)
    deals = Deals.given(game.deals, then="beyond the log")
    positions = list(replay(RULES, config, deals, 4, game.moves, auto_pass=True))
    return lines_of(positions, as_json(config))


# -- there and back


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
@pytest.mark.parametrize("purposeful", [False, True], ids=["random", "purposeful"])
def test_tenhou6_there_and_back_is_the_same_match(seed: str, purposeful: bool) -> None:
    positions = played(seed, purposeful=purposeful)
    data = json.loads(json.dumps(write_tenhou6(positions, NAMES, CONFIG)))
    assert replayed(tenhou6_lines(data)) == lines_of(positions)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
@pytest.mark.parametrize("purposeful", [False, True], ids=["random", "purposeful"])
def test_mjlog_there_and_back_is_the_same_match(seed: str, purposeful: bool) -> None:
    positions = played(seed, purposeful=purposeful)
    game = read_game("ours", write_mjlog(positions, NAMES, CONFIG))
    assert game is not None
    assert verify(game).mismatches == []
    config = RULES.game.config(game.config)
    deals = Deals.given(game.deals, then="beyond the log")
    again = list(replay(RULES, config, deals, 4, game.moves(), auto_pass=True))
    assert lines_of(again) == lines_of(positions)


RECORDED = ("kan4", "double-ron", "kaze4", "nm", "reach4", "yao9", "chankan")
"""Recorded games with what our bots seldom do."""


def test_recorded_games_survive_both_formats() -> None:
    found = 0
    for name, text in texts(reference("riichi/tenhou-logs.zip")):
        if name not in RECORDED:
            continue
        game = read_game(name, text)
        assert game is not None
        config = RULES.game.config(game.config)
        deals = Deals.given(game.deals, then="beyond the log")
        positions = list(replay(RULES, config, deals, 4, game.moves(), auto_pass=True))
        options, lines = as_json(config), lines_of(positions, as_json(config))
        whole = max(at for at, line in enumerate(lines) if line["type"] == "end_kyoku") + 1
        assert (
            replayed(tenhou6_lines(write_tenhou6(positions, NAMES, options)))[:whole]
            == (lines[:whole])
        ), name
        written = read_game(name, write_mjlog(positions, NAMES, options))
        assert written is not None
        written.private = game.private
        assert verify(written).mismatches == [], name
        found += 1
    assert found >= 4


# -- as other programs read it


def test_riichienv_reads_our_mjai(tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv", reason="riichienv is not installed")
    file = tmp_path / "match.json"
    lines = lines_of(played("a"))
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    rounds = list(riichienv.MjaiReplay.from_jsonl(str(file)).take_kyokus())
    starts = [line["scores"] for line in lines if line["type"] == "start_kyoku"]
    assert [list(item.scores) for item in rounds] == starts
    assert [list(item.end_scores) for item in rounds[:-1]] == starts[1:]


def test_tenhou6_has_the_form_that_reviewers_parse() -> None:
    data = write_tenhou6(played("a"), NAMES, CONFIG)
    assert (len(data["name"]), data["rule"]) == (4, {"disp": "般東喰赤", "aka": 1})
    tile = {"type": "integer", "enum": list(FROM_NUMBER)}
    calls = re.compile(r"r(60|\d\d)|(\d\d)*[cpmka](\d\d)+")
    for row in data["log"]:
        assert len(row) == 17
        assert [len(part) for part in row[:2]] == [3, 4]
        for at in (4, 7, 10, 13):
            hand, takes, discards = row[at : at + 3]
            assert len(hand) == 13
            assert {*hand, *row[2], *row[3]} <= set(tile["enum"])
            for item in (*takes, *discards):
                assert item in (0, 60, *tile["enum"]) or calls.fullmatch(str(item)), item
        status, *rest = row[16]
        assert status == WIN or status in ABORTS.values()
        for deltas, win in zip(rest[::2], rest[1::2], strict=False):
            assert len(deltas) == 4
            assert [type(word) for word in win] == [int, int, int, *[str] * (len(win) - 3)]
            assert re.fullmatch(r"(\d+符\d+飜|満貫|跳満|倍満|三倍満|役満)\d+(-\d+)?点∀?", win[3])


def test_mahjong_gives_the_wins_of_our_mjlog_the_same_points() -> None:
    checked = 0
    for seed in ("a", "b", "c", "d", "e"):
        wind, dealer = 0, 0
        for tag in read_tags(write_mjlog(played(seed), NAMES, CONFIG)):
            if tag.name == "INIT":
                wind, dealer = tag.numbers("seed")[0] // 4, tag.numbers("oya")[0]
            elif tag.name == "AGARI":
                assert points_by_mahjong(tag, wind, dealer) == tag.numbers("ten")[1]
                checked += 1
    assert checked > 10


def points_by_mahjong(tag: Tag, wind: int, dealer: int) -> int:
    """What the library `mahjong` says a win is worth."""
    from mahjong.constants import EAST
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld

    kinds = {"chi": Meld.CHI, "pon": Meld.PON, "minkan": Meld.KAN, "ankan": Meld.KAN,
             "kakan": Meld.SHOUMINKAN}  # fmt: skip
    who = int(tag.attributes["who"])
    tsumo = tag.attributes["who"] == tag.attributes["fromWho"]
    names = {YAKU[number] for number in tag.numbers("yaku")[::2]}
    melds, ids = [], tag.numbers("hai")
    for code in tag.numbers("m"):
        meld = read_meld(Tag("N", {"who": str(who), "m": str(code)}))
        tiles = [*meld.ids, *([meld.added] if meld.added >= 0 else [])]
        melds.append(Meld(kinds[meld.type], tiles, opened=meld.type != "ankan"))
        ids = ids + tiles
    config = HandConfig(
        is_tsumo=tsumo, is_riichi="riichi" in names, is_ippatsu="ippatsu" in names,
        is_daburu_riichi="double_riichi" in names, is_rinshan="rinshan" in names,
        is_chankan="chankan" in names, is_haitei="haitei" in names, is_houtei="houtei" in names,
        player_wind=EAST + (who - dealer) % 4, round_wind=EAST + wind,
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=True),
    )  # fmt: skip
    result = HandCalculator().estimate_hand_value(
        sorted(ids), int(tag.attributes["machi"]), melds=melds,
        dora_indicators=tag.numbers("doraHai"), ura_dora_indicators=tag.numbers("doraHaiUra"),
        config=config,
    )  # fmt: skip
    assert result.error is None, (result.error, tag)
    assert result.cost is not None
    main, other = result.cost["main"], result.cost["additional"]
    if not tsumo:
        return int(main)
    return int(3 * main if who == dealer else main + 2 * other)


# -- logs of other tools


def without(key: str, kinds: tuple[str, ...]) -> Callable[[Lines], Lines]:
    def change(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] in kinds:
                line.pop(key, None)
        return lines

    return change


@pytest.mark.parametrize(
    "change",
    [
        without("scores", ("start_kyoku", "end_game")),
        without("names", ("start_game",)),
        without("deltas", ("hora", "ryukyoku")),
        without("reason", ("ryukyoku",)),
        without("ura_markers", ()),
        lambda lines: [{"type": "hello"}, *[{**line, "meta": {}} for line in lines]],
        lambda lines: lines[:-1],
        lambda lines: [{**line, "type": "kan"} if line["type"] == "daiminkan" else line
                       for line in lines],
    ],
    ids=["scores", "names", "deltas", "reason", "as-is", "more", "no-end", "kan"],
)  # fmt: skip
def test_what_other_tools_leave_out_or_add_is_no_matter(
    change: Callable[[Lines], Lines],
) -> None:
    original = lines_of(played("b"))
    again = replayed(change(json.loads(json.dumps(original))))
    assert again[1:] == original[1:]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [*lines[:1], *lines[lines.index({"type": "end_kyoku"}) + 1 :]],
         r"it begins with E\d, honba \d; only whole matches can be replayed, from E1 on"),
        (without("tehais", ("start_kyoku",)), r"not a sound mjai log \(KeyError: 'tehais'\)"),
        (without("pai", ("tsumo",)), r"not a sound mjai log \(KeyError: 'pai'\)"),
        (lambda lines: [7, *lines[:1]], "no start_kyoku"),
    ],
    ids=["later", "no-hands", "no-draws", "nothing"],
)  # fmt: skip
def test_what_cannot_be_read_is_told(change: Callable[[Lines], Any], reason: str) -> None:
    with pytest.raises(LogError, match=reason):
        import_mjai(change(lines_of(played("b"))))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "not a sound log of tenhou.net/6"),
        ({"rule": {"disp": "三鳳南"}, "name": ["a", "b", "c", ""], "log": [1]}, "three players"),
        ({"rule": {}, "name": ["a"] * 4, "log": []}, "0 rounds"),
        ({"rule": {}, "name": ["a"] * 4, "log": [[[0, 0, 0]]]}, "not a sound log"),
    ],
)
def test_what_is_no_tenhou6_is_told(data: Any, reason: str) -> None:
    with pytest.raises(LogError, match=reason):
        tenhou6_lines(data)


def test_columns_that_do_not_fit_are_told() -> None:
    data = write_tenhou6(played("a"), NAMES, CONFIG)
    data["log"][0][5].append(11)
    with pytest.raises(LogError, match="round E1-0: the draws and discards of the seats do not"):
        tenhou6_lines(data)


# -- by the command line


def test_packed_files_breaks_and_other_rules_are_told(arena: Arena, tmp_path: Path) -> None:
    lines = lines_of(played("a"))
    packed, cut, other = (tmp_path / name for name in ("a.json.gz", "cut.json", "other.json"))
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    packed.write_bytes(gzip.compress(text.encode()))
    code, out, err = arena("replay", "import", "--format", "mjai", str(packed), "--verify")
    assert (code, out, err) == (0, "1 matches replayed\n", "")
    cut.write_text("".join(text.splitlines(keepends=True)[:200]), encoding="utf-8")
    code, _, err = arena("replay", "import", "--format", "mjai", str(cut), "--verify")
    assert (code, "the log ends before the match is over; it has no result" in err) == (0, True)
    second = [line for line in lines if line["type"] == "start_kyoku"][1]
    second["scores"] = [score + 100 for score in second["scores"]]
    other.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    code, _, err = arena("replay", "import", "--format", "mjai", str(other), "--verify")
    assert (code, "by these rules; options that differ go into" in err) == (0, True)


@pytest.mark.parametrize("format_", ["tenhou6", "mjlog"])
def test_the_commands_write_and_read_them(arena: Arena, tmp_path: Path, format_: str) -> None:
    log = tmp_path / "match.jsonl"
    words = ["riichi", *["riichi-greedy"] * 4, "--seed", "1", "--config", "length=tonpuu"]
    assert arena("play", *words, "--log", str(log))[0] == 0
    code, out, _ = arena("replay", "export", "--format", format_, str(log))
    assert code == 0
    file = tmp_path / f"game.{'json' if format_ == 'tenhou6' else 'mjlog'}"
    file.write_text(out, encoding="utf-8")
    folder = tmp_path / "again"
    words = ["--format", format_, str(file), "--out", str(folder)]
    code, _, err = arena("replay", "import", *words)
    assert (code, err) == (0, "")
    mjai = [
        arena("replay", "export", "--format", "mjai", str(one))[1].splitlines()[1:]
        for one in (log, folder / "game.jsonl")
    ]
    assert mjai[0] == mjai[1]


def test_a_log_that_goes_on_after_the_end_is_told(arena: Arena, tmp_path: Path) -> None:
    positions = played("a")
    assert isinstance(positions[-1].events[-1], MatchEnded)
    lines = lines_of(positions)
    start = dict(next(line for line in lines if line["type"] == "start_kyoku"))
    more = [{**start, "kyoku": 4}, {"type": "tsumo", "actor": 0, "pai": "1m"},
            {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}]  # fmt: skip
    file = tmp_path / "long.json"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in [*lines, *more]), encoding="utf-8")
    code, _, err = arena("replay", "import", "--format", "mjai", str(file), "--verify")
    assert (code, "the log goes on, but by these rules the match is over" in err) == (1, True), err
