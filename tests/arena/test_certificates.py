"""Results in a file that anybody can check, and that nobody can change."""

import builtins
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.plugins.manager import load_plugins
from arena.store import open_store
from arena.tournament import certificate as certificates
from arena.tournament import certified
from tests.arena.conftest import Arena
from tests.web.filled_ladders import fill_ladder

Changed = Callable[[dict[str, Any]], Any]
RUN = ("tournament", "run", "--game", "tigerdragon", "--bots", "counter,random,first,again=counter",
       "--deals", "3", "--seed", "s", "--config", "target=2", "--jobs", "1", "--quiet")  # fmt: skip


@pytest.fixture
def here(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a key, a tournament that is over, and its certificate."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_DB", f"sqlite:///{tmp_path / 'arena.db'}")
    code, out, _ = arena("certify", "key", "key.pem")
    assert (code, out.split()[:2]) == (0, ["public", "key"])
    assert arena(*RUN)[0] == 0
    found = json.loads(arena("tournament", "list", "--json")[1])["id"]
    code, out, err = arena(
        *("certify", "tournament", found, "--key", "key.pem", "--out", "cup.json"),
        *("--issuer", "the house"),
    )
    assert (code, err) == (0, "")
    return tmp_path


def forged(here: Path, change: Changed, *, sign: bool) -> Path:
    """The certificate changed, and signed again by the forger's own key or not at all."""
    told = json.loads((here / "cup.json").read_text())
    change(told["claims"])
    if sign:
        told = certificates.signed(told["claims"], certificates.read_key(here / "key.pem"))
    file = here / "forged.json"
    file.write_text(json.dumps(told))
    return file


def test_a_certificate_holds_against_schedule_seeds_and_standings(arena: Arena, here: Path) -> None:
    key = certificates.public_of(certificates.read_key(here / "key.pem"))
    code, out, err = arena("verify", "cup.json", "--key", key)
    assert (code, err) == (0, "")
    assert f"signed by {key}\n" in out
    assert ", by the house\n" in out
    assert "12 of 12 matches, each with the players and the deal of the schedule" in out
    assert "12 matches between house bots played again from their seeds" in out
    assert out.endswith("cup.json: holds\n")
    assert stat.S_IMODE((here / "key.pem").stat().st_mode) == 0o600


def test_another_key_is_not_the_one_that_is_trusted(arena: Arena, here: Path) -> None:
    other = certificates.new_key(here / "other.pem")
    code, _, err = arena("verify", "cup.json", "--key", other)
    assert (code, "not by the key that you trust" in err) == (1, True)
    told = json.loads((here / "cup.json").read_text())
    (here / "cup.json").write_text(json.dumps(told | {"key": other}))
    code, _, err = arena("verify", "cup.json")
    assert (code, "the signature is not that of these claims" in err) == (1, True)


def win(claims: dict[str, Any]) -> None:
    """Change a result, and everything that follows from it."""
    claims["matches"][0]["points"][0] += 1
    _, schedule, results = certified.read_claims(claims)
    claims["standings"] = certified.standings_of(schedule, results)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (win, "played again gives"),
        (lambda c: c["standings"][0].update(bot="mine"), "the standings do not follow"),
        (lambda c: c["standings"][0]["rating"].update(mean=1999.0), "the standings do not follow"),
        (lambda c: c["plan"].update(seed="t"), "another schedule"),
        (lambda c: c.update(subject="tigerdragon-000000"), "the seed is not the one"),
        (lambda c: c["matches"].pop(), "1 matches of a finished tournament are missing"),
        (lambda c: c["matches"].append(c["matches"][0]), "a match is claimed twice"),
        (lambda c: c["matches"][0].update(players=["a", "b", "c", "d"]), "not the one that"),
        (lambda c: c["matches"][0].update(block=99), "belong to no match"),
        (lambda c: c["matches"][0].update(points=[1]), "cannot be read"),
        (lambda c: c["matches"].__setitem__(0, 7), "cannot be read"),
        (lambda c: c.update(plan=[]), "cannot be read"),
        (lambda c: c.update(kind="lottery"), "kind 'lottery' cannot be checked"),
        (lambda c: c.update(matches={}), "its claims have no `matches`"),
    ],
)
def test_whoever_signs_a_false_claim_is_found_out(
    arena: Arena, here: Path, change: Changed, reason: str
) -> None:
    file = forged(here, change, sign=True)
    code, out, err = arena("verify", file.name)
    assert (code, "holds" in out.splitlines()[-1:]) == (1, False)
    assert reason in err
    assert "Traceback" not in err
    unsigned = forged(here, change, sign=False)
    assert arena("verify", unsigned.name)[0] == 1


