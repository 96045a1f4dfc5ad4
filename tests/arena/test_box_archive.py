"""Submissions: what is taken, and what is refused before anything of it is used."""

import os
import stat
import struct
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from arena.children.sandbox.submission_files import ArchiveLimits, lay_out
from arena.errors import SubmissionError

SMALL = ArchiveLimits(packed=200_000, unpacked=2_000_000, files=5, depth=3, name=40, ratio=20)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


def zipped(path: Path, *entries: tuple[str | ZipInfo, bytes]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for name, data in entries:
            packed.writestr(name, data)
    return path


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_file_a_folder_and_a_zip_are_laid_out_alike(tmp_path: Path) -> None:
    source = tmp_path / "mine"
    (source / "lib").mkdir(parents=True)
    (source / "bot.py").write_text("print()")
    (source / "lib" / "deep.py").write_text("x = 1")
    (source / ".secret").write_text("stays here")
    (source / "run.sh").write_text("#!/bin/sh")
    (source / "run.sh").chmod(0o755)
    packed = tmp_path / "mine.zip"
    with ZipFile(packed, "w") as opened:
        for name in ("bot.py", "lib/deep.py", "run.sh"):
            opened.write(source / name, name)
    for number, given in enumerate((source, packed)):
        target = tmp_path / str(number)
        target.mkdir()
        lay_out(given, target)
        assert names(target) == ["bot.py", "lib/deep.py", "run.sh"]
        assert os.access(target / "run.sh", os.X_OK)
        assert stat.S_IMODE((target / "bot.py").stat().st_mode) == 0o644
    single = tmp_path / "single"
    single.mkdir()
    lay_out(source / "bot.py", single)
    assert names(single) == ["bot.py"]


@pytest.mark.parametrize(
    "name",
    ["../out.py", "/etc/out.py", "a/../../out.py", "C:\\out.py", "a\\b.py", "./a.py", "a//b.py"],
)
def test_zip_slip_is_refused(tmp_path: Path, target: Path, name: str) -> None:
    given = zipped(tmp_path / "slip.zip", (ZipInfo(name), b"owned"))
    if "\\" in name:  # the writer would have made it harmless
        plain = name.replace("\\", "/").encode()
        given.write_bytes(given.read_bytes().replace(plain, name.encode()))
    with pytest.raises(SubmissionError, match=r"leads elsewhere|absolute path"):
        lay_out(given, target)
    assert not list(tmp_path.rglob("out.py"))


def test_links_in_a_zip_are_refused(tmp_path: Path, target: Path) -> None:
    link = ZipInfo("passwords")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    given = zipped(tmp_path / "link.zip", (link, b"/etc/passwd"))
    with pytest.raises(SubmissionError, match="'passwords': a link"):
        lay_out(given, target)


def test_links_in_a_folder_are_refused(tmp_path: Path, target: Path) -> None:
    source = tmp_path / "mine"
    source.mkdir()
    (source / "bot.py").symlink_to("/etc/passwd")
    with pytest.raises(SubmissionError, match=r"bot.py: a link; only files"):
        lay_out(source, target)


def test_a_zip_that_unpacks_to_very_much_is_refused(tmp_path: Path, target: Path) -> None:
    given = zipped(tmp_path / "bomb.zip", ("zeros", bytes(1_900_000)))
    with pytest.raises(SubmissionError, match="unpacks to over 20 times"):
        lay_out(given, target, SMALL)
    given = zipped(tmp_path / "big.zip", *((f"{n}", os.urandom(1000) * 700) for n in range(4)))
    with pytest.raises(SubmissionError, match="over 2 MiB in all"):
        lay_out(given, target, ArchiveLimits(unpacked=2_000_000, ratio=2000))


def test_sizes_a_zip_claims_are_not_believed(tmp_path: Path, target: Path) -> None:
    given = zipped(tmp_path / "liar.zip", ("zeros", bytes(1_900_000)))
    size = struct.pack("<I", 1_900_000)
    given.write_bytes(given.read_bytes().replace(size, struct.pack("<I", 10)))
    with pytest.raises(SubmissionError):
        lay_out(given, target, SMALL)
    assert sum(p.stat().st_size for p in target.rglob("*")) < 1_900_000


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([(f"{n}.py", b"") for n in range(6)], "over 5 files"),
        ([("a/b/c/d.py", b"")], "3 folders deep"),
        ([("n" * 41, b"")], "a name over 40 bytes"),
        ([("A.py", b""), ("a.py", b"")], "twice in one submission"),
        ([("a\nb.py", b"")], "control characters"),
    ],
    ids=["files", "depth", "name", "twice", "control"],
)
def test_a_zip_beyond_its_limits_is_refused(
    tmp_path: Path, target: Path, entries: list[tuple[str, bytes]], message: str
) -> None:
    given = zipped(tmp_path / "much.zip", *entries)
    with pytest.raises(SubmissionError, match=message):
        lay_out(given, target, SMALL)


def test_a_huge_zip_is_refused_unread(tmp_path: Path, target: Path) -> None:
    given = tmp_path / "huge.zip"
    with given.open("wb") as opened:
        opened.truncate(200_001)
    with pytest.raises(SubmissionError, match=r"huge.zip: 0 MiB; 0 MiB at most"):
        lay_out(given, target, SMALL)
    many = zipped(tmp_path / "many.zip", *((f"{n:039}", b"") for n in range(30)))
    with pytest.raises(SubmissionError, match="over 5 files"):
        lay_out(many, target, SMALL)


@pytest.mark.parametrize("data", [b"", b"no zip at all", b"PK\x05\x06" + bytes(18) + b"x" * 10])
def test_what_is_no_zip_is_refused_in_words(tmp_path: Path, target: Path, data: bytes) -> None:
    given = tmp_path / "broken.zip"
    given.write_bytes(data)
    if data.startswith(b"PK"):
        lay_out(given, target)
        assert names(target) == []
        return
    with pytest.raises(SubmissionError, match=r"broken.zip: no zip file"):
        lay_out(given, target)


def test_a_torn_zip_is_refused_in_words(tmp_path: Path, target: Path) -> None:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        packed.writestr("bot.py", b"x" * 1000)
    data = bytearray(buffer.getvalue())
    data[100] ^= 1
    given = tmp_path / "torn.zip"
    given.write_bytes(data)
    with pytest.raises(SubmissionError, match=r"torn.zip: a broken zip file \(Bad CRC"):
        lay_out(given, target)


@pytest.mark.parametrize(
    ("name", "message"),
    [("bot.exe", "a bot is a .py file, a folder or a .zip"), ("gone.py", "no such file")],
)
def test_other_things_are_no_submissions(
    tmp_path: Path, target: Path, name: str, message: str
) -> None:
    (tmp_path / "bot.exe").write_bytes(b"MZ")
    with pytest.raises(SubmissionError, match=message):
        lay_out(tmp_path / name, target)
