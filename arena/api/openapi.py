"""The OpenAPI document, written from the endpoints and their models."""

import asyncio
import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, Final

from aiohttp import web
from pydantic import BaseModel, TypeAdapter

from arena.api.endpoint import Endpoint

REFERENCE: Final = "#/components/schemas/{model}"
ID: Final = {"type": "string", "pattern": "^[A-Za-z0-9._:@-]{1,64}$"}
Schemas = dict[str, Any]


class Problem(BaseModel):
    """An error, for programs and for people."""

    code: str
    message: str


class ErrorAnswer(BaseModel):
    """The answer to every request that was not granted."""

    error: Problem


def with_document(endpoints: list[Endpoint], version: str) -> list[Endpoint]:
    """The same endpoints and one that describes them all, itself too."""

    async def described(_request: web.Request) -> Any:
        return await asyncio.to_thread(written)

    does = "This document."
    itself = Endpoint("GET", "/api/openapi.json", described, does, dict[str, Any])
    everything = [*endpoints, itself]
    # Only when it is asked for: writing it took half of the time of a server's start.
    written = cache(partial(document, everything, version))
    return everything


def document(endpoints: Iterable[Endpoint], version: str) -> dict[str, Any]:
    """Every endpoint with its models, as OpenAPI 3.1."""
    schemas: Schemas = {}
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table Arena", "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "arena_session"},
            },
        },
        "security": [{}, {"token": []}, {"session": []}],
    }


def _operation(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": endpoint.does}
    if parameters := [*_path_keys(endpoint), *_query_keys(endpoint, schemas)]:
        operation["parameters"] = parameters
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": _json(endpoint.takes, schemas)}
    told = _json(ErrorAnswer, schemas)
    operation["responses"] = {
        str(endpoint.status): _reply(endpoint, schemas),
        "4XX": {"description": "Not granted; the message says why.", "content": told},
        "503": {"description": "Not now: the server is closing or not well.", "content": told},
    }
    return operation


def _reply(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    reply: dict[str, Any] = {"description": "Done."}
    if endpoint.media != "application/json":
        reply["content"] = {endpoint.media: {"schema": {"type": "string"}}}
    elif endpoint.gives is not None:
        reply["content"] = _json(endpoint.gives, schemas)
    return reply


def _path_keys(endpoint: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"\{(\w+)\}", endpoint.path)
    return [{"name": name, "in": "path", "required": True, "schema": ID} for name in names]


def _query_keys(endpoint: Endpoint, schemas: Schemas) -> list[dict[str, Any]]:
    if endpoint.asks is None:
        return []
    schema = _schema(endpoint.asks, schemas)
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": rules}
        for name, rules in schema["properties"].items()
    ]


def _json(model: Any, schemas: Schemas) -> dict[str, Any]:
    schema = _schema(model, schemas)
    if isinstance(model, type) and issubclass(model, BaseModel):
        schemas[model.__name__] = schema
        schema = {"$ref": REFERENCE.format(model=model.__name__)}
    return {"application/json": {"schema": schema}}


def _schema(model: Any, schemas: Schemas) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(ref_template=REFERENCE)
    schemas.update(schema.pop("$defs", {}))
    return schema
