"""The pages' scripts in node, without a browser."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.web.conftest import unavailable

FOLDER: Final = Path(__file__).parent / "js"
PATIENCE: Final = 60


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run node, or skip the test by name."""
    program = shutil.which("node")
    if program is None:
        unavailable("no node: the logic of the pages' scripts was not tested")
    return subprocess.run(
        [program, *arguments],
        input=text, capture_output=True, text=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip
