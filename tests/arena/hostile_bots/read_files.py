from pathlib import Path

from table import TARGETS, attempt, play

for name in (*TARGETS["secrets"], "/etc/passwd", "/etc/shadow", "~/.ssh/id_rsa"):
    attempt(f"reading {name}", lambda name=name: Path(name).expanduser().read_bytes()[:10])
attempt("listing the project", lambda: list(Path(TARGETS["project"]).iterdir()))
attempt("listing home", lambda: list(Path(TARGETS["home"]).iterdir()))
play()
