"""One's own account: messages, a new token, recovery, another name, one's data, its end."""

import asyncio
from dataclasses import asdict
from tempfile import TemporaryFile
from typing import Annotated, Any

from aiohttp import web
from pydantic import BaseModel, Field

from arena.api.accounts import NewAccount
from arena.api.auth import COOKIE, require
from arena.api.endpoint import SMALL, Body, Endpoint
from arena.api.files import sent
from arena.api.responses import RefusedError
from arena.api.tokens import FreshToken
from arena.errors import DatabaseError, StoreError
from arena.hosting.accounts import Access
from arena.hosting.moderation import Moderation
from arena.hosting.quotas import address_key
from arena.match.visibility import Account
from arena.store import Store
from arena.store.account_export import write_export
from arena.store.account_removal import remove_account


class OwnAccount(BaseModel):
    """The caller's account."""

    name: str
    role: str
    unread: int
    """Messages that were not read yet."""
    recovery: bool
    """Whether there is a recovery code."""
    bots: list[str]


class MessageRow(BaseModel):
    """A message of a moderator; times are milliseconds UTC."""

    id: int
    sender: str
    text: str
    created: int
    read: int | None


class MessageList(BaseModel):
    """Messages to the caller, newest first."""

    messages: list[MessageRow]


class RecoveryCode(BaseModel):
    """A recovery code just made: the only time it is shown."""

    code: str


class Recovery(Body):
    """The body of POST /api/accounts/recover."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    code: Annotated[str, Field(min_length=1, max_length=64)]


class Removal(Body):
    """The body of DELETE /api/account: the account's own name, so that nobody does it by a slip."""

    name: Annotated[str, Field(max_length=64)]


