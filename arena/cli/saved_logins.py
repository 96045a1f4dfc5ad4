"""The servers and tokens that `arena login` saves, in a file that only its owner may read."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from arena.errors import ServerError
from arena.private_files import make_private


@dataclass(slots=True)
class Logins:
    """The server that commands use if none is named, and a token per server."""

    server: str = ""
    tokens: dict[str, str] = field(default_factory=dict)


def login_file() -> Path:
    """Return the file's place: below XDG_CONFIG_HOME, by default ~/.config."""
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(folder).expanduser() / "table-arena" / "login.json"


def read_logins() -> Logins:
    """Return what is saved, nothing if there is no file; ServerError if it cannot be read."""
    file = login_file()
    try:
        row = json.loads(file.read_text(encoding="utf-8"))
        tokens = {str(url): str(token) for url, token in row["tokens"].items()}
        return Logins(str(row["server"]), tokens)
    except FileNotFoundError:
        return Logins()
    except OSError as error:
        raise ServerError(f"{file}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        advice = "not a saved login; delete it and run arena login again"
        raise ServerError(f"{file}: {advice}") from None


def write_logins(logins: Logins) -> None:
    """Save everything in one go: a reader sees the old file or the new one."""
    file = login_file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    make_private(fresh)
    fresh.write_text(json.dumps(asdict(logins), indent=2) + "\n", encoding="utf-8")
    fresh.replace(file)


def same_form(url: str) -> str:
    """Return an address as it is saved: no slash at its end, the host in lower case."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.lower()).geturl().rstrip("/")


def saved_server() -> str:
    """Return the server that was logged in to last, empty if there is none."""
    return read_logins().server


def saved_token(server: str) -> str | None:
    """Return the token saved for this server; one server's token never goes to another."""
    return read_logins().tokens.get(same_form(server))
