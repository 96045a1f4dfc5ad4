"""Check the types of the pages' scripts, where tsc can be had: `python tools/check_js.py`."""

import shutil
import subprocess
import sys

TYPESCRIPT = "typescript@7.0.2"


def main() -> int:
    """tsc's exit code; 0, with a word, where there is no tsc to run."""
    npx = shutil.which("npx")
    if npx is None:
        print("no npx: the types of the pages' scripts were not checked")  # noqa: T201
        return 0
    tsc = [npx, "--yes", "-p", TYPESCRIPT, "tsc"]
    if subprocess.run([*tsc, "--version"], capture_output=True, check=False).returncode:
        print(f"npx cannot get {TYPESCRIPT}: the pages' scripts were not checked")  # noqa: T201
        return 0
    return subprocess.run([*tsc, "-p", "tsconfig.json"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
