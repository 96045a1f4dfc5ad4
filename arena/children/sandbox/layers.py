"""The layers of the sandbox: which of them this machine offers, and what each is for."""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.children.sandbox import cgroup as cgroups
from arena.children.sandbox import landlock, seccomp
from arena.children.sandbox.entry_commands import TRY, dropping, inside_bwrap
from arena.errors import BoxError

PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS = 21, 39
CLONE_NEWUSER = 0x10000000
PROBE_SECONDS = 20.0
NOBODY = 65534
"""Who bots run as for a server that is root, where they share one user."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: whether it is there, what was found, and what it keeps away."""

    name: str
    ok: bool
    found: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Layers:
    """Everything this machine offers to hold a bot."""

    rlimits: bool
    no_new_privs: bool
    landlock: int
    """The version of its interface; 0 where there is none."""
    seccomp: bool
    user_namespaces: bool
    bwrap: str
    """The program, where it works; empty otherwise."""
    bwrap_note: str
    uid: int
    """Who bots run as."""
    uid_note: str
    """Why they cannot run as that user; empty if they can."""
    own_uids: bool = False
    """Whether each bot gets another uid than `uid`, which no other process has."""
    cgroup: str = ""
    """The folder in which each bot gets a cgroup; empty where there is none."""
    cgroup_note: str = "not looked for"

    @property
    def core(self) -> bool:
        """Whether a process can lock itself in without namespaces."""
        return self.rlimits and self.no_new_privs and self.landlock > 0 and self.seccomp

    @property
    def enough(self) -> bool:
        """Whether strangers' code may be run: as no root, and behind one whole wall at least."""
        return self.uid > 0 and not self.uid_note and (self.core or self.bwrap != "")

    def rows(self) -> list[Layer]:
        """Layer by layer, for people."""
        version = f"version {self.landlock}" if self.landlock else "not in this kernel"
        return [
            Layer("rlimits", self.rlimits, "", "memory, CPU time and open files are bounded"),
            Layer("no_new_privs", self.no_new_privs, "", "no program gives a bot more rights"),
            Layer("landlock", self.landlock > 0, version, landlock_meaning(self.landlock)),
            Layer("seccomp", self.seccomp, "", "no new processes, programs, sockets or signals"),
            Layer("bwrap", self.bwrap != "", self.bwrap or self.bwrap_note, BWRAP_MEANING),
            Layer(
                "user namespaces", self.user_namespaces, "", "bubblewrap needs them; threads count"
            ),
            Layer(
                "unprivileged uid",
                self.uid > 0 and not self.uid_note,
                self.uid_note or f"uid {self.uid}",
                "a bot never runs as root",
            ),
            Layer(
                "uid for each bot",
                self.own_uids,
                "" if self.own_uids else "only a server that is root can give them",
                "to the kernel, bots are users who share nothing",
            ),
            Layer(
                "cgroup for each bot",
                self.cgroup != "",
                self.cgroup or self.cgroup_note,
                "the kernel counts all memory and threads of a bot; else limits and a watch do",
            ),
        ]

    def summary(self) -> str:
        """The layers there are, in one line."""
        return ", ".join(row.name for row in self.rows() if row.ok)

    def missing(self) -> str:
        """The layers there are not, in one line."""
        return ", ".join(row.name for row in self.rows() if not row.ok)


BWRAP_MEANING = "an own, nearly empty view of files, processes and network"


def landlock_meaning(version: int) -> str:
    """What Landlock keeps away in this version."""
    meaning = "only the interpreter and the bot's own files can be read, nothing written"
    if version and version < 6:
        meaning += "; signals and sockets are left to seccomp before version 6"
    return meaning


@cache
def probe(uid: int | None, cgroup: Path | None = None) -> Layers:
    """Try every layer once.

    Where the server is root, bots run as `uid`, or each as a user of its own if there is none.
    """
    if sys.platform != "linux":
        note = f"only Linux has it, this is {sys.platform}"
        return Layers(False, False, 0, False, False, "", note, 0, note)
    way, own_uid = dropping(NOBODY if uid is None else uid)
    uid_note = failure([*way, *TRY]) if own_uid else "box_uid is 0; set it to an ordinary user"
    bwrap, bwrap_note = (
        find_bwrap(way) if not uid_note else ("", "not tried without an ordinary user")
    )
    libc = ctypes.CDLL(None)
    cgroup_note = cgroups.prepare(cgroup)
    return Layers(
        rlimits=True,
        no_new_privs=libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0,
        landlock=landlock.abi(),
        seccomp=seccomp.supported() and libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0,
        user_namespaces=has_user_namespaces(own_uid),
        bwrap=bwrap,
        bwrap_note=bwrap_note,
        uid=own_uid,
        uid_note=uid_note,
        own_uids=uid is None and way != [] and not uid_note,
        cgroup="" if cgroup_note else str(cgroup),
        cgroup_note=cgroup_note,
    )


def find_bwrap(way: Sequence[str]) -> tuple[str, str]:
    """Bubblewrap if it works here, else why not."""
    found = shutil.which("bwrap")
    if found is None:
        return "", "not installed (package bubblewrap)"
    note = failure([*way, *inside_bwrap(found, [], "/"), *TRY])
    return ("" if note else found), note


def failure(command: Sequence[str]) -> str:
    """Why a command did not end well; empty if it did."""
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, env={}, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = ended.stderr.strip().splitlines()
    return "" if ended.returncode == 0 else (said[-1] if said else f"code {ended.returncode}")


def has_user_namespaces(uid: int) -> bool:
    """Whether an ordinary user may make one; tried in a process of its own."""
    program = (
        "import ctypes, os, sys\n"
        "uid = int(sys.argv[1])\n"
        "os.getuid() or os.setresuid(uid, uid, uid)\n"
        f"sys.exit(ctypes.CDLL(None).unshare({CLONE_NEWUSER}) != 0)"
    )
    return not failure([sys.executable, "-I", "-S", "-c", program, str(uid)])


def demand(layers: Layers) -> None:
    """BoxError unless this machine can hold a stranger's bot."""
    if not layers.enough:
        raise BoxError(
            f"this machine lacks what keeps an unknown bot in ({layers.missing()}; `arena doctor`"
            " says more). It is not run; if you trust it, say --i-trust-this-bot"
        )
