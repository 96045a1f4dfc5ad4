"""Run the `arena` commands that the README and the docs show, on a server with tokens.

A command is run in a shell as it stands, each page in a folder of its own, so what a page shows
must work from its first line to its last. The tables below say what stands for a placeholder, what
is cut short, and what cannot be run. A command that is in no table is run and must exit with 0.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = ("README.md", "clients/**/*.md", "docs/**/*.md")
SHELL_BLOCKS: Final = ("", "sh", "console")
PATIENCE: Final = 60.0
"""Seconds that a command may take."""
START_SECONDS: Final = 20.0
PAGES_AT_ONCE: Final = 3
INTERRUPTED: Final = 130

NOT_RUN: Final = {
    "arena tournament run cup.toml --cluster tcp://10.0.0.1:8786": "needs a cluster of machines",
    "arena check box:gopher --game tigerdragon": "needs Go",
    "arena submit gopher --game tigerdragon --server URL --token TOKEN": "needs Go",
}
"""Commands that are only parsed, and why; `make test` submits compiled bots where it can."""

UNTIL_CTRL_C: Final = {
    "arena dev": "watching",
    "arena serve": "http://",
}
"""Commands that run until Ctrl-C, and what they print once they are at work."""

IN_THE_BACKGROUND: Final = {"arena connect https://HOST": "arena tournament export"}
"""Commands that end by what others do, and the command of their page that waits for it."""

SHORTER: Final = {
    "arena serve": "--port 0",
    "arena series texas42": "--deals 1",
    "arena series tigerdragon": "--deals 10",
    "arena compare ./new.py": "--deals 2",
    "arena compare counter": "--deals 20",
    "arena tournament run": "--deals 2",
    "arena challenge": "--deals 1",
}
"""Options that are added so that a command ends soon; the later of two values counts."""

REFUSED: Final = {"arena classroom release": "the deadline has not passed yet"}
"""Commands that cannot succeed yet when a page has just been read, and the refusal."""

TYPED: Final = {"arena login URL": "TOKEN\n"}
"""What is typed when a command asks."""

FOUND: Final = {
    "CLASS": r"AI 101 has the id (\w+)",
    "ASSIGNMENT": r"First bot has the id (\w+)",
    "ID": r"Tournament (\w+-\w+)",
    "3f2a...": r"public key (\w+)",
}
"""Placeholders that stand for what an earlier command of the page has printed."""

ORGANISERS: Final = ("docs/classrooms.md", "docs/events.md")
"""Pages whose reader is an organiser at the server's machine; all others are read by a player."""

BEFORE: Final = {
    "README.md": "arena connect URL --bot counter --room first --fill",
}
"""What somebody did at the server before a page is read."""

BOT: Final = """from arena import hookimpl
from bots import Bot


class Mine(Bot):
    name = "brave"

    def act(self, turn):
        return turn.legal[0]


@hookimpl
def arena_register_bots():
    return [Mine]
"""
CUP: Final = """id = "cup"
game = "tigerdragon"
seats = 2
rounds = 1
entrants = ["host"]
bots = ["counter"]
config = {target = 1}
"""
ASSIGNMENT: Final = """name = "First bot"
game = "tigerdragon"
deadline = 2099-12-01T18:00:00Z

[public]
opponents = ["random"]
deals = 1

[hidden]
opponents = ["random"]
deals = 1
"""
FILES: Final = {
    "README.md": {"brave_bot.py": BOT},
    "docs/classrooms.md": {"class.csv": "kim,Kim,a\n", "first-bot.toml": ASSIGNMENT},
    "docs/events.md": {"cup.toml": CUP, "mybot.py": BOT},
    "docs/sandbox.md": {"stranger.py": BOT},
    "docs/tournaments.md": {"mybot.py": BOT, "new.py": BOT, "old.py": BOT},
    "docs/write-a-bot.md": {"brave.py": BOT},
}
"""Files that a page's reader has before its commands."""
SETTINGS: Final = """db = "sqlite:///arena.db"
port = 0
ladder_games = "tigerdragon,riichi"
ladder_pause = 0.5
ladder_share = 1
ladder_config = { tigerdragon = { target = 1 }, riichi = { length = "tonpuu" } }
"""


class ShownError(Exception):
    """A command that a page shows does not do what the page says."""


def shown(page: Path) -> list[str]:
    """Return the lines in a page's shell blocks that begin with `arena`."""
    found, block = [], None
    for line in page.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if fence := re.match(r"\s*```(\w*)", line):
            block = fence[1] if block is None else None
        elif block in SHELL_BLOCKS and line.startswith("arena "):
            found.append(re.sub(r"\s+#\s.*", "", line).rstrip())
    return found


def shown_by_page(root: Path = ROOT) -> dict[str, list[str]]:
    """Return every page that shows commands, with its commands in order."""
    files = [file for pattern in PAGES for file in sorted(root.glob(pattern))]
    pages = {file.relative_to(root).as_posix(): shown(file) for file in files}
    return {page: lines for page, lines in pages.items() if lines}


def entry(table: Mapping[str, str], line: str) -> str:
    """Return a table's value for the beginning of a command line; empty if it has none."""
    return next((value for start, value in table.items() if line.startswith(start)), "")


