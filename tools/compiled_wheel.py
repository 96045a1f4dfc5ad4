"""The build hook of compiled wheels: on with HATCH_BUILD_HOOK_ENABLE_CUSTOM=1, off otherwise."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface):  # type: ignore[misc]  # hatchling is there in builds only
    """Adds the extension modules to the wheel, which is then for one Python and platform."""

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling."""
        return ["mypy>=1.14", "setuptools"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel are collected; an editable install stays plain."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.compiled import compile_modules, compiled_sources

        os.chdir(self.root)
        into = Path(self.root, "build", "wheel")
        for made in compile_modules(compiled_sources(Path(self.root)), into):
            build_data["force_include"][str(into / made)] = str(made.relative_to("lib"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
