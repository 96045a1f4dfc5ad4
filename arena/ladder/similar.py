"""Which submissions to an assignment are alike, by normalised tokens.

Names, numbers and texts count by their kind alone, and comments and layout not at all, so that a
copy with other names is still one. What more than half of all share, such as a template that
everybody was given, does not count.
"""

import io
import keyword
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.children.sandbox.submission_files import lay_out
from arena.errors import SubmissionError

LENGTH: Final = 10
"""Tokens in a row that are compared as one piece."""
LEAST: Final = 20
"""Pieces of its own that a submission needs to be compared by parts."""
ALIKE: Final = 0.6
"""The share of the smaller one's pieces from which on two are reported."""
SHARED_BY: Final = 4
"""Submissions from which on what more than half of them share is left out."""
MOST_BYTES: Final = 1024 * 1024
"""Bytes of source that are read of one submission."""
SOURCES: Final = {
    ".py", ".js", ".ts", ".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".go", ".awk", ".sh",
}  # fmt: skip
WORD: Final = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|[A-Za-z_]\w*|\d[\w.]*|[^\s\w]')
COMMENT: Final = re.compile(r"^\s*(#|//).*$", re.MULTILINE)
"""A line that is a comment in most languages."""
QUIET: Final = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
     tokenize.ENCODING, tokenize.ENDMARKER}
)  # fmt: skip
Pieces = frozenset[int]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two submissions that are alike, and how much."""

    one: str
    other: str
    share: float
    """Of the smaller one's pieces, how many the other has too; 1 is a copy."""


def similar_pairs(archives: Mapping[str, tuple[str, bytes]]) -> list[Pair]:
    """Compare submissions, each a file's name and content, by whose they are; the most alike first.

    It takes a while; call it in a thread.
    """
    whole = {who: pieces(kinds(name, content)) for who, (name, content) in archives.items()}
    whole = {who: found for who, found in whole.items() if found}
    own = without_shared(whole)
    found = [
        Pair(one, other, share(whole, own, one, other))
        for one, other in combinations(sorted(whole), 2)
    ]
    return sorted(
        (pair for pair in found if pair.share >= ALIKE), key=lambda pair: (-pair.share, pair.one)
    )


def share(whole: Mapping[str, Pieces], own: Mapping[str, Pieces], one: str, other: str) -> float:
    """Return how much of the smaller of two submissions is in the larger."""
    if whole[one] == whole[other]:
        return 1.0
    smaller = min(len(own[one]), len(own[other]))
    if smaller < LEAST:
        return 0.0  # too little of its own to tell
    return round(len(own[one] & own[other]) / smaller, 3)


def without_shared(whole: Mapping[str, Pieces]) -> dict[str, Pieces]:
    """Return each submission's pieces without those that more than half of all have."""
    if len(whole) < SHARED_BY:
        return dict(whole)
    many = Counter(piece for found in whole.values() for piece in found)
    common = {piece for piece, count in many.items() if count > len(whole) / 2}
    return {who: found - common for who, found in whole.items()}


def pieces(tokens: Iterator[str]) -> Pieces:
    """Return every run of so many tokens, as numbers."""
    row = list(tokens)
    if not row:
        return frozenset()
    last = max(1, len(row) - LENGTH + 1)
    return frozenset(hash(tuple(row[at : at + LENGTH])) for at in range(last))


def kinds(filename: str, content: bytes) -> Iterator[str]:
    """Return the tokens of a submission's sources, names and values by their kind alone."""
    with TemporaryDirectory(prefix="arena-similar-") as folder:
        source, files = Path(folder) / filename, Path(folder) / "files"
        source.write_bytes(content)
        files.mkdir()
        try:
            lay_out(source, files)
        except SubmissionError:
            return
        left = MOST_BYTES
        for path in sorted(path for path in files.rglob("*") if path.suffix in SOURCES):
            text = path.read_bytes()[:left].decode("utf-8", "replace")
            left -= len(text)
            yield from python_kinds(text) if path.suffix == ".py" else other_kinds(text)


def python_kinds(text: str) -> list[str]:
    """Return the tokens of a Python file; of one that is none, those of any language."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                found.append(token.string if keyword.iskeyword(token.string) else "name")
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                found.append("value")
            elif token.type not in QUIET:
                found.append(token.string)
    except (tokenize.TokenError, SyntaxError, ValueError):
        return other_kinds(text)
    return found


def other_kinds(text: str) -> list[str]:
    """Return the tokens of a text in any language."""
    return [kind(word) for word in WORD.findall(COMMENT.sub("", text))]


def kind(word: str) -> str:
    """Return what a token counts as."""
    if word[0].isdigit() or word[0] in "\"'":
        return "value"
    return "name" if word[0].isalpha() or word[0] == "_" else word
