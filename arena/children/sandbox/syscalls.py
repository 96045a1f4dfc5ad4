"""System calls by number, on the two processors the sandbox knows: x86-64 and arm64."""

from dataclasses import dataclass
from typing import Final

NEWEST: Final = 451
"""Numbers above this one are newer than the tables here; the kernel is to say it lacks them."""

FORBIDDEN: Final = {
    # name: (x86-64, arm64); None where the processor has no such call
    # -- other processes
    "fork": (57, None),
    "vfork": (58, None),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "setpgid": (109, 154),
    "setsid": (112, 157),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # -- the network and other ways to talk
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "setsockopt": (54, 208),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "msgget": (68, 186),
    "msgctl": (71, 187),
    "msgrcv": (70, 188),
    "msgsnd": (69, 189),
    "semget": (64, 190),
    "semctl": (66, 191),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "shmget": (29, 194),
    "shmctl": (31, 195),
    "shmat": (30, 196),
    # -- files, where Landlock does not look
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "truncate": (76, 45),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "flock": (73, 32),
    "cachestat": (451, 451),
    "preadv2": (327, 286),
    "mincore": (27, 232),
    "fadvise64": (221, 223),
    "futex_waitv": (449, 449),
    "sync": (162, 81),
    "syncfs": (306, 267),
    # -- memory that no limit counts: pages held by a pipe, a piece of the stack made larger
    "splice": (275, 76),
    "vmsplice": (278, 75),
    "tee": (276, 77),
    "sendfile": (40, 71),
    "mremap": (25, 216),
    # -- the kernel's memory of a bot's own rules
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "seccomp": (317, 277),
    # -- namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    # -- who one is
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "setgroups": (116, 159),
    "personality": (135, 92),
    # -- the machine, and corners of the kernel with a history
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "acct": (163, 89),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "uselib": (134, None),
}


@dataclass(frozen=True, slots=True)
class Processor:
    """One instruction set: its audit number, and the calls whose arguments are looked at."""

    audit: int
    column: int
    execve: int
    clone: int
    clone3: int
    socketpair: int
    kill: int
    tgkill: int
    prlimit64: int
    mmap: int
    fcntl: int
    ioctl: int
    prctl: int
    futex: int
    clocks: tuple[int, ...]
    """clock_gettime, clock_getres, clock_nanosleep and timer_create; the clock comes first."""

    @property
    def forbidden(self) -> tuple[int, ...]:
        """The numbers of what is never allowed."""
        numbers = (row[self.column] for row in FORBIDDEN.values())
        return tuple(number for number in numbers if number is not None)


X86_64: Final = Processor(
    0xC000003E, 0, 59, 56, 435, 53, 62, 234, 302, 9, 72, 16, 157, 202, (228, 229, 230, 222)
)
ARM64: Final = Processor(
    0xC00000B7, 1, 221, 220, 435, 199, 129, 131, 261, 222, 25, 29, 167, 98, (113, 114, 115, 107)
)
PROCESSORS: Final = {"x86_64": X86_64, "amd64": X86_64, "aarch64": ARM64, "arm64": ARM64}
