"""Bots that attack: each is stopped or contained, the match ends, and nothing of it is left."""

import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

import arena
from arena.children.sandbox.layers import Layers
from arena.errors import SpecError
from tests.arena.attackers import (
    AT_THE_TABLE,
    BOTS,
    CLOCK,
    DENIED,
    NAMED,
    SECRET,
    Battlefield,
    battlefield,
    check_denied,
    check_peace,
    fight,
)
from tests.arena.boxes import IN_CI, LAYERS
from tests.hostile_report import CONTAINED, SKIPPED

ZIPS = ("huge_zip", "zip_slip", "zip_links")
CORE = replace(LAYERS, bwrap="", user_namespaces=False, own_uids=False, cgroup="")
"""The walls of a machine without bubblewrap, where bots share a user with the canary: seccomp and
Landlock must hold alone."""


def test_every_hostile_bot_is_let_loose() -> None:
    names = {name for table in (*DENIED, *AT_THE_TABLE) for name in table}
    assert names == {file.stem for file in BOTS.glob("*.py")} - {"table"}
    assert len(names) + len(ZIPS) >= 21


def test_where_it_counts_no_layer_of_the_kernel_is_left_out() -> None:
    if IN_CI:
        assert LAYERS.enough, LAYERS.missing()
        assert LAYERS.bwrap or not LAYERS.user_namespaces, LAYERS.bwrap_note
        assert LAYERS.seccomp == (LAYERS.landlock > 0)


@pytest.fixture
def field(monkeypatch: pytest.MonkeyPatch) -> Iterator[Battlefield]:
    monkeypatch.setenv("TEST_OF_ARENA_SECRET", SECRET)
    with battlefield(LAYERS.uid) as one:
        yield one


def note(request: pytest.FixtureRequest, names: tuple[str, ...], what: str = CONTAINED) -> None:
    """Count attacks for the line at the end of the run."""
    request.node.user_properties.append((what, names))


@pytest.mark.parametrize("names", DENIED, ids=lambda names: names[0])
@pytest.mark.parametrize("walls", ["all", "core"])
async def test_what_a_bot_must_not_do_it_cannot(
    request: pytest.FixtureRequest, names: tuple[str, ...], walls: str
) -> None:
    layers = LAYERS if walls == "all" else CORE
    if not layers.enough and not (IN_CI and walls == "all"):
        note(request, names if walls == "all" else (), SKIPPED)
        pytest.skip(f"no sandbox of this kind here, missing: {layers.missing()}")
    note(request, names)
    field = request.getfixturevalue("field")
    battle = await fight(names, field, layers)
    for attack in battle.attacks:
        check_denied(attack)
    check_peace(battle, field)


@pytest.mark.parametrize("names", AT_THE_TABLE, ids=lambda names: names[0])
async def test_who_plays_foul_is_named_and_the_others_finish(
    request: pytest.FixtureRequest, names: tuple[str, ...]
) -> None:
    if not LAYERS.enough and not IN_CI:
        note(request, names, SKIPPED)
        pytest.skip(f"no sandbox here, missing: {LAYERS.missing()}")
    note(request, names)
    field = request.getfixturevalue("field")
    clock = replace(CLOCK, ready_ms=3000) if "slow_start" in names else CLOCK
    battle = await fight(names, field, LAYERS, clock)
    for attack in battle.attacks:
        assert attack.achieved == [], attack.name
        expected = NAMED.get(attack.name, "")
        assert re.search(expected, attack.reasons), (attack.name, attack.reasons, attack.log[-3:])
    check_peace(battle, field)


@pytest.mark.parametrize("name", ZIPS)
def test_what_is_no_honest_archive_is_not_unpacked(
    request: pytest.FixtureRequest, tmp_path: Path, name: str
) -> None:
    note(request, (name,))
    file = tmp_path / "bot.zip"
    entry = ZipInfo("../../out.py" if name == "zip_slip" else "bot.py")
    entry.compress_type = ZIP_DEFLATED
    if name == "zip_links":
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(file, "w") as packed:
        packed.writestr(entry, bytes(33_000_000) if name == "huge_zip" else b"/etc/passwd")
    with pytest.raises(SpecError, match=r"over 100 times|leads elsewhere|a link"):
        arena.play("tigerdragon", [f"box:{file}", "first"])
    assert not list(tmp_path.parent.rglob("out.py"))


def test_layers_say_what_they_lack() -> None:
    nothing = Layers(False, False, 0, False, False, "", "gone", 0, "root")
    assert not nothing.enough
    assert nothing.summary() == ""
    assert not CORE.bwrap
