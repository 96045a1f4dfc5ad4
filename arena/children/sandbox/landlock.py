"""Landlock: which files may be read and run, as numbers the kernel takes."""

import ctypes
import sys
from typing import Final

CREATE_RULESET: Final = 444
"""The system call's number, the same on every processor."""
VERSION: Final = 1

EXECUTE, READ_FILE, READ_DIR = 1 << 0, 1 << 2, 1 << 3
READ: Final = READ_FILE | READ_DIR
FILE_RIGHTS: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""By the version that brought them: 2 refer, 3 truncate, 5 ioctl on devices."""
NET_RIGHTS: Final = 0b11
"""From version 4: to bind and to connect TCP."""
SCOPES: Final = 0b11
"""From version 6: abstract sockets and signals stay inside."""


def abi() -> int:
    """The version the kernel offers; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    call = ctypes.CDLL(None, use_errno=True).syscall
    return max(0, int(call(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)))


def handled(version: int) -> dict[str, int]:
    """Everything this version can take away."""
    files = max(mask for since, mask in FILE_RIGHTS.items() if since <= version)
    return {
        "files": files,
        "net": NET_RIGHTS if version >= 4 else 0,
        "scopes": SCOPES if version >= 6 else 0,
    }
