"""Where chunks are played: in this process, in others, or on a cluster; one interface for all."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from socket import create_connection
from time import monotonic
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from arena.errors import TournamentError
from arena.tournament.worker import start_worker

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 10.0
"""Seconds to wait for a cluster's scheduler."""
LAST_CHUNK = 3.0
"""Seconds that workers have to end what they do."""


class Synchronous(Executor):
    """Plays a chunk when it is handed in, in this very thread."""

    def submit(  # type: ignore[override]  # the base takes its function by position only
        self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """A future that is done already."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # told to whoever asks for the result
            future.set_exception(error)
        return future


class Workers:
    """An executor with the number of chunks it should have at hand; it can be made anew."""

    def __init__(self, open_one: Callable[[], Executor], slots: int) -> None:
        self._open = open_one
        self.slots = slots
        self.executor = open_one()

    def renew(self) -> None:
        """Leave a broken pool, and go on with a fresh one."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._open()

    def close(self) -> None:
        """End the workers: those that are still busy after a while are ended all the same."""
        end_pool(self.executor)


def end_pool(executor: Executor) -> None:
    """Shut down; a bot that never answers must not keep us."""
    # The pool offers no way to end a worker that is busy for ever, before Python 3.14.
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    latest = monotonic() + LAST_CHUNK
    for process in processes:
        process.join(max(0.0, latest - monotonic()))
        if process.is_alive():
            process.kill()


class Pool(ProcessPoolExecutor):
    """Processes that are deaf to Ctrl-C from their first moment: a terminal tells it to all."""

    def submit(  # type: ignore[override]  # the base takes its function by position only
        self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Hand in a chunk; a process may be started for it."""
        with children_deaf():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def children_deaf() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no such thing
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that begin with nothing of ours but the modules they import."""
    return Pool(jobs, mp_context=get_context("spawn"), initializer=start_worker)


@contextmanager
def local_workers(jobs: int, *, apart: bool = False) -> Iterator[Workers]:
    """So many processes; one job is played in this process, unless it is to be apart."""
    if jobs == 1 and not apart:
        workers = Workers(Synchronous, 1)
    else:
        workers = Workers(lambda: process_pool(jobs), 2 * jobs)
    try:
        yield workers
    finally:
        workers.close()


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """The workers of a dask scheduler; what a dead worker had is played again by others."""
    try:
        import distributed
    except ImportError:
        raise TournamentError("--cluster needs dask: pip install distributed") from None
    try:
        check_listens(address)
        connect: Any = distributed.Client  # it has no types
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise TournamentError(f"no dask scheduler at {address}: {error}") from None
    try:
        cores = sum(client.nthreads().values())
        # Impure: a chunk handed in again must be played again, not looked up.
        yield Workers(lambda: client.get_executor(pure=False, retries=2), 2 * max(cores, 1))
    finally:
        client.close()


def check_listens(address: str) -> None:
    """OSError or ValueError at once where nobody listens; dask itself would try for a while."""
    place = urlsplit(address)
    if not place.hostname or not place.port:
        raise ValueError("write tcp://HOST:PORT")
    create_connection((place.hostname, place.port), PATIENCE).close()
