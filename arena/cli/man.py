"""`arena man`: man pages of all commands, made from what `--help` prints."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from arena.cli.commands import COMMANDS, load
from arena.cli.output import say

SECTION: Final = re.compile(r"^(Usage|Arguments|Options|Commands):\s*(.*)$")
WIDTH: Final = 78


def man(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write them to.")],
) -> None:
    """Write man pages of all commands to a folder.

    Example: arena man ~/.local/share/man/man1     then: man arena-check
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages = man_pages()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    say(f"{len(pages)} pages in {folder}; read one with: man -l {folder / 'arena-check.1'}")


def man_pages() -> dict[str, str]:
    """Return every page by its file name: `arena`, its commands, and those of groups."""
    pages = {"arena.1": main_page()}
    for name, command in COMMANDS.items():
        for words, found in leaves(name):
            line = command.line if len(words) == 1 else ""
            pages[f"arena-{'-'.join(words)}.1"] = page(["arena", *words], found, line)
    return pages


def leaves(name: str) -> Iterator[tuple[list[str], Any]]:
    """Yield a command, or the commands of a group, with the words that call each."""
    loaded = load(name)
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    if not isinstance(loaded, typer.Typer):
        app.command(name)(loaded)
        yield [name], typer.main.get_command(app)
        return
    app.add_typer(loaded, name=name)
    group: Any = typer.main.get_group(app).commands[name]
    for word, command in sorted(group.commands.items()):
        yield [name, word], command


def page(words: list[str], command: Any, line: str) -> str:
    """Return one command's page."""
    context = command.make_context(
        " ".join(words), [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH
    )
    text = command.get_help(context)
    summary = line or (command.help or "").partition("\n")[0]
    name = "-".join(words)
    return "\n".join([*head(name, summary), *body(text), *see_also(words), ""])


def main_page() -> str:
    """Return the page of `arena` itself: its commands, one line each."""
    lines = head("arena", "a bot arena for table games with hidden tiles")
    lines += [".SH SYNOPSIS", ".B arena", "COMMAND [OPTIONS]", ".SH COMMANDS"]
    for name, command in COMMANDS.items():
        lines += [".TP", f".B {escaped(name)}", escaped(command.line)]
    lines += [
        ".SH SEE ALSO",
        ".BR arena-play (1),",
        ".BR arena-new-bot (1),",
        ".BR arena-serve (1)",
    ]
    return "\n".join([*lines, ""])


def head(name: str, summary: str) -> list[str]:
    """Return how every page begins."""
    title = f'.TH "{name.upper()}" "1" "" "Table Arena" "Table Arena"'
    return [title, ".SH NAME", f"{escaped(name)} \\- {escaped(summary.rstrip('.'))}"]


def body(text: str) -> Iterator[str]:
    """Yield the help as sections; its columns and examples stand as they are printed."""
    yield from (".SH SYNOPSIS", ".nf")
    for line in text.splitlines():
        found = SECTION.match(line)
        if not found:
            yield escaped(line.removeprefix("  "))
        elif found.group(1) == "Usage":
            yield from (escaped(found.group(2)), ".fi", ".SH DESCRIPTION", ".nf")
        else:
            yield from (".fi", f".SH {found.group(1).upper()}", ".nf")
    yield ".fi"


def see_also(words: list[str]) -> list[str]:
    """Return where to read on."""
    return [".SH SEE ALSO", ".BR arena (1)"] if len(words) > 1 else []


def escaped(text: str) -> str:
    """Return text that roff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
