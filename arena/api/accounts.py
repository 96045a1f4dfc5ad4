"""Accounts that people make themselves, where the operator allows it; the token is shown once."""

import asyncio
from typing import Any

from aiohttp import web
from pydantic import Field

from arena.api.endpoint import SMALL, Body, Endpoint
from arena.api.responses import RefusedError
from arena.api.tokens import FreshToken
from arena.errors import StoreError
from arena.hosting.accounts import Access
from arena.hosting.quotas import address_key
from arena.store import Tokens


class NewAccount(Body):
    """The body of POST /api/accounts."""

    name: str = Field(min_length=2, max_length=32, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")


class AccountEndpoints:
    """The endpoint of new accounts."""

    def __init__(self, access: Access, tokens: Tokens | None, house: frozenset[str]) -> None:
        self._access = access
        self._tokens = tokens
        self._taken = house | {"house"}
        """Names under which the house itself appears."""

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        does = "Create an account, if the server allows it. Its token is shown only once."
        return [
            Endpoint(
                "POST",
                "/api/accounts",
                self.make,
                does,
                FreshToken,
                takes=NewAccount,
                status=201,
                most=SMALL,
            )
        ]

    async def make(self, request: web.Request, wanted: NewAccount) -> Any:
        """A player's token for a name that nobody ever had."""
        if problem := await asyncio.to_thread(self._access.sign_up_problem):
            raise RefusedError(403, problem)
        if wanted.name.lower() in self._taken:
            raise RefusedError(409, f"{wanted.name} is a name of the house; choose another")
        assert self._tokens is not None
        most = self._access.settings.sign_ups_a_day
        sign_ups, address = self._access.quotas.sign_ups, address_key(request.remote)
        sign_ups.take(address)
        try:
            secret = await asyncio.to_thread(self._tokens.sign_up, wanted.name, most)
        except StoreError as error:
            sign_ups.give_back(address)
            raise RefusedError(409, error.public) from None
        self._access.forget()
        return {"name": wanted.name, "role": "player", "token": secret}
