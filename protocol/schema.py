"""JSON Schemas of every message, for bot authors in any language, and the protocol as AsyncAPI."""

from collections.abc import Mapping
from typing import Any, Final

from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER, VERSION, Message

GROUPS: Final = {"client": CLIENT, "server_flat": FLAT_SERVER, "server_full": FULL_SERVER}
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Schemas by direction and level, then by message type."""
    return {
        group: {name: model.model_json_schema() for name, model in models.items()}
        for group, models in GROUPS.items()
    }


def definitions(root: str) -> dict[str, dict[str, Any]]:
    """Every message once, by the name of its class; `type` is required, so that unions can be read.

    Nested definitions are lifted to the top, where references begin with `root`.
    """
    found: dict[str, dict[str, Any]] = {}
    for models in GROUPS.values():
        for model in models.values():
            schema = model.model_json_schema(ref_template=f"{root}{{model}}")
            found |= schema.pop("$defs", {})
            for field in schema["properties"].values():
                field.pop("title", None)  # generators would make a type of every field
            schema["required"] = list(dict.fromkeys(["type", *schema.get("required", [])]))
            found[model.__name__] = schema
    return found


def bundle(games: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """One document of all messages and of the games' views, events and options.

    Names are told apart by the game, as in `RiichiView` and `RiichiDrawn`; `ClientMessage`,
    `FlatServerMessage`, `ServerMessage` and `RiichiEvent` are unions by `type`.
    """
    root = "#/$defs/"
    defs = definitions(root)
    unions = {
        "ClientMessage": CLIENT,
        "FlatServerMessage": FLAT_SERVER,
        "ServerMessage": FULL_SERVER,
    }
    defs |= {name: union(root, models) for name, models in unions.items()}
    tops = list(unions)
    for schema in games.values():
        prefix = schema["view"]["title"].removesuffix("View")
        for one in (schema["view"], schema["config"]):
            defs[f"{prefix}{one['title'].removeprefix(prefix)}"] = dict(one)
        names = []
        for event in schema["events"]["anyOf"]:
            names.append(f"{prefix}{event['title']}")
            defs[names[-1]] = {**event, "title": names[-1]}
        defs[f"{prefix}Event"] = {"oneOf": [{"$ref": f"{root}{name}"} for name in names]}
        tops += [f"{prefix}View", f"{prefix}Config", f"{prefix}Event"]
    return {
        "$schema": DIALECT,
        "$id": f"urn:table-arena:protocol:{VERSION}",
        "title": "Table Arena",
        "description": "Messages of the protocol, and views, events and options of the games.",
        "anyOf": [{"$ref": f"{root}{name}"} for name in tops],
        "$defs": defs,
    }


def union(root: str, models: Mapping[str, type[Message]]) -> dict[str, Any]:
    """A schema that fits one message of a group."""
    names = dict.fromkeys(model.__name__ for model in models.values())
    return {"oneOf": [{"$ref": f"{root}{name}"} for name in names]}


def asyncapi() -> dict[str, Any]:
    """The protocol as an AsyncAPI 3 document: one channel, what is sent there and received."""
    schemas = definitions("#/components/schemas/")
    messages = {
        model.__name__: {
            "name": kind,
            "contentType": "application/json",
            "summary": (model.__doc__ or "").partition("\n")[0],
            "payload": {"$ref": f"#/components/schemas/{model.__name__}"},
        }
        for models in GROUPS.values()
        for kind, model in models.items()
    }
    in_channel = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    room = {"description": "A room of the server: 1 to 64 letters, digits and . _ : @ -"}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Table Arena",
            "version": f"{VERSION}.0.0",
            "description": "One JSON object per WebSocket frame. Join with `detail: full` for the "
            "full level; without it the server sends the flat one.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "room": {
                "address": "/ws/{room_id}",
                "parameters": {"room_id": room},
                "messages": in_channel,
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "send": operation("receive", "What a client sends", CLIENT),
            "flat": operation("send", "What the server sends at the flat level", FLAT_SERVER),
            "full": operation("send", "What the server sends at the full level", FULL_SERVER),
        },
        "components": {"schemas": schemas, "messages": messages},
    }


def operation(action: str, summary: str, models: Mapping[str, type[Message]]) -> dict[str, Any]:
    """One direction of the channel, as the server sees it."""
    names = dict.fromkeys(model.__name__ for model in models.values())
    return {
        "action": action,
        "channel": {"$ref": "#/channels/room"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/room/messages/{name}"} for name in names],
    }
