"""Try what a newcomer tries with an empty home: a clone, `make demo`, `make test`, the wheel.

`python tools/fresh.py [demo] [test] [wheel]`; without a word, all three. The last line says how it
went: `fresh: demo ok, test ok, wheel ok`.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGINT, default_int_handler, signal
from socket import socket
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import shown_commands  # noqa: E402  # needs the path above

KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PYENV_ROOT")
KEPT_PREFIXES = ("PIP_", "UV_")
PATIENCE = 30.0
"""Seconds for the demo to come up and to go."""
PROXIES = ("http_proxy", "https_proxy", "no_proxy")


def bare_environment(home: Path) -> dict[str, str]:
    """An empty home, and of the rest only what finding programs and packages needs."""
    env = {
        key: value
        for key, value in os.environ.items()
        if key in KEPT or key.startswith(KEPT_PREFIXES) or key.lower() in PROXIES
    }
    return {**env, "HOME": str(home)}


def went_well(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> bool:
    """Run one command, shown with its output."""
    words = [str(word) for word in command]
    sys.stdout.write(f"fresh: {' '.join(words)}\n")
    sys.stdout.flush()
    return subprocess.run(words, cwd=cwd, env=env, check=False).returncode == 0


def demo_serves(clone: Path, env: Mapping[str, str]) -> bool:
    """Start `make demo`, wait until its page can be opened, and stop it as Ctrl-C does."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["make", "demo", f"ARGS=--port {port}"]
    sys.stdout.write(f"fresh: {' '.join(command)}\n")
    sys.stdout.flush()
    demo = subprocess.Popen(command, cwd=clone, env=env, start_new_session=True)
    try:
        return answers(f"http://127.0.0.1:{port}/") and demo.poll() is None
    finally:
        os.killpg(demo.pid, SIGINT)
        demo.wait(timeout=PATIENCE)


def answers(url: str) -> bool:
    """Whether a page can be opened before patience ends."""
    direct = build_opener(ProxyHandler({}))
    end = monotonic() + PATIENCE
    while monotonic() < end:
        with suppress(OSError), direct.open(url, timeout=PATIENCE) as page:
            return bool(page.status == 200)
        sleep(0.2)
    return False


def wheel_works(clone: Path, scratch: Path, env: Mapping[str, str]) -> bool:
    """Build the wheel, install it alone into an empty environment, and run all shown commands."""
    dist, venv, empty = scratch / "dist", scratch / "venv", scratch / "empty"
    empty.mkdir()
    python, arena = venv / "bin" / "python", venv / "bin" / "arena"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    if not (
        went_well([*pip, "wheel", "--quiet", "--no-deps", "-w", dist, clone], scratch, env)
        and went_well([sys.executable, "-m", "venv", "--without-pip", venv], scratch, env)
    ):
        return False
    wheel = f"{next(dist.glob('*.whl'))}[certificates]"
    own = {**env, "PATH": f"{arena.parent}{os.pathsep}{env['PATH']}"}
    return (
        went_well([*pip, "--python", python, "install", "--quiet", wheel], scratch, env)
        and went_well([arena, "demo", "--once"], empty, own)
        and went_well([arena, "new-bot", "mine", "--language", "rust"], empty, own)
        and went_well([arena, "man", empty / "man1"], empty, own)
        and shown_commands.run_all(scratch / "shown", own)
    )


def main(wanted: Sequence[str]) -> int:
    """Exit code 0 when all that is wanted works."""
    # A shell starts what runs in its background deaf to Ctrl-C, and so would be all that we start.
    signal(SIGINT, default_int_handler)
    with TemporaryDirectory(prefix="fresh-") as folder:
        scratch = Path(folder)
        clone, home = scratch / "table-arena", scratch / "home"
        home.mkdir()
        env = bare_environment(home)
        if not went_well(["git", "clone", "--quiet", ROOT, clone], scratch, {**os.environ}):
            return 1
        parts: dict[str, Callable[[], bool]] = {
            "demo": lambda: (
                went_well(["make", "demo", "ARGS=--once"], clone, env) and demo_serves(clone, env)
            ),
            "test": lambda: went_well(["make", "test"], clone, env),
            "wheel": lambda: wheel_works(clone, scratch, env),
        }
        results = {name: parts[name]() for name in wanted or parts}
    words = ", ".join(f"{name} {'ok' if ok else 'failed'}" for name, ok in results.items())
    sys.stdout.write(f"fresh: {words}\n")
    return int(not all(results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
