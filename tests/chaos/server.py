"""The server under test: `arena serve` as a process, killed and started again on the same port."""

import asyncio
import os
import socket
import sys
from pathlib import Path

import aiohttp

PATIENCE = 60.0
SETTINGS = {
    "ARENA_OPEN_ROOMS": "false",
    "ARENA_MAX_GAMES": "1000",
    "ARENA_HEARTBEAT_SECONDS": "5",
    "ARENA_RESUME_SECONDS": "3",
    "ARENA_LOG_FORMAT": "json",
}


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One address, one store, and a process that comes and goes."""

    def __init__(self, folder: Path, db: str = "") -> None:
        self.db = db or f"sqlite:///{folder}/arena.db"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.restarts = -1
        self.process: asyncio.subprocess.Process

    async def start(self) -> None:
        """Start the process and wait until it answers."""
        words = ("serve", "--port", str(self.port), "--db", self.db)
        code = "import sys; from arena.cli import main; sys.exit(main())"
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, *words,
                stdout=asyncio.subprocess.DEVNULL, stderr=log, env={**os.environ, **SETTINGS},
            )  # fmt: skip
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while not await self._answers(session):
                assert self.process.returncode is None, self.log.read_text(encoding="utf-8")
                await asyncio.sleep(0.05)
        self.restarts += 1

    async def _answers(self, session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(f"{self.url}/status") as response:
                return response.status == 200
        except aiohttp.ClientError:
            return False

    async def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    def rss_mb(self) -> float:
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def loud(self) -> list[str]:
        """Log lines above warning."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        words = ('"level":"error"', '"level":"critical"', '"level": "error"', "Traceback")
        return [line for line in lines if any(word in line for word in words)]
