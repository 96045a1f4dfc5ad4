"""A server in a process of its own, for tests that look at its memory and its log."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

SERVER = """
import asyncio, logging, sys
import structlog
from arena.settings import Settings
from arena.testing import running_server

logging.basicConfig(format="%(levelname)s %(name)s %(message)s", level=logging.INFO)
structlog.configure(
    processors=[structlog.processors.add_log_level, structlog.processors.JSONRenderer()],
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)

async def main():
    db = sys.argv[1] if len(sys.argv) > 1 else ""
    async with running_server(settings=Settings(port=0, db=db)) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
LOUD = ("ERROR", "CRITICAL", '"error"', '"critical"', "Traceback")
PATIENCE = 60.0


@dataclass(slots=True)
class ServerProcess:
    """A running server and what it wrote to stderr."""

    process: asyncio.subprocess.Process
    url: str
    log: list[str] = field(default_factory=list)

    @property
    def loud(self) -> list[str]:
        """Log lines above warning."""
        return [line for line in self.log if any(word in line for word in LOUD)]

    async def rss_mb(self) -> float:
        """Resident memory."""
        pipe = asyncio.subprocess.PIPE
        ps = await asyncio.create_subprocess_exec(
            "ps", "-o", "rss=", "-p", str(self.process.pid), stdout=pipe
        )
        out, _ = await ps.communicate()
        return int(out) / 1024


@asynccontextmanager
async def server_process(db: str = "") -> AsyncIterator[ServerProcess]:
    """A server in its own process, with a store if one is named, ended at the end."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVER, db, stdin=pipe, stdout=pipe, stderr=pipe
    )
    assert process.stdin is not None
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    server = ServerProcess(process, url)
    reading = asyncio.create_task(collect_log(server))
    try:
        yield server
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        await reading


async def collect_log(server: ServerProcess) -> None:
    assert server.process.stderr is not None
    async for line in server.process.stderr:
        server.log.append(line.decode().rstrip())
