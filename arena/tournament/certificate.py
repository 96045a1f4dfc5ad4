"""Certificates: results in a file that anybody can check, signed by who ran the matches.

A certificate has claims and a signature (Ed25519) of them. What is claimed is general: a kind
(tournament, season, event), its subject, and every match with its players, points and ranks; each
kind adds what its standings follow from. The signature proves who claims it. That the claims hold
is checked apart: standings against the matches, matches against their logs and seeds.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.errors import CertificateError
from arena.private_files import make_private

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMAT: Final = "table-arena certificate 1"
MOST_BYTES: Final = 64 * 1024 * 1024
MISSING: Final = "certificates need a library: pip install cryptography"
REQUIRED: Final[Mapping[str, type]] = {"kind": str, "subject": str, "game": str, "matches": list}

Claims = dict[str, Any]


def canonical(claims: Mapping[str, Any]) -> bytes:
    """Return claims as the one text that is signed: sorted keys, no blanks, UTF-8."""
    text = json.dumps(
        claims, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def new_key(file: Path) -> str:
    """Write a new signing key to a file for its owner alone, and return the public key."""
    try:
        from cryptography.hazmat.primitives import serialization as forms
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise CertificateError(MISSING) from None
    if file.exists():
        raise CertificateError(f"{file} exists already; a lost key cannot be made again")
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    make_private(file)
    try:
        file.write_bytes(pem)
    except OSError as error:
        raise CertificateError(f"{file}: {error.strerror}") from None
    return public_of(key)


def read_key(file: Path) -> "Ed25519PrivateKey":
    """Return the signing key of a file; CertificateError says what is wrong with it."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise CertificateError(MISSING) from None
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except OSError as error:
        raise CertificateError(
            f"{file}: {error.strerror}; arena certify key {file} makes a key"
        ) from None
    except (ValueError, TypeError):
        raise CertificateError(f"{file}: no signing key; arena certify key makes one") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise CertificateError(f"{file}: an Ed25519 key is needed; arena certify key makes one")
    return key


def public_of(key: "Ed25519PrivateKey") -> str:
    """Return the public key of a signing key, as 64 digits."""
    return key.public_key().public_bytes_raw().hex()


def signed(claims: Claims, key: "Ed25519PrivateKey") -> dict[str, Any]:
    """Return a certificate of these claims."""
    return {
        "format": FORMAT,
        "claims": claims,
        "key": public_of(key),
        "signature": key.sign(canonical(claims)).hex(),
    }


def write(certificate: Mapping[str, Any], file: Path) -> None:
    """Write a certificate; either the whole file is there afterwards or none of it."""
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.write_text(json.dumps(certificate, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        raise CertificateError(f"{file}: {error.strerror}") from None


def read(file: Path) -> dict[str, Any]:
    """Return a certificate's content; CertificateError unless it has the form of one."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise CertificateError(f"{file}: larger than any certificate ({MOST_BYTES} bytes)")
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CertificateError(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise CertificateError(f"{file}: not JSON; is this a certificate?") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise CertificateError(f"{file}: not a certificate (its format is not {FORMAT!r})")
    claims = found.get("claims")
    if not isinstance(claims, dict):
        raise CertificateError(f"{file}: the certificate claims nothing")
    for name, kind in REQUIRED.items():
        if not isinstance(claims.get(name), kind):
            raise CertificateError(f"{file}: its claims have no `{name}`")
    return found


def check_signature(certificate: Mapping[str, Any], trusted: str = "") -> str:
    """Return the public key that signed; CertificateError if none did, or not the trusted one."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise CertificateError(MISSING) from None
    key = str(certificate.get("key", ""))
    if trusted and key.lower() != trusted.lower():
        raise CertificateError(f"signed by {key[:64]}, not by the key that you trust")
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        signature = bytes.fromhex(str(certificate.get("signature", "")))
        public.verify(signature, canonical(certificate["claims"]))
    except (InvalidSignature, ValueError):
        raise CertificateError("the signature is not that of these claims") from None
    return key


def agree(claimed: object, found: object) -> bool:
    """Return whether two results are the same; numbers may differ in the last digits.

    Logarithms and powers are not the same to the last bit on all machines.
    """
    if isinstance(claimed, bool | str | None) or isinstance(found, bool | str | None):
        return claimed == found
    if isinstance(claimed, int | float) and isinstance(found, int | float):
        return abs(claimed - found) <= 0.002 + 1e-6 * abs(found)
    if isinstance(claimed, list | tuple) and isinstance(found, list | tuple):
        return len(claimed) == len(found) and all(map(agree, claimed, found))
    if isinstance(claimed, dict) and isinstance(found, dict):
        return claimed.keys() == found.keys() and all(agree(claimed[k], found[k]) for k in found)
    return False
