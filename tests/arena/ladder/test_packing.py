"""What `arena submit` packs: a file with its neighbours, a folder, a zip, a program."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.cli.packing import bot_name, packed
from arena.errors import SubmissionError
from arena.ladder.submission import new_version
from arena.sdk.new_bot import Language, new_bot
from engine.tigerdragon import TigerDragon

BOT = "from bots import Bot\nclass Mine(Bot):\n    def act(self, turn): return turn.legal[0]\n"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def content(path: Path | str) -> dict[str, str]:
    """The files of what is sent, as the server takes it."""
    filename, archive = packed(str(path))
    new_version("tigerdragon", filename, archive)
    if filename.endswith(".py"):
        return {filename: archive.decode()}
    with ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name).decode("utf-8", "replace") for name in opened.namelist()}


def test_a_file_alone_is_sent_alone(tmp_path: Path) -> None:
    write(tmp_path, {"mine.py": BOT, "other.py": "x = 1"})
    assert content(tmp_path / "mine.py") == {"mine.py": BOT}


def test_a_file_brings_the_neighbours_that_it_imports(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "mine.py": f"import hands\nfrom tables.odds import ODDS\nopen('w.bin')\n{BOT}",
            "hands.py": "import deep",
            "deep.py": "import mine",
            "tables/__init__.py": "",
            "tables/odds.py": "ODDS = {}",
            "tables/data.json": "{}",
            "w.bin": "",
            "unrelated.py": "",
        },
    )
    assert set(content(tmp_path / "mine.py")) == {
        "bot.py", "hands.py", "deep.py", "tables/odds.py", "tables/data.json",
        "tables/__init__.py", "w.bin",
    }  # fmt: skip


def test_a_program_alone_brings_its_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"cbot/bot": "#!/bin/sh\n"})
    (tmp_path / "cbot" / "bot").chmod(0o755)
    manifest = '[bot]\ncommand = "./bot"\ndetail = "flat"\n'
    assert content("flat:./cbot/bot") == {"bot": "#!/bin/sh\n", "bot.toml": manifest}
    assert content("cmd:./cbot/bot")["bot.toml"] == manifest.replace("flat", "full")
    assert content("cbot/bot")["bot.toml"] == manifest.replace("flat", "full")


def test_a_command_with_a_script_brings_the_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"mine/bot.sh": "echo"})
    found = content("flat:sh mine/bot.sh --fast")
    assert found == {
        "bot.sh": "echo",
        "bot.toml": '[bot]\ncommand = "sh bot.sh --fast"\ndetail = "flat"\n',
    }


def test_a_folder_with_a_manifest_is_sent_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    manifest = '[bot]\ncommand = "sh bot.sh"\n'
    write(tmp_path, {"mine/bot.sh": "echo", "mine/bot.toml": manifest, "mine/odds.txt": "1"})
    assert set(content("flat:sh mine/bot.sh")) == set(content("mine")) == {
        "bot.sh", "bot.toml", "odds.txt",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("counter", "counter: no such file or folder; a house bot cannot be submitted"),
        ("gone.py", "gone.py: no such file or folder"),
        ("flat:./gone/bot", "flat:./gone/bot: no file of this command is here"),
        ("notes.txt", "notes.txt: a bot is a .py file, a folder, a .zip or a program"),
        ("empty", "empty: neither bot.py nor bot.toml is in this folder; write arena submit "
                  "empty/FILE.py, or a bot.toml with [bot] command = \"node bot.js\""),
        ("huge.zip", "huge.zip: 17.0 MB; a submission has at most 16.8 MB"),
        ("huge", "huge: 40.0 MB unpacked; a submission has at most 33.6 MB"),
    ],
)  # fmt: skip
def test_what_cannot_be_sent_is_refused_before_it_is(
    word: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"notes.txt": "x", "empty/readme": "x", "huge/bot.py": BOT})
    (tmp_path / "huge.zip").write_bytes(bytes(17_000_000))
    (tmp_path / "huge" / "weights").write_bytes(bytes(40_000_000))
    with pytest.raises(SubmissionError) as refused:
        packed(word)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("word", "name"),
    [("a/Mine.py", "mine"), ("a/mine/bot.py", "mine"), ("flat:./cbot/bot", "cbot"),
     ("flat:node mine/bot.mjs", "mine"), ("x/My Bot.zip", "my-bot"), ("flat:sh -c ./deep", "deep")],
)  # fmt: skip
def test_a_bot_is_called_after_its_folder_or_file(word: str, name: str) -> None:
    assert bot_name(word) == name


@pytest.mark.parametrize(
    ("language", "spec", "kept"),
    [
        (Language.JAVA, "cmd:java -cp mine Bot", "Arena.java"),
        (Language.TYPESCRIPT, "cmd:node mine/main.mjs", "arena.mjs"),
    ],
)
def test_a_new_project_is_sent_as_it_is_checked(
    language: Language, spec: str, kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    new_bot("mine", TigerDragon(), language, Path())
    library = Path("mine/node_modules/some/index.js")
    library.parent.mkdir(parents=True)
    library.write_text("", encoding="utf-8")
    name, archive = packed(spec)
    files = ZipFile(io.BytesIO(archive)).namelist()
    assert name == "mine.zip"
    assert {"bot.toml", kept} <= set(files)
    assert not any("node_modules" in file for file in files)
