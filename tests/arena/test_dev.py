"""`arena dev`: a save is noticed, changed decisions are shown, and versions are compared."""

import asyncio
import re
import subprocess
from pathlib import Path
from threading import Timer

import pytest

from arena.cli.local_viewer import LocalViewer
from arena.match.log import log_lines, parse_log
from arena.plugins.manager import load_plugins
from tests.arena.commands import interrupted, start
from tests.arena.conftest import Arena

FIRST = (
    "from bots import Bot\nclass Mine(Bot):\n    name = 'mine'\n"
    "    def act(self, turn):\n        return turn.legal[0]\n"
)
VERDICT = r"^(new|old) (is|and)|^(undecided|no difference|\d+ deals: too few)"
LAST = FIRST.replace("[0]", "[-1]")


def begin(file: Path, *words: str) -> subprocess.Popen[str]:
    short = ("--config", "target=1", "--seed", "7", "--deals", "2", *words)
    return start("dev", str(file), "--game", "tigerdragon", *short)


async def lines_until(process: subprocess.Popen[str], pattern: str) -> str:
    """What a command prints up to a line of this form."""
    assert process.stdout
    text = ""
    patience = Timer(60, process.kill)  # ends the output, and with it the waiting
    patience.start()
    try:
        while not re.search(pattern, text, re.MULTILINE):
            line = await asyncio.to_thread(process.stdout.readline)
            assert line, text + (process.stderr.read() if process.stderr else "")
            text += line
    finally:
        patience.cancel()
    return text


async def test_after_a_save_the_changed_decisions_and_the_better_version_are_shown(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(FIRST, encoding="utf-8")
    process = begin(file)
    begun = await lines_until(process, "^watching")
    assert re.match(r"mine against \S+: \d+ matches, 10 lost, seed 7\n", begun)
    file.write_text(FIRST + "# a remark\n", encoding="utf-8")
    assert "nothing changed: " in await lines_until(process, "nothing changed")
    file.write_text("def broken(:\n", encoding="utf-8")
    assert "it cannot be asked: " in await lines_until(process, "cannot be asked")
    file.write_text(LAST, encoding="utf-8")
    text = await lines_until(process, VERDICT)
    assert re.search(r"^  \d+ of \d+ decisions in 10 lost matches changed, in \d+ of them$", text,
                     re.MULTILINE)  # fmt: skip
    assert re.search(r"^  match \d+, decision \d+ of seat \d: was \S+, now \S+", text, re.MULTILINE)
    assert re.search(r"^    hand   .+\n    legal  .+\n    then   \S+$", text, re.MULTILINE)
    code, _, err = await interrupted(process)
    assert (code, err) == (130, "arena: interrupted\n")


async def test_a_neighbour_s_save_counts(tmp_path: Path) -> None:
    (tmp_path / "taste.py").write_text("PLACE = 0\n", encoding="utf-8")
    file = tmp_path / "bot.py"
    text = FIRST.replace("[0]", "[taste.PLACE]")
    file.write_text(f"import taste\n{text}", encoding="utf-8")
    process = begin(file)
    await lines_until(process, "^watching")
    (tmp_path / "taste.py").write_text("PLACE = -1\n", encoding="utf-8")
    assert " changed, in " in await lines_until(process, VERDICT)
    await interrupted(process)


def test_a_house_bot_has_no_file_to_watch(arena: Arena) -> None:
    code, _, err = arena("dev", "counter", "--game", "tigerdragon")
    assert (code, err) == (
        1, "arena: counter: no file to watch; write ./mybot.py or cmd:./program\n"
    )  # fmt: skip


def test_the_viewer_opens_the_position_before_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    import arena as arena_package

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    plugins = load_plugins(entry_points=False)
    log = parse_log(log_lines(arena_package.play("tigerdragon", ["first", "random"], seed=1).match))
    with LocalViewer(plugins) as viewer:
        url = viewer.open(log, plugins.game("tigerdragon"), 1, 5)
    assert opened == [url]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/m/\w+#e=4&seat=1", url)
