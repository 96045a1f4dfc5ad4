"""Packages that a submission requires: offered by the operator, installed once, read-only."""

import os
import stat
from base64 import b64decode
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.children.sandbox.packages import allowed_names, installed
from arena.errors import SpecError
from arena.ladder.submission import new_version
from arena.match.match import Fault
from arena.sdk.hints import hint
from tests.arena.boxes import needs_box
from tests.arena.conftest import Arena
from tests.arena.ladder.ladder_servers import (
    BOT,
    checked_version,
    ladder_server_with_tokens,
    submission,
    zipped,
)

NEEDS = "import tilemath\n" + BOT.format(pick="tilemath.FIRST")
REQUIRES = '[bot]\nrequires = ["Tile_Math"]\n'
METADATA = "Metadata-Version: 2.1\nName: tile-math\nVersion: 1.2\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arena: Arena) -> Path:
    """The operator's folder, with a package of one module installed from a wheel."""
    info = "tile_math-1.2.dist-info"
    with ZipFile(tmp_path / "tile_math-1.2-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tilemath.py", "FIRST = 0\n")
        wheel.writestr(f"{info}/METADATA", METADATA)
        wheel.writestr(f"{info}/WHEEL", WHEEL)
        wheel.writestr(f"{info}/RECORD", f"tilemath.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    made = tmp_path / "packages"
    monkeypatch.setenv("ARENA_BOX_PACKAGES", "tile-math>=1")
    monkeypatch.setenv("ARENA_BOX_PACKAGES_FOLDER", str(made))
    assert arena("packages")[:2] == (0, "tile-math is not installed: arena packages --install\n")
    assert arena("packages", "--install")[:2] == (0, "tile-math 1.2\n")
    return made


def test_what_is_installed_cannot_be_written_but_installed_again(
    folder: Path, arena: Arena
) -> None:
    assert arena("packages", "--install")[0] == 0
    assert installed(folder) == {"tile-math": "1.2"}
    modes = [path.stat().st_mode for path in (folder, *folder.rglob("*"))]
    assert not any(mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) for mode in modes)
    assert sorted(path.name for path in folder.parent.glob("packages*")) == ["packages"]


@needs_box
@pytest.mark.parametrize(("manifest", "code"), [(REQUIRES, 0), ("", 1)], ids=["said", "not-said"])
def test_a_bot_imports_what_it_requires_and_nothing_else(
    folder: Path, tmp_path: Path, arena: Arena, manifest: str, code: int
) -> None:
    assert folder.is_dir()
    bot = tmp_path / "mine"
    bot.mkdir()
    (bot / "bot.py").write_text(NEEDS, encoding="utf-8")
    if manifest:
        (bot / "bot.toml").write_text(manifest, encoding="utf-8")
    words = ["check", f"box:{bot}", "--game", "tigerdragon", "--config", "target=1"]
    found, out, _ = arena(*words, "--against", "first")
    assert found == code, out
    assert ("No module named 'tilemath'" in out) == (code == 1)
    assert ('add requires = ["tilemath"] under [bot] in bot.toml' in out) == (code == 1)


@needs_box
async def test_a_submission_requires_what_the_server_offers(folder: Path, tmp_path: Path) -> None:
    archive = zipped(**{"bot.py": NEEDS, "bot.toml": REQUIRES})
    body = submission(filename="mine.zip", archive=archive)
    offers = {"box_packages": ("tile-math",), "box_packages_folder": folder}
    async with ladder_server_with_tokens(tmp_path, ladder_pause=600.0, **offers) as here:
        status, answer = await here.call("POST", "/api/bots", "anna", body)
        assert status == 201, answer
        version = await checked_version(here, "mine", who="anna")
        assert version["status"] == "active", version["log"]


# -- what is refused


def required(words: str, bot: str = BOT.format(pick=0)) -> bytes:
    return b64decode(zipped(**{"bot.py": bot, "bot.toml": f"[bot]\nrequires = {words}\n"}))


@pytest.mark.parametrize(
    ("words", "offered", "reason"),
    [
        ('["numpy"]', [], "numpy cannot be had; this server offers none"),
        ('["numpy", "torch"]', ["numpy", "mahjong"], "torch cannot be had; this server offers "
         "mahjong, numpy"),
        ('"numpy"', ["numpy"], r'expected a list, such as \["numpy"\]'),
        ('["numpy>=2"]', ["numpy"], "expected names of packages"),
        ("[1]", ["numpy"], "expected names of packages"),
        ('["-rfile"]', ["numpy"], "expected names of packages"),
    ],
)  # fmt: skip
def test_what_is_not_offered_is_refused_with_what_is(
    words: str, offered: list[str], reason: str
) -> None:
    with pytest.raises(SpecError, match=reason):
        new_version("tigerdragon", "bot.zip", required(words), offered)


def test_the_operators_list_has_names_with_versions() -> None:
    assert allowed_names(["NumPy>=2,<3", "tile_math"]) == ["numpy", "tile-math"]
    with pytest.raises(SpecError, match="begins with no name"):
        allowed_names(["--index-url=x"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "submissions may require nothing"),
        ({"ARENA_BOX_PACKAGES": "numpy"}, "where to? set box_packages_folder"),
    ],
)
def test_an_operator_is_told_what_to_set(
    settings: dict[str, str], said: str, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    _, out, err = arena("packages", "--install")
    assert said in out + err


def test_an_installation_that_fails_changes_nothing(
    folder: Path, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_BOX_PACKAGES", "tile-math,no-such-package")
    code, _, err = arena("packages", "--install")
    assert (code, "nothing was changed" in err) == (1, True)
    assert installed(folder) == {"tile-math": "1.2"}
    assert os.listdir(folder.parent).count("packages") == 1


def test_a_missing_module_has_a_hint() -> None:
    reason = "the process ended with code 1: ModuleNotFoundError: No module named 'numpy.linalg'"
    assert 'requires = ["numpy"]' in hint(Fault(0, "crash", reason))
    assert hint(Fault(0, "crash", "the process ended with code 1")) == ""
