from pathlib import Path

from table import TARGETS, attempt, play


def read(path: str) -> bytes:
    with Path(path).open("rb") as opened:
        return opened.read(9)


for pid in (TARGETS["referee"], TARGETS["canary"]):
    for name in ("environ", "cmdline", "maps", "mem"):
        attempt(f"{name} of {pid}", lambda path=f"/proc/{pid}/{name}": read(path))
attempt("all processes", lambda: [p for p in Path("/proc").iterdir() if p.name.isdigit()])
play()
