"""Riichi bots of other arenas, sent as they are: past the gate, in the sandbox, onto the ladder."""

import asyncio
import io
from base64 import b64decode
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.cli import run
from arena.cli.packing import packed
from arena.cli.packing_protocol import Protocol, with_protocol
from arena.errors import SpecError, SubmissionError
from arena.ladder.submission import new_version
from tests.arena.boxes import needs_box
from tests.arena.clients import until
from tests.arena.conftest import Arena
from tests.arena.ladder.ladder_servers import (
    PATIENCE,
    ladder_server_with_tokens,
    store_of,
    zipped,
)
from tests.arena.ladder.mjai_bots import CALLING, CAN_ACT, HELPER, LISTS, TSUMOGIRI, UNFLUSHED

SHORT = {"riichi": {"length": "tonpuu", "start_points": 1000}}
"""The first win ends the match."""
BOTS = {
    "tsumogiri": (None, {"bot.py": TSUMOGIRI}),
    "calling": (None, {"bot.py": CALLING, "helper.py": HELPER, "weights.txt": "1"}),
    "lists": (Protocol.MJAI, {"bot.py": LISTS}),
    "acting": (
        None,
        {"main.py": CAN_ACT,
         "bot.toml": '[bot]\ncommand = "python main.py {seat}"\nprotocol = "mjai-acts"\n'},
    ),
}  # fmt: skip
"""By name: what `--protocol` says, and the files of the zip."""


def zip_bytes(**files: str) -> bytes:
    return b64decode(zipped(**files))


@needs_box
async def test_bots_of_other_arenas_play_rated_matches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_config=SHORT) as here:
        # Bots of different owners meet, so that few matches have all of them.
        for who, (name, (protocol, files)) in zip(here.tokens, BOTS.items(), strict=True):
            archive = tmp_path / f"{name}.zip"
            archive.write_bytes(zip_bytes(**files))
            words = ["submit", str(archive), "--server", here.server.url, "--game", "riichi"]
            words += ["--protocol", protocol] if protocol else []
            words += ["--token", here.tokens[who]]
            code = await asyncio.to_thread(run, words)
            said = capsys.readouterr().out
            assert code == 0, said
            assert ("looks like a bot of mjai.app" in said) == (name in ("tsumogiri", "calling")), (
                said
            )
        matches = store_of(here).matches
        faults: dict[str, list[object]] = {}

        def all_played() -> bool:
            for match in matches.rated(matches.busiest_ladder("riichi")):
                for player in match.players:
                    faults.setdefault(player.name, []).append(player.faults)
            return set(BOTS) <= faults.keys()

        await until(all_played, PATIENCE)
        assert {name: any(faults[name]) for name in BOTS} == dict.fromkeys(BOTS, False)


@needs_box
def test_a_check_says_how_a_bot_of_mjai_app_is_started(arena: Arena, tmp_path: Path) -> None:
    archive = tmp_path / "bot.zip"
    archive.write_bytes(zip_bytes(**{"bot.py": UNFLUSHED}))
    options = ["--config", "length=tonpuu", "--config", "start_points=1000"]
    words = ["check", f"box:{archive}", "--game", "riichi", "--against", "riichi-greedy", *options]
    code, out, _ = arena(*words)
    assert (code, out.splitlines()[1].startswith("bot.py looks like a bot of mjai.app")) == (
        0,
        True,
    )


# -- what cannot be submitted


def manifest(text: str, bot: str = TSUMOGIRI) -> bytes:
    return zip_bytes(**{"bot.py": bot, "bot.toml": f"[bot]\n{text}\n"})


@pytest.mark.parametrize(
    ("game", "archive", "reason"),
    [
        ("taiwan", zip_bytes(**{"bot.py": TSUMOGIRI}), "it speaks mjai, which is for riichi, not "),
        ("riichi", manifest('protocol = "gtp"'), "one of mjai, mjai-batch, mjai-turns, mjai-acts"),
        ("riichi", manifest("protocol = 5"), "protocol: one of mjai, "),
        ("riichi", manifest('protocol = "mjai"\ndetail = "flat"'), "detail is for our own"),
        (
            "riichi",
            manifest('protocol = "mjai"', "from bots import Bot\nclass Mine(Bot): pass\n"),
            "bot.py is a Bot class, which needs none",
        ),
    ],
)
def test_what_cannot_be_spoken_is_refused_with_a_reason(
    game: str, archive: bytes, reason: str
) -> None:
    with pytest.raises((SubmissionError, SpecError), match=reason):
        new_version(game, "bot.zip", archive)


# -- how a protocol gets into a submission


def sent(path: Path, protocol: Protocol) -> dict[str, str]:
    filename, content = with_protocol(str(path), *packed(str(path)), protocol)
    assert filename.endswith(".zip")
    with ZipFile(io.BytesIO(content)) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def test_a_protocol_is_written_to_the_manifest(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(LISTS, encoding="utf-8")
    assert sent(file, Protocol.MJAI) == {"bot.py": LISTS, "bot.toml": '[bot]\nprotocol = "mjai"\n'}
    archive = tmp_path / "mine.zip"
    archive.write_bytes(zip_bytes(**{"bot.py": "x", "bot.toml": '[bot] # mine\nnotes = "n"\n'}))
    assert sent(archive, Protocol.TURNS)["bot.toml"] == (
        '[bot] # mine\nprotocol = "mjai-turns"\nnotes = "n"\n'
    )
    archive.write_bytes(manifest('protocol = "mjai"'))
    with pytest.raises(SubmissionError, match="names a protocol; change it there"):
        sent(archive, Protocol.ACTS)
    archive.write_bytes(zip_bytes(**{"bot.py": "x", "in/bot.toml": "[bot]\n"}))
    with pytest.raises(SubmissionError, match=r"its in/bot.toml is not at the root"):
        sent(archive, Protocol.ACTS)


def test_an_mjai_spec_is_packed_as_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(LISTS, encoding="utf-8")
    _, content = packed(f"mjai:--batch {file}")
    with ZipFile(io.BytesIO(content)) as found:
        assert found.read("bot.toml").decode() == (
            '[bot]\ncommand = "python bot.py \'{seat}\'"\nprotocol = "mjai-batch"\n'
        )
