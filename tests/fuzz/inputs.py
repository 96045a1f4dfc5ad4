"""Input for readers: plain noise, and sound input with something changed in it."""

import gzip
import io
import json
import struct
import warnings
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from hypothesis import strategies as st

from arena.formats.mjai import export_mjai
from arena.formats.tenhou6 import write_tenhou6
from arena.match.link import FAMILIAR, _check, _text
from tests.arena.golden import GOLDEN
from tests.engine.riichi_matches import match

SHORT_LOGS = 3000
"""Bytes of a golden log that is still quick to replay many times."""
LOGS = [
    text
    for file in sorted(GOLDEN.glob("*/*.jsonl"))
    if len(text := file.read_text(encoding="utf-8")) < SHORT_LOGS
]
NUMBERS = st.integers() | st.sampled_from([-1, 2**31, 2**64, 10**400, -(10**400)])
SCALARS = (
    st.none()
    | st.booleans()
    | NUMBERS
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["", "\x00", "\ud800", "../x", "9" * 5000, "0", "pass", "error"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
DEEP = st.sampled_from([mark * 200_000 for mark in ("[", '{"a":', "[{", '"')])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a JSON value, itself first."""
    found = [path]
    inside: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value)
    for key, item in inside:
        found += places(item, (*path, key))
    return found


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A JSON value with something else at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value with one to three places replaced."""
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(value)))
        value = replaced(value, path, draw(VALUES))
    return value


def as_json(value: Any) -> str:
    """JSON as a careless client writes it, with NaN and lone surrogates."""
    return json.dumps(value)


@st.composite
def spliced(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes with up to four stretches replaced by others."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        cut = draw(st.integers(0, 8) | st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=8)) + data[at + cut :]
    return data


# -- frames

FRAMES: list[dict[str, Any]] = [
    {"type": "join", "room_id": "r", "player_id": "p", "role": "player", "detail": "full"},
    {"type": "action", "choice": "7", "request_id": 3, "info": {"note": [1]}},
    {"type": "chat", "text": "hello"},
    {"type": "ready", "ready": True},
    {"type": "discards_request", "room_id": "r"},
]


def frames() -> st.SearchStrategy[bytes]:
    """What a socket may bring."""
    whole = st.sampled_from(FRAMES)
    return (
        st.binary(max_size=200)
        | DEEP.map(str.encode)
        | whole.flatmap(changed).map(as_json).map(lambda text: text.encode("utf-8", "replace"))
        | whole.map(as_json).map(str.encode).flatmap(spliced)
    )


# -- links

HEADS: list[tuple[str, list[Any]]] = [
    ("texas42", [1, 4, 2, ["nello"], {"seed": "7"}, {"target": 1}]),
    ("tigerdragon", [1, 2, 3, [], {"given": [{"hands": [["1"], ["2"]]}], "then": "error"}, {}]),
    ("riichi", [1, 4, 5, [], {"given": [{"wall": list(range(136))}]}, {"preset": "tenhou"}]),
    ("taiwan", [1, 4, 2, [], {"seed": 7}, {}]),
    ("sichuan", [1, 4, 2, [], {"seed": 7}, {}]),
]


@st.composite
def whole_links(draw: st.DrawFn) -> str:
    """A link whose check sum holds, whatever is in it."""
    game, head = draw(st.sampled_from(HEADS))
    packed = packed_head(draw(st.just(head) | changed(head)))
    choices = draw(st.binary(max_size=12))
    body = f"1.{draw(st.just(game) | st.text(max_size=5))}.{_text(packed)}.{_text(choices)}"
    return f"{body}.{_check(body)}"


def packed_head(head: Any) -> bytes:
    """The head of a link, whatever it is."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=FAMILIAR)
    return packer.compress(as_json(head).encode()) + packer.flush()


def bomb() -> str:
    """A link whose head unpacks to 50 MB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = f"1.texas42.{_text(packer.compress(bytes(50_000_000)) + packer.flush())}."
    return f"{body}.{_check(body)}"


def links() -> st.SearchStrategy[str]:
    """What may be given as a link."""
    odd = st.just("1.texas42.\ud800.x.y")  # an argument of a command line may be no UTF-8
    return st.text(max_size=100) | whole_links() | st.just(bomb()) | odd


# -- match logs


@st.composite
def logs(draw: st.DrawFn) -> str:
    """A match log with lines that were changed, lost, doubled or cut."""
    lines = draw(st.sampled_from(LOGS)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from([0, len(lines) - 1]) | st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["change", "change", "lose", "double", "cut", "deep"]))
        match how:
            case "change" if lines[at].endswith("}"):
                lines[at] = as_json(draw(changed(_read(lines[at]))))
            case "lose" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "deep":
                lines[at] = draw(DEEP)
            case _:
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
    return "\n".join(lines)


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return {}


# -- mjlog

