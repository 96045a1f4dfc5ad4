"""`arena doctor`: what this machine offers, and what is missing."""

from dataclasses import asdict

import typer

from arena.cli.options import Json
from arena.cli.output import say, say_json


def doctor(as_json: Json = False) -> None:
    """Report what this machine offers and what is missing.

    Example: arena doctor
    """
    from arena.cli.doctor_checks import examine
    from arena.settings import read_settings

    findings = examine(read_settings())
    for finding in findings:
        if as_json:
            say_json(asdict(finding))
            continue
        state = "ok" if finding.ok else "missing" if finding.needed else "note"
        found = f" ({finding.found})" if finding.found else ""
        say(f"{state:<8}{finding.area}: {finding.name}{found}: {finding.meaning}")
    if any(finding.needed and not finding.ok for finding in findings):
        raise typer.Exit(1)
