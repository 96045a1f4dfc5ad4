"""Changes what the kernel keeps of it: that it dies with its parent, and who may look inside."""

import ctypes

from table import attempt, play

libc = ctypes.CDLL(None)
OPTIONS = {
    "living on after its parent": (1, 0),
    "an open memory": (4, 1),
    "a tracer": (0x59616D61, -1),
    "another command line": (35, 8),
    "children of others": (36, 1),
    "keeping rights": (8, 1),
    "filters of its own": (22, 1),
    "a killed task when memory fails": (33, 1),
}
for name, (option, value) in OPTIONS.items():
    attempt(
        name,
        lambda option=option, value=value: libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0,
    )
play()
