"""A match as one line of text: what it holds, and what is refused."""

import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.cli import run
from arena.errors import LinkError, UnknownNameError
from arena.local.loop import play
from arena.match.link import Link, changed_options, is_link, log_link, read_link, write_link
from arena.match.log import parse_log, read_log, write_log
from arena.plugins.manager import load_plugins
from engine.game import AnyGame
from engine.rng import Deals
from tests.arena.golden import GOLDEN

FILES = sorted(GOLDEN.glob("*/*.jsonl"))
GAMES = load_plugins(entry_points=False).games


def find(name: str) -> AnyGame:
    return load_plugins(entry_points=False).game(name)


def short(**options: Any) -> Link:
    config = {"target": 1}
    log = play("texas42", ["random"] * 4, seed=7, config=config, variants=("nello",), **options).log
    return log_link(parse_log(log), GAMES["texas42"])


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_logged_match_comes_back_from_its_link(file: Path) -> None:
    log = read_log(file)
    link = log_link(log, GAMES[log.header["game"]])
    text = write_link(link)
    again = read_link(text, find)
    assert again.moves == link.moves
    assert (again.config, again.variants, again.seats) == (link.config, link.variants, link.seats)
    assert again.deals.as_json() == link.deals.as_json()
    assert write_link(again) == text
    assert not set(text) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


@pytest.mark.parametrize("name", GAMES)
def test_a_match_of_every_game_comes_back_from_its_link(name: str) -> None:
    game = GAMES[name]
    log = play(game, ["random"] * game.default_seats, seed=3, config=game.short).log
    link = log_link(parse_log(log), game)
    again = read_link(write_link(link), find)
    assert (again.config, again.moves) == (link.config, link.moves)
    assert [position.events for position in again.positions()] == [
        position.events for position in link.positions()
    ]


def test_a_prefix_of_a_match_has_a_link_too() -> None:
    whole = short()
    part = replace(whole, moves=whole.moves[:3])
    again = read_link(write_link(part), find)
    assert again.moves == whole.moves[:3]
    assert len(list(again.positions())) == 4


def test_only_options_that_differ_are_kept() -> None:
    game = GAMES["tigerdragon"]
    assert changed_options(game, game.config()) == {}
    upstream = game.config({"preset": "upstream", "target": 3})
    assert changed_options(game, upstream) == {"preset": "upstream", "target": 3}
    assert game.config(changed_options(game, upstream)) == upstream


def test_a_link_may_stand_in_an_address() -> None:
    text = write_link(short())
    for address in (f"https://arena.example/watch#{text}", f"/replay?link={text}", f" {text}\n"):
        assert is_link(address)
        assert write_link(read_link(address, find)) == text
    assert not is_link("match.jsonl")


def changed(text: str, part: int, new: str) -> str:
    """The link with another part, and a check sum that fits."""
    from arena.match.link import _check

    parts = text.split(".")
    parts[part] = new
    body = ".".join(parts[:-1])
    return f"{body}.{_check(body)}"


def packed(link: Link, **changes: Any) -> str:
    """The head of a link with some of it changed."""
    from arena.match.link import _packed, _text

    head: dict[str, Any] = {
        "version": link.game.version, "seats": link.seats, "steps": len(link.moves),
        "variants": list(link.variants), "deals": link.deals.as_json(),
        "options": changed_options(link.game, link.config),
    }  # fmt: skip
    return _text(_packed([*{**head, **changes}.values()]))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"version": 99}, "played by version 99 of texas42; here is 1"),
        ({"seats": 3}, "texas42 is not played by 3"),
        ({"steps": 1}, "goes on after its last choice"),
        ({"steps": 500}, "over before the link's last choice"),
        ({"steps": -1}, "-1 steps are no match"),
        ({"variants": ["nelo"]}, "did you mean 'nello'"),
        ({"deals": {}}, "deals: expected"),
        ({"options": {"targt": 1}}, "did you mean 'target'"),
        ({"options": 1}, "no match that can be played"),
    ],
)
def test_a_link_that_holds_no_match_says_why(changes: dict[str, Any], problem: str) -> None:
    link = short()
    with pytest.raises(LinkError, match=problem):
        read_link(changed(write_link(link), 2, packed(link, **changes)), find)


