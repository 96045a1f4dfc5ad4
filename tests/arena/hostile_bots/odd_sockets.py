"""Sockets that are neither TCP nor UDP."""

import socket

from table import attempt, play

FAMILIES = {
    "unix": 1,
    "netlink": 16,
    "packet": 17,
    "bluetooth": 31,
    "alg": 38,
    "vsock": 40,
    "xdp": 44,
}
for name, family in FAMILIES.items():
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        attempt(f"{name} {kind}", lambda f=family, k=kind: socket.socket(f, k).fileno() > 0)
attempt("a pair of datagrams", lambda: socket.socketpair(type=socket.SOCK_DGRAM))
attempt(
    "a descriptor passed on",
    lambda: socket.send_fds(socket.socketpair()[0], [b"x"], [0]),
)
play()