HANDS = "".join(f' hai{seat}="{",".join(map(str, range(seat, 52, 4)))}"' for seat in range(4))
MJLOG = (
    '<mjloggm ver="2.3"><GO type="9" lobby="0"/><TAIKYOKU oya="0"/>'
    f'<INIT seed="0,0,0,1,2,60" ten="250,250,250,250" oya="0"{HANDS}/>'
    '<T100/><D100/><U101/><E101/><N who="2" m="33321"/><F52/><REACH who="3" step="1"/>'
    '<W103/><G103/><REACH who="3" step="2" ten="250,250,250,240"/><DORA hai="70"/>'
    '<AGARI ba="0,1" hai="1,2" machi="4" ten="30,1000,0" yaku="1,1" doraHai="60" who="3"'
    ' fromWho="0" sc="250,0,250,0,250,0,250,0"/><RYUUKYOKU type="yao9" ba="0,0"/></mjloggm>'
)
SEEDED = MJLOG.replace("<TAIKYOKU", '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AAAA" ref=""/><T')


@st.composite
def _other_numbers(draw: st.DrawFn) -> bytes:
    """A log in which some numbers are others."""
    words = draw(st.sampled_from([MJLOG, SEEDED])).split('"')
    for _ in range(draw(st.integers(1, 4))):
        number = st.integers(-5, 200) | NUMBERS
        several = st.lists(number, max_size=6).map(lambda row: ",".join(map(str, row)))
        words[draw(st.integers(0, len(words) - 1))] = draw(several | st.text(max_size=9))
    return '"'.join(words).encode("utf-8", "replace")


def mjlogs() -> st.SearchStrategy[bytes]:
    """What may lie in an mjlog file."""
    no_points = st.just(MJLOG.replace('ten="250,', 'ten="0,').encode())  # options out of range
    plain = no_points | spliced(MJLOG.encode()) | spliced(SEEDED.encode()) | _other_numbers()
    packed = plain.map(gzip.compress)
    return st.binary(max_size=100) | plain | packed | packed.flatmap(spliced)


@cache
def exchanged_logs() -> tuple[str, str]:
    """A short match of riichi as mjai lines and as a log of tenhou.net/6."""
    options = {"length": "tonpuu", "start_points": 1000}
    played = [position for position, _ in match("fuzz", purposeful=True, **options)]
    lines = list(export_mjai(played, "abcd", options))
    return json.dumps(lines), json.dumps(write_tenhou6(played, "abcd", options))


@st.composite
def exchanged(draw: st.DrawFn) -> str:
    """A log of tenhou.net/6, or mjai lines, with values that were changed."""
    data = json.loads(draw(st.sampled_from(exchanged_logs())))
    for _ in range(draw(st.integers(1, 3))):
        data = draw(changed(data))
    return as_json(data)


# -- submissions

SOURCE = b"from bots import Bot\nclass Mine(Bot):\n    name = 'mine'\n"
TOML = b'[bot]\ncommand = "python3 bot.py --fast"\ndetail = "flat"\n'
NAMES = st.text(max_size=12) | st.sampled_from(
    ["bot.py", "bot.toml", "a/bot.py", "a", "A", "a/", "../x", "/x", "C:\\x", "x" * 300, "\ud800",
     "a/" * 20 + "x", "con\n"]
)  # fmt: skip


@st.composite
def zips(draw: st.DrawFn) -> bytes:
    """A zip of a few files with odd names, modes and contents."""
    written = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), ZipFile(written, "w") as target:
        for _ in range(draw(st.integers(0, 4))):  # names may be there twice
            entry = ZipInfo("x")
            entry.filename = draw(NAMES).encode("utf-8", "replace").decode()
            entry.compress_type = draw(st.sampled_from([ZIP_STORED, ZIP_DEFLATED]))
            entry.external_attr = draw(st.integers(0, 2**32 - 1))
            content = draw(st.sampled_from([SOURCE, TOML, b"", bytes(3_000_000)]))
            target.writestr(entry, content)
    return written.getvalue()


@st.composite
def _other_fields(draw: st.DrawFn) -> bytes:
    """A zip in whose headers single fields are others."""
    data = bytearray(draw(zips()))
    for _ in range(draw(st.integers(1, 6))):
        if len(data) > 4:
            at = draw(st.integers(0, len(data) - 4))
            struct.pack_into("<I", data, at, draw(st.integers(0, 2**32 - 1)))
    return bytes(data)


def archives() -> st.SearchStrategy[bytes]:
    """What may be submitted as a zip."""
    return st.binary(max_size=100) | zips() | zips().flatmap(spliced) | _other_fields()


def manifests() -> st.SearchStrategy[bytes]:
    """What may be submitted as a bot.toml."""
    words = st.sampled_from(
        ["[bot]", "[[bot]]", "bot", "command", "detail", "=", "\"", "'", "[", "{", "}", "]", ",",
         "\n", ".", "1979-05-27", "nan", "\\u0000", "\"a b\"", "[" * 3000, "{a=" * 3000, "-"]
    )  # fmt: skip
    noise = st.lists(words, max_size=30).map("".join).map(str.encode)
    long = st.just(TOML + b"#" * 20_000)
    return st.binary(max_size=100) | spliced(TOML) | noise | noise.map(TOML.__add__) | long