@dataclass(slots=True)
class Reader:
    """A person who types what a page shows, in an empty folder."""

    folder: Path
    env: Mapping[str, str]
    url: str
    token: str
    output: str = ""
    waiting: list[tuple[str, subprocess.Popen[str]]] = field(default_factory=list)
    """Commands that are still at work."""

    def type(self, line: str) -> None:
        """Run a shown command; ShownError if it fails."""
        for begun, process in self.waiting:
            if line.startswith(entry(IN_THE_BACKGROUND, begun)):
                self.expect_end(begun, process)
        process = subprocess.Popen(
            ["sh", "-c", f"exec {self.filled(line)}"],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        if entry(IN_THE_BACKGROUND, line):
            self.waiting.append((line, process))
            return
        if begun := entry(UNTIL_CTRL_C, line):
            self.interrupt(line, process, begun)
            return
        self.expect_end(line, process, self.with_values(TYPED.get(line, "")))

    def expect_end(self, line: str, process: subprocess.Popen[str], typed: str = "") -> None:
        """Wait for a command to end as it should, and remember what it has printed."""
        try:
            output, _ = process.communicate(typed, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise ShownError(f"{line}: not over after {PATIENCE:g} s") from None
        self.output += output
        refusal = entry(REFUSED, line)
        if process.returncode != bool(refusal) or refusal not in output:
            raise ShownError(f"{line}: exit code {process.returncode}\n{output}")

    def interrupt(self, line: str, process: subprocess.Popen[str], begun: str) -> None:
        """Wait until a command is at work, and end it as Ctrl-C does."""
        assert process.stdout
        output = ""
        patience = Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
        patience.start()
        while begun not in output and (more := process.stdout.readline()):
            output += more
        process.send_signal(signal.SIGINT)
        output += process.communicate()[0]
        patience.cancel()
        if begun not in output or process.returncode not in (0, INTERRUPTED):
            raise ShownError(f"{line}: exit code {process.returncode}\n{output}")

    def filled(self, line: str) -> str:
        """Return a command line with values for its placeholders, and made short."""
        command, *redirected = line.partition(" > ")
        return " ".join([self.with_values(command), entry(SHORTER, line), *redirected])

    def with_values(self, text: str) -> str:
        """Return a text with values for its placeholders."""
        for word, pattern in FOUND.items():
            if re.search(rf"(?<!\S){re.escape(word)}(?!\S)", text):
                found = re.findall(pattern, self.output)
                if not found:
                    raise ShownError(f"{text}: no command before it has printed what {word} is")
                text = text.replace(word, found[-1])
        for address in ("https://HOST", "http://127.0.0.1:8001", "URL"):
            text = text.replace(address, self.url)
        return text.replace("TOKEN", self.token)


@contextmanager
def server_with_tokens(
    folder: Path, role: str, env: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Run `arena serve` in a folder; yield its address and the token of an account, host."""
    folder.mkdir(parents=True)
    (folder / "arena.toml").write_text(SETTINGS, encoding="utf-8")
    create = ["arena", "token", "create", "host", "--role", role]
    made = subprocess.run(create, cwd=folder, env=env, check=True, capture_output=True, text=True)
    server = subprocess.Popen(
        ["arena", "serve"], cwd=folder, env=env, stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    patience = Timer(START_SECONDS, server.kill)
    patience.start()
    try:
        assert server.stdout
        address = re.search(r"http://\S+", server.stdout.readline())
        if address is None:
            raise ShownError("arena serve: does not say where it listens")
        patience.cancel()
        yield address.group(), made.stdout.split()[-1]
    finally:
        patience.cancel()
        server.terminate()
        server.wait(timeout=PATIENCE)


def run_page(page: str, lines: list[str], scratch: Path, env: Mapping[str, str]) -> int:
    """Type a page's commands one after the other; return how many were run."""
    folder = scratch / page.replace("/", "-").removesuffix(".md")
    own = {**env, "XDG_CONFIG_HOME": str(folder / "config"), "COLUMNS": "80"}
    there = folder / "server"
    here = there if page in ORGANISERS else folder / "here"
    role = "organiser" if page in ORGANISERS else "player"
    with server_with_tokens(there, role, own) as (url, token):
        here.mkdir(exist_ok=True)
        for name, text in FILES.get(page, {}).items():
            (here / name).write_text(text, encoding="utf-8")
        reader = Reader(here, own, url, token)
        reader.type("arena examples examples")
        reader.type("arena login URL --token TOKEN")
        if before := BEFORE.get(page):
            reader.type(before)
        runnable = [line for line in lines if line not in NOT_RUN]
        for line in runnable:
            started = time.monotonic()
            reader.type(line)
            sys.stdout.write(f"{page}: {time.monotonic() - started:.1f} s  {line}\n")
            sys.stdout.flush()
    return len(runnable)


def run_all(scratch: Path, env: Mapping[str, str], root: Path = ROOT) -> bool:
    """Run every page's commands by the `arena` that is first in PATH; report what fails."""
    ran, failed = 0, 0
    with ThreadPoolExecutor(PAGES_AT_ONCE) as readers:
        pages = {
            page: readers.submit(run_page, page, lines, scratch, env)
            for page, lines in shown_by_page(root).items()
        }
        for page, reading in pages.items():
            try:
                ran += reading.result()
            except ShownError as error:
                failed += 1
                sys.stdout.write(f"{page}: {error}\n")
    for line, reason in NOT_RUN.items():
        sys.stdout.write(f"not run ({reason}): {line}\n")
    sys.stdout.write(f"shown commands: {ran} run, {failed} pages failed\n")
    return not failed