def test_a_path_in_a_certificate_is_never_loaded(arena: Arena, here: Path) -> None:
    trap = here / "trap.py"
    trap.write_text(f"open({str(here / 'sprung')!r}, 'w')\n")

    def change(claims: dict[str, Any]) -> None:
        claims["plan"]["entrants"][0]["spec"] = str(trap)
        claims["plan"]["plugins"] = [str(trap)]

    assert arena("verify", forged(here, change, sign=True).name)[0] == 1
    assert not (here / "sprung").exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", '{"format": "table-arena certificate 1"}']
)
def test_what_is_no_certificate_is_said_to_be_none(arena: Arena, here: Path, text: str) -> None:
    (here / "other.json").write_text(text)
    code, _, err = arena("verify", "other.json")
    assert code == 1
    assert err.startswith("arena: other.json: ")


def test_a_running_tournament_and_a_lost_key_cannot_certify(arena: Arena, here: Path) -> None:
    assert arena("certify", "key", "key.pem")[0] == 1  # it is there already
    options = ("--key", "none.pem", "--out", "x.json")
    code, _, err = arena("certify", "tournament", "nothing", *options)
    assert (code, "arena certify key none.pem makes a key" in err) == (1, True)
    (here / "text.pem").write_text("hello")
    code, _, err = arena("certify", "season", "riichi", "--key", "text.pem", "--out", "x.json")
    assert (code, "no signing key" in err) == (1, True)
    assert arena(*RUN[:2], *RUN[2:8], "--format", "league", *RUN[8:])[0] == 0
    running = json.loads(arena("tournament", "list", "--json")[1].splitlines()[0])["id"]
    code, _, err = arena("certify", "tournament", running, "--key", "key.pem", "--out", "x.json")
    assert (code, "its seed is still secret" in err) == (1, True)


@pytest.mark.usefixtures("here")
def test_without_the_library_one_is_told_what_to_install(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    for words in (("verify", "cup.json"), ("certify", "key", "new.pem")):
        code, _, err = arena(*words)
        assert (code, "pip install cryptography" in err) == (1, True)


def test_a_season_is_certified_with_its_logs(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'ladder.db'}"
    with open_store(url, create=True) as store:
        fill_ladder(store, load_plugins(entry_points=False), 15)
        one = store.matches.newest_rated(store.matches.busiest_ladder("tigerdragon"), 1)[0].match_id
        log = store.matches.replay(one)
    assert log is not None
    assert arena("certify", "key", "key.pem")[0] == 0
    words = ("certify", "season", "tigerdragon", "--key", "key.pem", "--db", url, "--out", "s.json")
    assert arena(*words)[0] == 0
    code, out, err = arena("verify", "s.json", "--db", url)
    assert (code, err) == (0, "")
    assert "15 matches, each once\nthe ratings and ranks follow from the matches\n" in out
    assert "15 logs replayed, with the claimed results\n" in out
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / f"{one.replace(':', '-')}.jsonl").write_text(log)
    assert "1 logs replayed, with the claimed results; 14 not there" in arena(
        "verify", "s.json", "--logs", "logs"
    )[1]  # fmt: skip
    (logs / f"{one.replace(':', '-')}.jsonl").write_text(log.replace("counter", "kounter", 1))
    code, _, err = arena("verify", "s.json", "--logs", "logs")
    assert (code, f"match {one}: the log is not the one that was certified" in err) == (1, True)
    told = json.loads((tmp_path / "s.json").read_text())["claims"]
    changes: list[Changed] = [
        lambda c: c["standings"][0].update(rating=1999.0),
        lambda c: c["matches"][3]["ranks"].reverse(),
        lambda c: c["matches"].append(c["matches"][0]),
    ]
    for change in changes:
        claims = json.loads(json.dumps(told))
        change(claims)
        signing = certificates.read_key(tmp_path / "key.pem")
        (tmp_path / "f.json").write_text(json.dumps(certificates.signed(claims, signing)))
        assert arena("verify", "f.json")[0] == 1
