"""Tokens, for the admin: made, listed and revoked; the secret is shown once."""

import asyncio
from dataclasses import asdict
from typing import Any, Literal

from aiohttp import web
from pydantic import BaseModel

from arena.api.auth import caller, require
from arena.api.endpoint import Body, Endpoint, is_id
from arena.api.responses import RefusedError
from arena.errors import StoreError
from arena.hosting.accounts import Access
from arena.hosting.moderation import Moderation
from arena.store import Tokens
from arena.store.tokens import create_token, hashed, new_secret, revoke_token
from protocol.messages import Identifier

Given = Literal["player", "organiser", "moderator", "admin"]


class NewToken(Body):
    """The body of POST /api/tokens."""

    name: Identifier
    role: Given = "player"


class TokenRow(BaseModel):
    """A token as it is listed; times are milliseconds UTC."""

    id: int
    name: str
    role: Given
    created: int
    revoked: int | None
    banned: int | None
    ban_reason: str


class FreshToken(BaseModel):
    """A token just made: the only time it is shown."""

    name: str
    role: Given
    token: str


class TokenEndpoints:
    """The endpoints of tokens."""

    def __init__(
        self, access: Access, tokens: Tokens | None, moderation: Moderation | None = None
    ) -> None:
        self._access = access
        self._tokens = tokens
        self._moderation = moderation

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        new = "Create a token; for admins. It is shown only once."
        return [
            Endpoint("GET", "/api/tokens", self.all, "Every token; for admins.", list[TokenRow]),
            Endpoint(
                "POST", "/api/tokens", self.make, new, FreshToken, takes=NewToken, status=201,
                allow=lambda request: require(request, self._access, "admin"),
            ),
            Endpoint(
                "DELETE", "/api/tokens/{name}", self.revoke, "Revoke a token; for admins.",
                status=204,
            ),
        ]  # fmt: skip

    async def all(self, request: web.Request) -> Any:
        """Every token, revoked ones too."""
        tokens, _ = self._for_admin(request)
        return [asdict(token) for token in await asyncio.to_thread(tokens.all)]

    async def make(self, request: web.Request, wanted: NewToken) -> Any:
        """Make a token for a name that has none."""
        _, moderation = self._for_admin(request)
        actor, secret, name = caller(request, self._access), new_secret(), wanted.name
        try:
            await moderation.perform(
                actor, "create_token", name,
                lambda c: create_token(c, name, wanted.role, hashed(secret)), role=wanted.role,
            )  # fmt: skip
        except StoreError as error:
            raise RefusedError(409, error.public) from None
        self._access.forget()
        return {"name": wanted.name, "role": wanted.role, "token": secret}

    async def revoke(self, request: web.Request) -> None:
        """Revoke a name's token."""
        (tokens, moderation), name = self._for_admin(request), request.match_info["name"]
        if not is_id(name):
            raise RefusedError(404, "there is no such name")
        try:
            actor = caller(request, self._access)
            await moderation.perform(actor, "revoke_token", name, lambda c: revoke_token(c, name))
        except StoreError as error:
            raise RefusedError(404, error.public) from None
        self._access.forget()
        if (token := await asyncio.to_thread(tokens.named, name)) is not None:
            moderation.disconnect(token.id)

    def _for_admin(self, request: web.Request) -> tuple[Tokens, Moderation]:
        require(request, self._access, "admin")
        if self._tokens is None or self._moderation is None:
            raise RefusedError(409, "this server has no store to keep tokens in; give it --db")
        return self._tokens, self._moderation
