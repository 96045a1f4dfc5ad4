import ctypes

from table import attempt, play

libc = ctypes.CDLL(None)
FLAGS = {"user": 0x10000000, "mount": 0x00020000, "pid": 0x20000000, "net": 0x40000000}
for name, flag in FLAGS.items():
    attempt(f"a {name} namespace", lambda flag=flag: libc.unshare(flag) == 0)
    attempt(f"a process in one ({name})", lambda f=flag: libc.syscall(56, f | 17, 0, 0, 0, 0) > 0)
attempt("a mount", lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0)
attempt("another root", lambda: libc.chroot(b"/tmp") == 0)
play()
