"""Boxed bots that mean well: they play as anywhere else, whatever they are written in."""

import json
import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import arena
from arena.children.sandbox import start
from arena.children.sandbox.entry_commands import ENVIRONMENT
from arena.children.sandbox.layers import Layers, probe
from arena.children.sandbox.program import defines_bot, prepare
from arena.cli import main
from arena.errors import ArenaError, BoxError, SpecError
from arena.match.result import MatchResult
from arena.settings import Settings
from tests.arena.boxes import needs_box

SHORT = {"target": 1}
NOTHING = Layers(True, True, 0, False, False, "", "not installed", 65534, "")
BOT = """
import os, sys
from bots import Bot
class Mine(Bot):
    name = "mine"
    def act(self, turn):
        return turn.legal[-1], {
            "uid": os.getuid(), "cwd": os.listdir(), "env": sorted(os.environ)
        }
"""
SCRIPT = """
import json, sys
print('{"type": "ready"}', flush=True)
for line in sys.stdin:
    state = json.loads(line)
    if state.get("legal"):
        choice = state["legal"].split(",")[-1]
        print(json.dumps({"type": "action", "choice": choice}), flush=True)
"""
NODE = """
console.log('{"type": "ready"}');
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const state = JSON.parse(line);
  if (state.legal) {
    console.log(JSON.stringify({ type: "action", choice: state.legal.split(",").at(-1) }));
  }
});
"""
SHELL = (Path(__file__).parents[2] / "examples" / "flat_bot.sh").read_text()

pytestmark = needs_box


def played(spec: str, seed: int = 3) -> MatchResult:
    return arena.play("tigerdragon", [spec, "first", "first"], seed=seed, config=SHORT)


def moves(result: MatchResult) -> list[Any]:
    return [
        {seat: move.choice for seat, move in record.moves.items()}
        for record in result.match.records
    ]


def infos(result: MatchResult) -> list[Any]:
    return [info for record in result.match.records for info in record.info.values()]


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_a_boxed_bot_plays_as_in_process_and_holds_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, mybot__py=BOT) / "mybot.py"
    result = played(f"box:{file}")
    assert result.faults == ()
    assert moves(result) == moves(played(str(file)))
    info = infos(result)[0]
    assert info["uid"] != 0
    assert info["cwd"] == []
    assert set(info["env"]) <= {"PWD", "LANG", "PATH", "LC_CTYPE"} | set(ENVIRONMENT)


JOINS_THREADS = """
import ctypes
from bots import Bot
libc = ctypes.CDLL(None)
class Mine(Bot):
    name = "mine"
    def act(self, turn):
        thread = ctypes.c_ulong()
        wait = ctypes.cast(libc.usleep, ctypes.c_void_p)
        started = libc.pthread_create(ctypes.byref(thread), None, wait, ctypes.c_void_p(20_000))
        return turn.legal[-1], {"joined": [started, libc.pthread_join(thread, None)]}
"""


def test_a_bot_can_wait_for_its_threads(tmp_path: Path) -> None:
    file = written(tmp_path, mybot__py=JOINS_THREADS) / "mybot.py"
    result = played(f"box:{file}")
    assert result.faults == ()
    assert infos(result)[0] == {"joined": [0, 0]}


DRAWS = """
from bots import Bot
class Mine(Bot):
    name = "mine"
    def act(self, turn):
        devices = "/dev/urandom", "/dev/random"
        return turn.legal[-1], {"drawn": [len(open(name, "rb", 0).read(8)) for name in devices]}
"""


def test_a_bot_can_draw_random_numbers_of_the_system(tmp_path: Path) -> None:
    """Java takes eight seconds to make its own where it finds no /dev/random."""
    file = written(tmp_path, mybot__py=DRAWS) / "mybot.py"
    result = played(f"box:{file}")
    assert result.faults == ()
    assert infos(result)[0] == {"drawn": [8, 8]}


def test_a_class_can_be_named(tmp_path: Path) -> None:
    two = BOT + "class Other(Mine):\n    name = 'other'\n    def act(self, turn): os._exit(3)\n"
    file = written(tmp_path, mybot__py=two) / "mybot.py"
    assert played(f"box:{file}:Mine").faults == ()
    assert played(f"box:{file}:other").faults


def test_a_folder_brings_its_modules(tmp_path: Path) -> None:
    helped = "from helper import LAST\n" + BOT.replace("[-1]", "[LAST]")
    folder = written(tmp_path / "mine", bot__py=helped, helper__py="LAST = -1\n")
    assert played(f"box:{folder}").faults == ()
    shutil.make_archive(str(folder), "zip", tmp_path, "mine")
    assert played(f"box:{folder}.zip").faults == ()


