"""The pages about the wire say what the models say: every message, key, example and code."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.settings import Settings
from engine.schema import violations
from engine.tigerdragon import TigerDragon
from protocol.errors import CODES, SENTENCES
from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER, Message

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
ERRORS = (DOCS / "errors.md").read_text(encoding="utf-8")


def chapters(page: str) -> dict[str, str]:
    """The text under each `##` heading."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def sections(chapter: str) -> dict[str, str]:
    """The text under each message's `###` heading; one heading may name several."""
    parts = re.split(r"^### (.+)$", chapter, flags=re.MULTILINE)[1:]
    return {
        name.removesuffix(" said"): text
        for names, text in zip(parts[::2], parts[1::2], strict=True)
        for name in names.split(", ")
    }


CHAPTERS = chapters(PAGE)
FROM_CLIENT = sections(CHAPTERS["Client to server"])
FROM_SERVER = sections(CHAPTERS["Server to client"])
FULL_ONLY = sections(CHAPTERS["Server to client, full level only"])


def rows(section: str) -> dict[str, str]:
    """A message's keys and what is said of them."""
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))


def examples(section: str) -> Iterator[dict[str, Any]]:
    """Every object of a section's JSON blocks."""
    reader = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", section, re.DOTALL):
        text = block.strip()
        while text:
            value, end = reader.raw_decode(text)
            yield value
            text = text[end:].strip()


def check_examples(section: str, models: Mapping[str, type[Message]]) -> int:
    """Validate what fits these models' keys; how many there were."""
    found = 0
    for example in examples(section):
        model = models[example["type"]]
        model.model_validate(example)
        found += 1
    return found


def test_every_message_has_its_section() -> None:
    assert list(FROM_CLIENT) == list(CLIENT)
    assert list(FROM_SERVER) == list(FLAT_SERVER)
    assert set(FULL_ONLY) == set(FULL_SERVER) - set(FLAT_SERVER)


@pytest.mark.parametrize("kind", CLIENT)
def test_a_clients_message_is_told_key_by_key(kind: str) -> None:
    section, model = FROM_CLIENT[kind], CLIENT[kind]
    assert list(rows(section)) == list(model.model_fields)
    assert check_examples(section, CLIENT) >= 1
    assert all(set(example) <= set(model.model_fields) for example in examples(section))


@pytest.mark.parametrize("kind", FLAT_SERVER)
def test_a_servers_message_is_told_key_by_key_at_both_levels(kind: str) -> None:
    section, flat, full = FROM_SERVER[kind], FLAT_SERVER[kind], FULL_SERVER[kind]
    marked = {key for key, text in rows(section).items() if text.startswith("*full*")}
    assert set(rows(section)) == set(full.model_fields)
    assert marked == set(full.model_fields) - set(flat.model_fields)
    for example in examples(section):
        model = full if marked & set(example) else flat
        model.model_validate(example)
        missing = set(model.model_fields) - set(example)
        assert not missing
    levels = {bool(marked & set(example)) for example in examples(section)}
    assert levels == ({False, True} if marked else {False})


@pytest.mark.parametrize("kind", sorted(set(FULL_SERVER) - set(FLAT_SERVER)))
def test_a_message_of_the_full_level_is_told_key_by_key(kind: str) -> None:
    section, model = FULL_ONLY[kind], FULL_SERVER[kind]
    assert list(rows(section)) == list(model.model_fields)
    assert check_examples(section, FULL_SERVER) >= 1


def test_the_example_of_a_view_is_one() -> None:
    (view,) = [example["view"] for example in examples(FROM_SERVER["state"]) if "view" in example]
    assert violations(view, TigerDragon().schemas["view"]) == []


def test_the_limits_are_the_servers() -> None:
    limits, settings = CHAPTERS["Limits"], Settings.model_construct()
    for text in (
        f"{settings.max_frame // 1024} KiB",
        f"{settings.messages_a_second:g} a second, {settings.burst} at once",
        f"{settings.undecodable_frames} in a row",
        f"{settings.join_seconds:g} s, restarted once",
        f"every {settings.heartbeat_seconds:g} s",
        f"{settings.send_buffer // 1024**2} MiB for a player",
    ):
        assert text in limits


def test_every_code_has_an_entry_with_all_its_sentences() -> None:
    entries = sections(chapters(ERRORS)["On the wire"])
    assert list(entries) == list(CODES)
    for code, text in entries.items():
        told = set(re.findall(r"^- `([^`]+)`:", text, re.MULTILINE))
        assert told == {sentence.message for sentence in SENTENCES if sentence.code == code}


@pytest.mark.parametrize("page", ["protocol.md", "errors.md", "architecture.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^):#]+)\)", text):
        assert (DOCS / link).exists(), link


def test_the_picture_names_files_that_exist() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(\w+\.py)\b", text))
    found = {file.name for folder in ("arena", "bots", "engine", "tests") for file in
             (DOCS.parent / folder).rglob("*.py")}  # fmt: skip
    assert named <= found


def test_the_way_of_a_decision_names_what_there_is() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    source = "\n".join(
        file.read_text(encoding="utf-8")
        for folder in ("arena", "engine")
        for file in (DOCS.parent / folder).rglob("*.py")
    )
    for owner, method in re.findall(r"`([A-Z]\w+)\.(\w+)`", text):
        assert re.search(rf"^class {owner}\b", source, re.MULTILINE), owner
        assert re.search(rf"^    def {method}\b", source, re.MULTILINE), method
