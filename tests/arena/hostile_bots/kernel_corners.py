import ctypes
import platform

from table import attempt, play

libc = ctypes.CDLL(None)
X86 = platform.machine() == "x86_64"
CALLS = {
    "bpf": 321 if X86 else 280,
    "perf": 298 if X86 else 241,
    "io_uring": 425,
    "userfaultfd": 323 if X86 else 282,
    "add_key": 248 if X86 else 217,
    "keyctl": 250 if X86 else 219,
    "landlock of its own is fine, a newer call is not": 470,
}
buffer = ctypes.create_string_buffer(256)
for name, number in CALLS.items():
    attempt(name, lambda number=number: libc.syscall(number, buffer, buffer, 8, 8, 0) >= 0)
play()