def test_a_script_may_have_packages_that_are_called_as_ours(tmp_path: Path) -> None:
    script = "from engine import LAST\n" + SCRIPT.replace("[-1]", "[LAST]")
    folder = written(tmp_path / "mine", bot__py=script)
    (folder / "engine").mkdir()
    (folder / "engine" / "__init__.py").write_text("LAST = -1\n")
    assert played(f"box:{folder}").faults == ()
    plain = written(tmp_path / "plain", bot__py="import engine.game\n" + SCRIPT)
    assert played(f"box:{plain}").faults == ()


PROGRAMS = {
    "script": ({"bot__py": SCRIPT}, "python3"),
    "node": ({"bot__js": NODE, "bot__toml": '[bot]\ncommand = "node bot.js"\n'}, "node"),
    "shell": (
        {"bot__sh": SHELL, "bot__toml": '[bot]\ncommand = "./bot.sh"\ndetail = "flat"\n'},
        "sh",
    ),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_programs_of_any_language_play(tmp_path: Path, kind: str) -> None:
    files, program = PROGRAMS[kind]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    result = played(f"box:{written(tmp_path / 'mine', **files)}")
    assert result.faults == ()
    own = BOT.replace("legal[-1]", "legal[0]") if kind == "shell" else BOT
    assert moves(result) == moves(played(str(written(tmp_path, mybot__py=own) / "mybot.py")))


def test_a_command_line_brings_the_files_it_names(tmp_path: Path) -> None:
    file = written(tmp_path, mybot__py=SCRIPT) / "mybot.py"
    assert played(f"box:python3 {file}").faults == ()


def test_a_boxed_bot_that_ends_its_process_is_told_so(tmp_path: Path) -> None:
    failing = BOT.replace("return turn", "os._exit(3)\n        return turn")
    file = written(tmp_path, mybot__py=failing) / "mybot.py"
    assert played(f"box:{file}").faults[0].reason.startswith("the process ended with code 3")


def test_files_are_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out = []

    def noting(target: str, class_name: str) -> Any:
        laid_out.append(prepare(target, class_name))
        return laid_out[-1]

    monkeypatch.setattr(start, "prepare", noting)
    played(f"box:{written(tmp_path, mybot__py=BOT) / 'mybot.py'}")
    assert [program.folder.exists() for program in laid_out] == [False]


@pytest.mark.parametrize(
    ("layers", "missing"),
    [
        (NOTHING, "landlock, seccomp, bwrap, user namespaces"),
        (Layers(True, True, 7, True, True, "/bwrap", "", 0, "root"), "unprivileged uid"),
    ],
    ids=["no-walls", "only-root"],
)
def test_without_its_layers_a_boxed_bot_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layers: Layers, missing: str
) -> None:
    file = written(tmp_path, mybot__py=BOT) / "mybot.py"
    monkeypatch.setattr(start, "probe", lambda *_: layers)
    with pytest.raises(BoxError, match=f"lacks what keeps an unknown bot in .{missing}"):
        played(f"box:{file}")


def test_an_operator_may_trust_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, mybot__py=BOT) / "mybot.py"
    monkeypatch.setattr(start, "probe", lambda *_: NOTHING)
    monkeypatch.setenv("ARENA_TRUST_BOXED_BOTS", "true")
    assert played(f"box:{file}").faults == ()