@pytest.mark.parametrize("head", ["", "!!", "AAAA", "MzM"])
def test_a_head_that_cannot_be_unpacked_is_a_link_error(head: str) -> None:
    with pytest.raises(LinkError, match="no match that can be played"):
        read_link(changed(write_link(short()), 2, head), find)


@pytest.mark.parametrize(
    ("text", "tail", "problem"),
    [
        (b"[" * 50_000, b"", "recursion"),
        (b"[1]" + b" " * 1_000_000, b"", "does not end where it should"),
        (b"[1]", b"more", "does not end where it should"),
    ],
    ids=["nested", "inflated", "more"],
)
def test_a_head_made_to_hurt_is_a_link_error(text: bytes, tail: bytes, problem: str) -> None:
    from arena.match.link import FAMILIAR, _text

    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=FAMILIAR)
    head = packer.compress(text) + packer.flush() + tail
    with pytest.raises(LinkError, match=problem):
        read_link(changed(write_link(short()), 2, _text(head)), find)


def test_a_changed_letter_another_version_and_other_text_are_told_apart() -> None:
    text = write_link(short())
    with pytest.raises(LinkError, match="a letter of it was changed"):
        read_link(text.replace("texas42.", "texas42.A", 1), find)
    with pytest.raises(LinkError, match="link version '2'"):
        read_link(changed(text, 0, "2"), find)
    with pytest.raises(LinkError, match="this is no link"):
        read_link("hello", find)
    with pytest.raises(UnknownNameError, match="texas42"):
        read_link(changed(text, 1, "texas43"), find)


def test_moves_that_were_not_on_offer_are_refused() -> None:
    link = replace(short(), moves=({0: "t:5"},))
    with pytest.raises(LinkError, match="chose 't:5'"):
        list(link.positions())


def test_given_deals_are_kept_as_they_were_given() -> None:
    log = read_log(GOLDEN / "texas42" / "given-hands.jsonl")
    link = read_link(write_link(log_link(log, GAMES["texas42"])), find)
    assert link.deals == Deals.from_json(dict(log.result or {})["deals"])


# -- the commands


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = run(["replay", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_file_becomes_a_link_that_show_tells_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    write_log(play("texas42", ["random"] * 4, seed=7, config={"target": 1}).match, file)
    code, link, _ = said(capsys, "link", file)
    assert (code, link.count("\n")) == (0, 1)
    _, from_link, _ = said(capsys, "show", link.strip())
    _, from_file, _ = said(capsys, "show", file)
    assert from_link.replace("player", "random") == from_file
    _, rows, _ = said(capsys, "show", link.strip(), "--json")
    _, logged, _ = said(capsys, "show", file, "--json")
    assert rows == logged


def test_check_counts_what_comes_back_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "link", "--check", *FILES)
    longest = max(
        len(write_link(log_link(log, GAMES[log.header["game"]]))) for log in map(read_log, FILES)
    )
    n = len(FILES)
    assert (code, out) == (0, f"links: {n} of {n} unchanged, longest {longest} characters\n")


def test_check_names_a_file_that_holds_no_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    code, out, err = said(capsys, "link", "--check", bad, FILES[0])
    assert code == 1
    assert out.startswith("links: 1 of 2 unchanged, longest ")
    assert err.startswith(f"{bad}: line 1")


def test_check_names_a_match_that_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = FILES[0].read_text().splitlines()
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    code, _, err = said(capsys, "link", "--check", bad)
    assert code == 1
    assert err.startswith(f"{bad}: ")


def test_a_broken_link_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "show", "1.texas42.AA.AA.AAAAAA")
    assert (code, out) == (1, "")
    assert err == "arena: the link is not complete, or a letter of it was changed\n"
