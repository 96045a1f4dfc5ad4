"""Make .venv and install this project into it: `python tools/venv.py [EXTRA]`.

Needs nothing but Python 3.11 and pip; uv does the same work faster where it is present.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run(*command: str | Path) -> bool:
    """Whether a command went well; its output is shown."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode == 0


def make() -> bool:
    """An environment with a python; some systems ship venv without the pip that belongs in it."""
    if PYTHON.exists():
        return True
    if uv := which("uv"):
        return run(uv, "venv", "--quiet", "--python", sys.executable, VENV)
    quiet = [sys.executable, "-m", "venv", str(VENV)]
    done = subprocess.run(quiet, cwd=ROOT, capture_output=True, check=False)
    return done.returncode == 0 or run(*quiet, "--without-pip", "--clear")


def install(what: str) -> bool:
    """Install with uv, the environment's own pip, or the pip of the python that runs this."""
    options = ("install", "--quiet", "--editable", what)
    if uv := which("uv"):
        return run(uv, "pip", *options, "--python", PYTHON)
    own_pip = subprocess.run([PYTHON, "-c", "import pip"], capture_output=True, check=False)
    if own_pip.returncode == 0:
        return run(PYTHON, "-m", "pip", "--disable-pip-version-check", *options)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    return run(*pip, "--python", PYTHON, *options)


def main(extras: list[str]) -> int:
    """Exit code 0 when the environment is ready."""
    if sys.version_info < (3, 11):  # noqa: UP036  # an older python may well try
        sys.stderr.write("Python 3.11 or later is needed; set PYTHON=/path/to/python3.11\n")
        return 1
    what = f".[{','.join(extras)}]" if extras else "."
    sys.stdout.write(f"installing {what} into .venv\n")
    sys.stdout.flush()
    if make() and install(what):
        return 0
    sys.stderr.write("the environment .venv could not be made; the lines above say why\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
