"""Bot specs: what each form means, and what is refused."""

from pathlib import Path

import pytest

from arena.errors import SpecError, TableError
from arena.local.loop import resolve
from arena.plugins.bot_specs import BotSpec, CommandLineSpec, find_player, parse_spec
from arena.plugins.manager import load_plugins
from bots import Bot, Turn
from bots.stock import FirstBot, RandomBot
from engine.tigerdragon import TigerDragon

PLUGINS = load_plugins(entry_points=False)
ONE_BOT = "from bots.stock import FirstBot\nclass Mine(FirstBot):\n    name = 'mine'\n"


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy", BotSpec("plugin", "greedy")),
        ("./mybot.py", BotSpec("file", "./mybot.py")),
        ("mybot.py", BotSpec("file", "mybot.py")),
        ("../a b/mybot.py:Name", BotSpec("file", "../a b/mybot.py", "Name")),
        ("cmd:./mybot --flag", BotSpec("cmd", "./mybot --flag")),
        ("cmd:python3 mybot.py", BotSpec("cmd", "python3 mybot.py")),
        ("flat:./mybot.sh", BotSpec("flat", "./mybot.sh")),
        ("box:./mybot.py", BotSpec("box", "./mybot.py")),
        ("box:./mybot.py:Name", BotSpec("box", "./mybot.py", "Name")),
        ("box:./folder", BotSpec("box", "./folder")),
        ("box:node mybot.js", BotSpec("box", "node mybot.js")),
        ("ws", BotSpec("ws")),
    ],
)
def test_a_spec_is_read_and_written_back(text: str, spec: BotSpec) -> None:
    assert parse_spec(CommandLineSpec(text)) == spec
    assert str(spec) == text


def test_a_child_has_its_command_line_split_like_a_shell() -> None:
    assert parse_spec(CommandLineSpec("cmd:./my\\ bot --name 'a b'")).argv == (
        "./my bot",
        "--name",
        "a b",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("box:", "which bot"),
        ("cmd:", "which program"),
        ("flat: ", "which program"),
        ("cmd:'open", "No closing quotation"),
        ("./mybot", "write cmd:./mybot"),
        ("", "is no bot spec"),
        ("http://x", "a bot file ends in .py"),
        ("what:ever", "is no bot spec"),
    ],
)
def test_a_misfit_spec_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse_spec(CommandLineSpec(text))


def test_a_seat_for_a_remote_client_needs_a_server() -> None:
    with pytest.raises(SpecError, match="only a server"):
        find_player(CommandLineSpec("ws"), PLUGINS)


def test_a_file_with_one_bot_needs_no_name(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(ONE_BOT, encoding="utf-8")
    assert find_player(CommandLineSpec(str(file)), PLUGINS).name == "mine"


@pytest.mark.parametrize("name", ["Other", "other"])
def test_a_file_with_two_bots_is_asked_for_one(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(f"{ONE_BOT}class Other(FirstBot):\n    name = 'other'\n", encoding="utf-8")
    assert find_player(CommandLineSpec(f"{file}:{name}"), PLUGINS).name == "other"
    with pytest.raises(SpecError, match="found Mine, Other; add :Name"):
        find_player(CommandLineSpec(str(file)), PLUGINS)
    with pytest.raises(SpecError, match="no Bot class 'Third'; it has Mine, Other"):
        find_player(CommandLineSpec(f"{file}:Third"), PLUGINS)


def test_a_file_that_fails_says_why(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text("import nothing_of_this_name", encoding="utf-8")
    with pytest.raises(SpecError, match="No module named 'nothing_of_this_name'"):
        find_player(CommandLineSpec(str(file)), PLUGINS)
    with pytest.raises(SpecError, match="no such file"):
        find_player(CommandLineSpec(str(tmp_path / "gone.py")), PLUGINS)


def test_a_bot_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_mybot.py").write_text("NAME = 'neighbour'\n", encoding="utf-8")
    file = tmp_path / "mybot.py"
    file.write_text(
        "from beside_mybot import NAME\n" + ONE_BOT.replace("'mine'", "NAME"), encoding="utf-8"
    )
    assert find_player(CommandLineSpec(str(file)), PLUGINS).name == "neighbour"


def test_classes_and_instances_sit_down_as_they_are() -> None:
    bot = RandomBot()
    assert find_player(bot, PLUGINS).bot is bot
    assert isinstance(find_player(FirstBot, PLUGINS).bot, FirstBot)


def test_children_and_async_bots_need_the_referee() -> None:
    class Slow(Bot):
        name = "slow"

        async def act(self, turn: Turn) -> str:
            return turn.legal[0]

    assert find_player(CommandLineSpec("cmd:./mybot"), PLUGINS).needs_referee
    assert find_player(Slow, PLUGINS).needs_referee
    assert not find_player(CommandLineSpec("random"), PLUGINS).needs_referee


def test_the_wrong_number_of_bots_is_refused_with_the_right_ones() -> None:
    with pytest.raises(TableError, match="tigerdragon is for 2, 3, 4 or 5 players; 1 given"):
        resolve("tigerdragon", ["random"], PLUGINS)
    with pytest.raises(TableError, match="6 given"):
        resolve("tigerdragon", ["random"] * 6, PLUGINS)


def test_a_bot_of_another_game_is_refused() -> None:
    class Other(FirstBot):
        games = ("riichi",)

    with pytest.raises(TableError, match="first plays riichi, not tigerdragon"):
        resolve(TigerDragon(), [Other, "random"], PLUGINS)


def test_different_bots_of_one_name_are_told_apart_and_copies_are_not() -> None:
    class Twin(RandomBot):
        pass

    _, players = resolve("tigerdragon", ["random", Twin, "random", Twin], PLUGINS)
    assert [player.name for player in players] == ["random", "random#2", "random", "random#2"]