class OwnAccountEndpoints:
    """The endpoints of one's own account."""

    def __init__(
        self,
        access: Access,
        store: Store | None,
        moderation: Moderation | None,
        house: frozenset[str],
    ) -> None:
        self._access = access
        self._kept = store
        self._moderation = moderation
        self._taken = house | {"house"}

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path = "/api/account"
        token = "Replace your token; the old one is refused from now on."
        code = "Create a recovery code, in place of the last one. It is shown only once."
        recover = "Get a new token with a recovery code, which is then used up."
        return [
            Endpoint("GET", path, self.own, "Your account.", OwnAccount),
            Endpoint(
                "PATCH", path, self.rename, "Change your name; your results stay yours.",
                OwnAccount, takes=NewAccount, allow=self._holder, most=SMALL,
            ),
            Endpoint(
                "DELETE", path, self.remove,
                "Delete your account and data; your results stay without your name.",
                takes=Removal, status=204, allow=self._holder, most=SMALL,
            ),
            Endpoint("GET", f"{path}/messages", self.messages, "Your messages.", MessageList),
            Endpoint(
                "POST", f"{path}/messages/read", self.read, "Mark your messages as read.",
                status=204,
            ),
            Endpoint("POST", f"{path}/token", self.rotate, token, FreshToken, status=201),
            Endpoint("POST", f"{path}/recovery", self.recovery, code, RecoveryCode, status=201),
            Endpoint(
                "GET", f"{path}/export", self.export, "All your data, as a zip file.",
                media="application/zip",
            ),
            Endpoint(
                "POST", "/api/accounts/recover", self.recover, recover, FreshToken,
                takes=Recovery, status=201, most=SMALL,
            ),
        ]  # fmt: skip

    async def own(self, request: web.Request) -> Any:
        """Return the caller's account."""
        account = self._holder(request)
        return await asyncio.to_thread(self._row, account.id, account.name, account.role)

    def _row(self, account_id: int, name: str, role: str) -> dict[str, Any]:
        store = self._store()
        return {
            "name": name,
            "role": role,
            "unread": store.messages.unread(account_id),
            "recovery": store.account_changes.has_recovery(account_id),
            "bots": [bot.name for bot in store.bots.all(account_id)],
        }

    async def messages(self, request: web.Request) -> Any:
        """Return the caller's messages."""
        account = self._holder(request)
        found = await asyncio.to_thread(self._store().messages.to, account.id)
        return {"messages": [asdict(message) for message in found]}

    async def read(self, request: web.Request) -> None:
        """Note that the caller has read all messages."""
        account = self._holder(request)
        await asyncio.to_thread(self._store().messages.mark_read, account.id)

    async def rotate(self, request: web.Request) -> Any:
        """Replace the caller's token; only the browser that asked stays signed in."""
        account = self._holder(request)
        secret = await asyncio.to_thread(self._store().account_changes.rotate, account.id)
        await self._renewed(request, account.name, account.name)
        self._disconnect(account.id)
        return {"name": account.name, "role": account.role, "token": secret}

    async def recovery(self, request: web.Request) -> Any:
        """Make a recovery code for the caller."""
        account = self._holder(request)
        changes = self._store().account_changes
        return {"code": await asyncio.to_thread(changes.new_recovery, account.id)}

    async def recover(self, request: web.Request, given: Recovery) -> Any:
        """Give a new token to who has a recovery code."""
        guesses, key = self._access.quotas.wrong_tokens, address_key(request.remote)
        guesses.check(key)  # before it is looked up: a right guess must not come in either
        changes = self._store().account_changes
        secret = await asyncio.to_thread(changes.recover, given.name, given.code)
        if secret is None:
            guesses.take(key)
            raise RefusedError(401, "there is no account of this name with this recovery code")
        self._access.forget()
        self._access.end_sessions(given.name)
        token = await asyncio.to_thread(self._store().tokens.named, given.name)
        assert token is not None
        self._disconnect(token.id)
        return {"name": token.name, "role": token.role, "token": secret}

    async def rename(self, request: web.Request, wanted: NewAccount) -> Any:
        """Give the caller another name."""
        account = self._holder(request)
        if wanted.name.lower() in self._taken:
            raise RefusedError(409, f"{wanted.name} is a name of the house; choose another")
        renames = self._access.quotas.renames
        renames.take(str(account.id))
        try:
            changes = self._store().account_changes
            await asyncio.to_thread(changes.rename, account.id, wanted.name)
        except DatabaseError:
            raise
        except StoreError as error:
            renames.give_back(str(account.id))
            raise RefusedError(409, error.public) from None
        await self._renewed(request, account.name, wanted.name)
        return await asyncio.to_thread(self._row, account.id, wanted.name, account.role)

    def _disconnect(self, account_id: int) -> None:
        """Close what was opened with a token that was replaced."""
        assert self._moderation is not None
        self._moderation.disconnect(account_id)

    async def _renewed(self, request: web.Request, old: str, new: str) -> None:
        """Let the asking browser's session go on, and end the others."""
        self._access.forget()
        key = request.cookies.get(COOKIE, "")
        token = await asyncio.to_thread(self._store().tokens.named, new)
        assert token is not None
        self._access.end_sessions(old, but=key)
        self._access.keep_session(key, token)

    async def export(self, request: web.Request) -> web.StreamResponse:
        """Send the caller all that is stored of them."""
        account = self._holder(request)
        self._access.quotas.exports.take(str(account.id))
        with TemporaryFile() as file:
            await asyncio.to_thread(write_export, self._store(), account.id, account.name, file)
            return await sent(request, file, f"{account.name}.zip")

    async def remove(self, request: web.Request, given: Removal) -> None:
        """Delete the caller's account."""
        account, store = self._holder(request), self._store()
        if given.name != account.name:
            raise RefusedError(400, f"name: expected your own, {account.name}, to confirm this")
        if account.may("admin"):
            raise RefusedError(403, "an admin's account is removed by another admin")
        assert self._moderation is not None
        await asyncio.to_thread(store.flush)
        self._moderation.dismiss(account.id, "this account was deleted")
        await asyncio.to_thread(remove_account, store, account.id)
        self._access.end_sessions(account.name)
        self._access.forget()

    def _holder(self, request: web.Request) -> Account:
        """The caller, who has an account."""
        account = require(request, self._access, "player")
        if not account.id:
            raise RefusedError(401, "a token is needed: this is about its account")
        return account

    def _store(self) -> Store:
        if self._kept is None:
            raise RefusedError(409, "this server has no store to keep accounts in; give it --db")
        return self._kept
