"""Where the sandbox can be had, and what is said where it cannot."""

import os

import pytest

from arena.children.sandbox.layers import probe
from arena.settings import Settings

LAYERS = probe(Settings().box_uid)
IN_CI = os.environ.get("CI") == "true"

needs_box = pytest.mark.skipif(
    not LAYERS.enough and not IN_CI, reason=f"no sandbox here, missing: {LAYERS.missing()}"
)
