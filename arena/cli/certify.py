"""`arena certify` and `arena verify`: results that anybody can check."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from arena.cli.db import Db, opened
from arena.cli.ladder_choice import Ladder, chosen_ladder
from arena.cli.options import GameName, Plugin
from arena.cli.output import say
from arena.cli.tournament_list import TournamentId
from arena.errors import CertificateError
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament import certificate as certificates
from arena.tournament import certified
from arena.tournament.certified_logs import check_logs
from arena.tournament.lifecycle import checked_results, proven
from arena.tournament.store_repository import StoreRepository

KeyFile = Annotated[
    Path, typer.Option("--key", metavar="FILE", help="Your signing key; see arena certify key.")
]
Out = Annotated[Path, typer.Option(metavar="FILE", help="The certificate to write.")]
Issuer = Annotated[str, typer.Option(help="Who issues it: a name or an address, for readers.")]
MATCH_ID: Final = re.compile(r"[A-Za-z0-9_:@-]{1,64}")
"""A match id that may be the name of a file; a certificate comes from outside."""
UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
MOST_LOG: Final = 16 * 1024 * 1024

certify = typer.Typer(help="Sign the results of a tournament or season.")


@certify.command("key")
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the key.")],
) -> None:
    """Create a signing key and print its public key, for you to publish.

    Example: arena certify key arena-key.pem
    """
    say(f"public key {certificates.new_key(file)}")
    say(f"publish it where readers trust you, and keep {file} to yourself")


@certify.command("tournament")
def tournament(
    tournament_id: TournamentId, key: KeyFile, out: Out, issuer: Issuer = "", url: Db = None
) -> None:
    """Sign the results of a tournament that is over.

    Example: arena certify tournament ID --key arena-key.pem --out cup.json
    """
    signing = certificates.read_key(key)
    with opened(url) as store:
        archive = StoreRepository(store)
        kept = archive.find(tournament_id)
        schedule = proven(kept)
        results = checked_results(schedule, archive.results(kept.id))
    write(certified.claims_of(kept, schedule, results), signing, issuer, out)


@certify.command("season")
def season(
    game: GameName,
    key: KeyFile,
    out: Out,
    issuer: Issuer = "",
    url: Db = None,
    ladder: Ladder = None,
    plugin: Plugin = None,
) -> None:
    """Sign the rated matches of a game's season and the ratings that follow from them.

    Example: arena certify season riichi --key arena-key.pem --out season.json
    """
    from arena.ladder.certified_season import claims_of
    from arena.ladder.season import MOST_MATCHES

    signing, rules = certificates.read_key(key), load_plugins(plugin or ()).game(game)
    with opened(url) as store:
        matches = store.matches.newest_rated(chosen_ladder(store, game, ladder), MOST_MATCHES)
        claims = claims_of(rules, matches, store.matches.replay)
    write(claims, signing, issuer, out)


def write(claims: certificates.Claims, signing: Any, issuer: str, out: Path) -> None:
    """Sign claims and say how they are checked."""
    told = {"issuer": issuer, "issued": datetime.now(UTC).isoformat(timespec="seconds")}
    certificate = certificates.signed(claims | told, signing)
    certificates.write(certificate, out)
    say(f"{out}: {claims['kind']} {claims['subject']}, {len(claims['matches'])} matches, signed")
    say("anybody can check it:")
    say(f"  arena verify {out} --key {certificate['key']}")


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate.")],
    key: Annotated[
        str,
        typer.Option(metavar="HEX", help="The public key that you trust; see where it is from."),
    ] = "",
    logs: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder of logs, each named ID.jsonl.")
    ] = None,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="A store with the logs of the matches.")
    ] = None,
    replay: Annotated[
        int, typer.Option(min=0, help="Play so many matches of house bots again from their seeds.")
    ] = 20,
    plugin: Plugin = None,
) -> None:
    """Check a certificate of results.

    Example: arena verify cup.json --key 3f2a...
    """
    certificate = certificates.read(file)
    signer = certificates.check_signature(certificate, key)
    claims = certificate["claims"]
    say(f"signed by {signer}" + ("" if key else " (add --key to name the one that you trust)"))
    issued, issuer = (str(claims.get(name) or "unknown")[:64] for name in ("issued", "issuer"))
    say(f"issued {issued}, by {issuer}")
    plugins = load_plugins(plugin or ())
    try:
        for line in (*checked(claims, plugins, replay), *from_logs(claims, plugins, logs, db)):
            say(line)
    except UNREADABLE:  # it comes from outside, and may hold anything
        raise CertificateError(f"{file}: its claims cannot be read") from None
    say(f"{file}: holds")


def checked(claims: certificates.Claims, plugins: Plugins, replay: int) -> Iterator[str]:
    """Yield what holds of the claims of any kind that is known here."""
    match claims["kind"]:
        case certified.KIND:
            yield from certified.check(claims)
            if replay:
                yield from certified.play_again(claims, plugins, replay)
        case "season":
            from arena.ladder.certified_season import check

            yield from check(claims, plugins.game(claims["game"]))
        case other:
            raise CertificateError(f"certificates of kind {other[:64]!r} cannot be checked here")


def from_logs(
    claims: certificates.Claims, plugins: Plugins, folder: Path | None, db: str | None
) -> Iterator[str]:
    """Yield what the logs of a folder or a store say of the matches."""
    game = plugins.game(claims["game"])
    if folder is not None:
        yield from check_logs(claims, game, in_folder(folder))
    if db is not None:
        with opened(db) as store:
            yield from check_logs(claims, game, store.matches.replay)


def in_folder(folder: Path) -> Callable[[str], str | None]:
    """Return what reads the log of a match from a folder."""

    def read(match_id: str) -> str | None:
        file = folder / f"{match_id.replace(':', '-')}.jsonl"
        if not MATCH_ID.fullmatch(match_id) or not file.is_file():
            return None
        if file.stat().st_size > MOST_LOG:
            raise CertificateError(f"{file}: larger than any log ({MOST_LOG} bytes)")
        return file.read_text(encoding="utf-8")

    return read
