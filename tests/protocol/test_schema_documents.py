"""The protocol as AsyncAPI, and the bundle of all schemas: valid and complete."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from arena.plugins.manager import load_plugins
from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER
from protocol.schema import asyncapi, bundle

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"
GAMES = load_plugins(entry_points=False).games


def references(node: Any) -> set[str]:
    """Every reference below a node."""
    if isinstance(node, dict):
        found = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return found.union(*(references(item) for item in node.values()))
    return set().union(*(references(item) for item in node)) if isinstance(node, list) else set()


def resolved(document: Any, reference: str) -> Any:
    for word in reference.removeprefix("#/").split("/"):
        document = document[word]
    return document


def made_bundle() -> dict[str, Any]:
    return bundle({name: game.schemas for name, game in GAMES.items()})


@pytest.mark.parametrize("document", [asyncapi(), made_bundle()], ids=["asyncapi", "bundle"])
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = references(document)
    assert found
    for reference in found:
        resolved(document, reference)


def test_asyncapi_names_every_message_of_both_directions() -> None:
    document = asyncapi()
    for operation, models in (("send", CLIENT), ("flat", FLAT_SERVER), ("full", FULL_SERVER)):
        named = {row["$ref"] for row in document["operations"][operation]["messages"]}
        assert named == {f"#/channels/room/messages/{model.__name__}" for model in models.values()}


def test_asyncapi_is_valid_by_its_own_schema() -> None:
    if not SPECS.is_file():
        pytest.skip("npm has not installed @asyncapi/specs")
    schema = json.loads(SPECS.read_text(encoding="utf-8"))
    problems = [error.message for error in Draft7Validator(schema).iter_errors(asyncapi())]
    assert problems == []


def test_the_bundle_tells_messages_and_views_apart() -> None:
    document = made_bundle()
    Draft202012Validator.check_schema(document)
    reader = Draft202012Validator(document)
    assert reader.is_valid({"type": "ping"})
    assert not reader.is_valid({"type": "pang"})
    assert not reader.is_valid({"choice": "7"})  # without its type an action is nothing
    for name, game in GAMES.items():
        prefix = game.schemas["view"]["title"].removesuffix("View")
        for event in game.schemas["events"]["anyOf"]:
            assert f"{prefix}{event['title']}" in document["$defs"], name