def test_one_wall_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, mybot__py=BOT) / "mybot.py"
    here = probe(Settings().box_uid)
    core = Layers(True, True, here.landlock, here.seccomp, False, "", "none", here.uid, "")
    only_bwrap = Layers(True, True, 0, False, True, here.bwrap, "", here.uid, "")
    for layers in [one for one in (core, only_bwrap) if one.enough]:
        monkeypatch.setattr(start, "probe", lambda *_, layers=layers: layers)
        assert played(f"box:{file}").faults == ()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "neither bot.py nor bot.toml"),
        ({"bot__toml": "[bot]"}, r"bot.toml: expected \[bot\] command"),
        ({"bot__toml": "nonsense"}, r"bot.toml: expected \[bot\] command"),
        ({"bot__toml": '[bot]\ncommand = ""'}, "a program and its arguments"),
        ({"bot__toml": '[bot]\ncommand = "a\\u0000"'}, "a program and its arguments"),
        ({"bot__toml": '[bot]\ncommand = "no-such-program"'}, "no program 'no-such-program'"),
        ({"bot__toml": '[bot]\ncommand = "../../../../victim"'}, "no program '../../../../victim'"),
        ({"bot__toml": f'[bot]\ncommand = "{sys.executable}"'}, "no program '/.*python"),
        ({"bot__toml": "bot = " + "[" * 10_000}, "RecursionError"),
        ({"bot__toml": "#" * 20_000}, "over 16384 bytes"),
        ({"bot__toml": "bot = 5"}, r"expected \[bot\] command"),
        ({"bot__toml": '[bot]\ncommand = "node x"\ndetail = "both"'}, "full or flat, got 'both'"),
        ({"a__sh": "#!/opt/none\n", "bot__toml": '[bot]\ncommand = "a.sh"'}, "no program that is"),
    ],
)
def test_a_folder_that_is_no_bot_is_refused_in_words(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        played(f"box:{written(tmp_path / 'mine', **files)}")


def test_a_bot_that_is_not_there_is_named() -> None:
    with pytest.raises(ArenaError, match=r"box:./nowhere.py: .*no such file"):
        played("box:./nowhere.py")


@pytest.mark.parametrize(
    ("text", "is_bot"),
    [
        (BOT, True),
        (SCRIPT, False),
        ("import bots\nclass A(bots.Bot): pass", True),
        ("class A(dict): pass", False),
        ("import robots\nclass A(Bot): pass", False),
    ],
)
def test_a_bot_class_is_told_from_a_script_by_its_text(text: str, is_bot: bool) -> None:
    assert defines_bot(text) == is_bot


def test_a_file_made_to_choke_its_reader_does_not(tmp_path: Path) -> None:
    choking = written(tmp_path, mybot__py="\n" * 500_000 + "class " * 80_000) / "mybot.py"
    begin = time.process_time()
    program = prepare(str(choking))
    program.remove()
    assert program.kind == "script"
    assert time.process_time() - begin < 5


def test_a_command_touches_nothing_outside_its_folder(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("#!/bin/sh\n")
    victim.chmod(0o600)
    climb = "../" * 12 + str(victim).lstrip("/")
    folder = written(tmp_path / "mine", bot__toml=f'[bot]\ncommand = "{climb}"\n')
    with pytest.raises(SpecError, match="no program"):
        prepare(str(folder))
    assert victim.stat().st_mode & 0o777 == 0o600


def test_doctor_lists_every_layer(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--json"])
    assert ended.value.code == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = {row["name"]: row["ok"] for row in rows if row["area"] == "sandbox"}
    assert list(found) == [
        "rlimits",
        "no_new_privs",
        "landlock",
        "seccomp",
        "bwrap",
        "user namespaces",
        "unprivileged uid",
        "uid for each bot",
        "cgroup for each bot",
        "box",
    ]
    assert found["box"]
    with pytest.raises(SystemExit):
        main(["doctor"])
    assert "sandbox: unprivileged uid (uid " in capsys.readouterr().out


def test_doctor_ends_badly_where_boxed_bots_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cli.doctor_checks.probe", lambda *_: NOTHING)
    with pytest.raises(SystemExit) as ended:
        main(["doctor"])
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert "note    sandbox: bwrap (not installed)" in out
    assert "missing sandbox: box (too little: such bots are refused)" in out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user to become")
def test_root_never_becomes_root_again() -> None:
    layers = probe(Settings().box_uid)
    assert layers.uid > 0
    assert layers.uid_note == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has other users to become")
def test_every_bot_of_a_server_that_is_root_has_a_uid_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, mybot__py=BOT) / "mybot.py"

    def uids() -> set[int]:
        result = arena.play("tigerdragon", [f"box:{file}"] * 2, seed=3, config=SHORT)
        assert result.faults == ()
        return {info["uid"] for info in infos(result)}

    assert len(uids()) == 2
    monkeypatch.setenv("ARENA_BOX_UID", "65533")
    assert uids() == {65533}


def test_bench_ends_with_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["bench", "sandbox", "--rounds", "3", "--seconds", "0.02"]
    with pytest.raises(SystemExit):
        main(short)
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"boxed/plain \d+\.\d\d \(median of 3\)", last)
    with pytest.raises(SystemExit):
        main([*short, "--json"])
    row = json.loads(capsys.readouterr().out)
    assert row["plain_per_second"] > 0
    assert row["boxed_per_second"] > 0
