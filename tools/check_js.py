"""Check or format the pages' scripts and styles: `python tools/check_js.py types|format|fix`.

npm installs the versions that package.json names into node_modules/.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

MODULES: Final = Path("node_modules")
FORMATTED: Final = ("arena/web/static/app", "arena/web/static/css", "tests/web/js", "package.json")
COMMANDS: Final = {
    "types": ("typescript", "bin/tsc", "-p", "tsconfig.json"),
    "format": ("prettier", "bin/prettier.cjs", "--check", *FORMATTED),
    "fix": ("prettier", "bin/prettier.cjs", "--write", "--log-level", "warn", *FORMATTED),
}
"""A command's package, the script in it to run, and its arguments."""


def main() -> int:
    """Return the exit code of tsc or prettier; 0 where they are unavailable, except in CI."""
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        print("expected: python tools/check_js.py types|format|fix")  # noqa: T201
        return 2
    package, script, *arguments = COMMANDS[sys.argv[1]]
    missing = _unavailable(package)
    if missing:
        print(f"{missing}: the pages' scripts were not checked ({sys.argv[1]})")  # noqa: T201
        return 1 if os.environ.get("CI") else 0
    command = ["node", str(MODULES / package / script), *arguments]
    return subprocess.run(command, check=False).returncode


def _unavailable(package: str) -> str:
    """Install what package.json names, unless it is there; return what is missing, if anything."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"no {program}"
    wanted = json.loads(Path("package.json").read_text("utf-8"))["devDependencies"][package]
    if _installed(package) != wanted:
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], check=False)
    return "" if _installed(package) == wanted else f"npm cannot install {package}@{wanted}"


def _installed(package: str) -> str | None:
    """Return the version of a package in node_modules/, or None."""
    found = MODULES / package / "package.json"
    return json.loads(found.read_text("utf-8"))["version"] if found.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
