"""Compiled builds: what is compiled, how a build is made, and what is said where it cannot be."""

import subprocess
import sys
from pathlib import Path
from shlex import split
from shutil import which
from sysconfig import get_config_var

import pytest

from tools import compiled
from tools.compiled import CannotCompileError, check_compiler, compiled_sources, stale

with_compiler = pytest.mark.skipif(
    which(split(get_config_var("CC") or "cc")[0]) is None, reason="no C compiler in PATH"
)
ROOT = Path(__file__).parents[2]
BUILD = """
import sys
from pathlib import Path
from tools.compiled import compile_modules
into = Path(sys.argv[1])
sources = ["engine/mahjong/seats.py", "engine/mahjong/claims.py"]
for made in compile_modules(sources, into, "engine.part"):
    print(made.as_posix())
"""
USE = """
from engine.mahjong import claims, seats
assert not claims.__file__.endswith(".py"), claims.__file__
print(claims.strongest({1: "pon", 2: "ron", 3: "ron"}, 0), seats.with_player((1, 2, 3, 4), 2, 9))
"""


def run(*words: str, cwd: Path = ROOT) -> str:
    done = subprocess.run([sys.executable, *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@with_compiler
@pytest.mark.long
def test_a_part_of_the_rules_compiles_and_answers_as_the_source_does(tmp_path: Path) -> None:
    made = run("-c", BUILD, str(tmp_path)).split()
    assert {Path(name).name.partition(".")[0] for name in made if "mahjong" in name} == {
        "claims", "seats",
    }  # fmt: skip
    for folder in ("engine", "engine/mahjong"):
        (tmp_path / "lib" / folder / "__init__.py").touch()
    assert run("-P", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'lib')!r})" + USE) == (
        "[2, 3] (1, 2, 9, 4)\n"
    )


def test_every_compiled_source_is_there_and_classes_for_plugins_are_not_among_them() -> None:
    sources = compiled_sources()
    assert [name for name in sources if not (ROOT / name).is_file()] == []
    assert {"engine/riichi/rules.py", "engine/model.py", "bots/turn.py"} <= set(sources)
    # A compiled class cannot be inherited from by a plugin's interpreted one.
    assert not {"engine/game.py", "engine/config.py", "bots/bot.py"} & set(sources)


def test_without_a_compiler_the_reason_and_the_way_out_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiled, "which", lambda _command: None)
    with pytest.raises(CannotCompileError, match=r"no C compiler: .* Install one .* interpreted"):
        check_compiler()


def test_a_source_that_changed_after_the_build_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "SOURCES", tmp_path / "sources.json")
    rules = tmp_path / "engine" / "rules.py"
    rules.parent.mkdir()
    rules.write_text("x = 1\n", encoding="utf-8")
    assert stale() == []  # nothing is compiled here
    (tmp_path / "engine" / "rules.so").touch()
    made_of = f'{{"engine/rules.py": "{compiled.digest("engine/rules.py")}"}}'
    (tmp_path / "sources.json").write_text(made_of, encoding="utf-8")
    assert stale() == []
    rules.write_text("x = 2\n", encoding="utf-8")
    assert stale() == ["engine/rules.py"]
    compiled.remove()
    assert stale() == []
    assert not (tmp_path / "engine" / "rules.so").exists()
