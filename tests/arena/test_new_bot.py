"""A new bot's project: it runs, its test passes, and the check passes it for every game."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.packing import packed
from arena.errors import ArenaError
from arena.local.loop import play
from arena.plugins.manager import load_plugins
from arena.sdk.check import check
from arena.sdk.new_bot import Language, class_name, new_bot
from tests.arena.boxes import needs_box
from tests.arena.conftest import Arena
from tests.arena.golden_reports import golden
from tools.clients import MissingError, tsc

PLUGINS = load_plugins(entry_points=False)
PROGRAMS = {
    Language.JAVASCRIPT: "node",
    Language.TYPESCRIPT: "node",
    Language.GO: "go",
    Language.JAVA: "javac",
    Language.CPP: "g++",
    Language.RUST: "rustc",
    Language.SHELL: "sh",
}
CPP_TEST = "g++ -std=c++17 -Wall -Werror bot_test.cpp -o bot_test && ./bot_test"
RUST_TEST = "rustc --edition 2021 -D warnings --test bot.rs -o bot_test && ./bot_test"
TESTS = {
    Language.PYTHON: [sys.executable, "-m", "unittest", "-q"],
    Language.JAVASCRIPT: ["node", "--test"],
    Language.TYPESCRIPT: ["node", "--test"],
    Language.GO: ["go", "test"],
    Language.JAVA: ["sh", "-c", "javac -Xlint:all -Werror *.java && java BotTest"],
    Language.CPP: ["sh", "-c", CPP_TEST],
    Language.RUST: ["sh", "-c", RUST_TEST],
    Language.SHELL: ["sh", "test_bot.sh"],
}


def follow(out: str) -> list[list[str]]:
    """The commands that an output says to run next, as words."""
    return [shlex.split(line) for line in out.splitlines() if line.startswith("  ")]


@pytest.fixture(scope="module", params=list(Language))
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Language, Path, str]:
    """A new project of each language, built as its next lines say, and the command to check it."""
    language: Language = request.param
    program = PROGRAMS.get(language)
    if program and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp(language.value)
    command = [sys.executable, "-m", "arena.cli", "new-bot", "mine", "--language", language.value]
    out = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    *build, checked = [line.strip() for line in out.splitlines() if line.startswith("  ")]
    if language is Language.TYPESCRIPT:
        try:
            (folder / "mine" / "node_modules").symlink_to(Path(tsc()).parents[2])
        except MissingError as missing:
            pytest.skip(str(missing))
        build = [line.replace("npm install --silent && ", "") for line in build]
    for line in build:
        subprocess.run(line, cwd=folder, shell=True, check=True)
    return language, folder, checked


def test_a_new_project_passes_its_test_and_the_check(
    built: tuple[Language, Path, str], monkeypatch: pytest.MonkeyPatch, arena: Arena
) -> None:
    language, folder, checked = built
    monkeypatch.chdir(folder)
    subprocess.run(TESTS[language], cwd=folder / "mine", check=True, capture_output=True)
    words = shlex.split(checked)
    code, out, _ = arena(*words[1:], "--config", "target=1")
    assert code == 0
    submit = f'"{words[2]}"' if " " in words[2] else words[2]
    assert out.endswith(f"  arena submit {submit} --game tigerdragon --server URL\n")


@needs_box
def test_a_new_project_plays_in_the_sandbox_as_it_is_sent(
    built: tuple[Language, Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folder, checked = built
    monkeypatch.chdir(folder)
    name, content = packed(shlex.split(checked)[2])
    (tmp_path / name).write_bytes(content)
    boxed = play("tigerdragon", [f"box:{tmp_path / name}", "first"], config={"target": 1}, seed="1")
    assert not boxed.faults


@pytest.mark.parametrize("game", PLUGINS.games)
def test_a_new_bot_passes_the_check_of_its_game(game: str, tmp_path: Path) -> None:
    table = PLUGINS.games[game]
    project = new_bot("mine", table, Language.PYTHON, tmp_path)
    report = check(str(project.edit), table, config=table.short, opponents=["random"])
    assert report.passed, report.faults


def test_from_nothing_to_a_checked_bot(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arena: Arena,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    _, first, _ = arena("new-bot", "tiger-fan", "--game", "tigerdragon")
    file = tmp_path / "tiger-fan" / "bot.py"
    text = file.read_text(encoding="utf-8")
    edited = text.replace('LIKED = "D T"', 'LIKED = "T"').replace('E = "first"', 'E = "last"')
    changed = [a for a, b in zip(text.splitlines(), edited.splitlines(), strict=True) if a != b]
    assert changed == ['LIKED = "D T"', 'OTHERWISE = "first"']
    file.write_text(edited, encoding="utf-8")
    (words,) = follow(first)
    code, second, _ = arena(*words[1:])
    assert code == 0
    golden(request, "new-bot-then-check.txt", f"{first}\n{second}")


def test_go_is_built_before_it_is_checked(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arena: Arena,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    out = arena("new-bot", "gopher", "--game", "texas42", "--language", "go")[1]
    golden(request, "new-bot-go.txt", out)


def test_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arena: Arena
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    code, out, err = arena("new-bot", "mine")
    assert (code, out) == (1, "")
    assert err == "arena: mine exists already; choose another name\n"
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.parametrize("name", ["", "Mine", "../mine", "a b", "9lives", "x" * 41])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no name for a bot"):
        new_bot(name, PLUGINS.games["riichi"], Language.PYTHON, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_class_names() -> None:
    assert [class_name(name) for name in ("none", "my-first_2")] == ["NoneBot", "MyFirst2Bot"]


def test_a_rewritten_bot_keeps_its_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arena: Arena
) -> None:
    monkeypatch.chdir(tmp_path)
    arena("new-bot", "mine")
    (tmp_path / "mine" / "bot.py").write_text(
        "from bots import Bot\nclass Other(Bot):\n    name = 'mine'\n"
        "    def act(self, turn):\n        return turn.view['legal'][0]\n",
        encoding="utf-8",
    )
    subprocess.run(TESTS[Language.PYTHON], cwd=tmp_path / "mine", check=True, capture_output=True)
