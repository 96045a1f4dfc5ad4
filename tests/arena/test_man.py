"""Man pages: one per command, with what its help says, that man can show."""

import shutil
import subprocess
from pathlib import Path

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.man import escaped, man_pages
from tests.arena.conftest import Arena

PAGES = man_pages()


def test_every_command_has_a_page_with_its_options_and_an_example() -> None:
    for name in COMMANDS:
        pages = [text for file, text in PAGES.items() if file.startswith(f"arena-{name}")]
        assert pages, name
        for text in pages:
            assert ".SH OPTIONS" in text, name
            assert "Example" in text, name
    assert r"\-\-language" in PAGES["arena-new-bot.1"]
    assert PAGES["arena-replay-ask.1"].startswith('.TH "ARENA-REPLAY-ASK" "1"')


def test_roff_prints_text_as_it_is() -> None:
    assert escaped(".hidden") == r"\&.hidden"
    assert escaped("a\\b-c") == r"a\eb\-c"


def test_the_command_writes_them(tmp_path: Path, arena: Arena) -> None:
    folder = tmp_path / "man1"
    code, out, _ = arena("man", str(folder))
    assert code == 0
    assert out == f"{len(PAGES)} pages in {folder}; read one with: man -l {folder}/arena-check.1\n"
    assert {file.name for file in folder.iterdir()} == set(PAGES)


@pytest.mark.parametrize("name", ["arena.1", "arena-check.1", "arena-tournament-run.1"])
def test_a_page_has_no_fault_for_groff(name: str) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    words = ["groff", "-man", "-Tutf8", "-ww", "-z"]
    done = subprocess.run(words, input=PAGES[name].encode(), capture_output=True, check=True)
    assert done.stderr == b""
