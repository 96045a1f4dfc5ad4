"""Starting a boxed bot: lay out its files, see that the sandbox holds, and spawn it."""

import asyncio
from dataclasses import replace
from pathlib import Path

from arena.children.process import Child, spawn
from arena.children.sandbox import cgroup
from arena.children.sandbox.entry_commands import ENVIRONMENT, mjai_bridge
from arena.children.sandbox.layers import demand, probe
from arena.children.sandbox.limits import Limits
from arena.children.sandbox.memory_watch import watch_memory
from arena.children.sandbox.packages import site_of
from arena.children.sandbox.plan import command_line
from arena.children.sandbox.program import prepare
from arena.errors import BoxError, SpecError
from arena.plugins.bot_specs import BotSpec
from arena.settings import Settings


async def start_boxed(spec: BotSpec, settings: Settings) -> Child:
    """A child behind every layer this machine has; BoxError where they are too few."""
    layers = await asyncio.to_thread(probe, settings.box_uid, settings.box_cgroup)
    if not settings.trust_boxed_bots:
        try:
            demand(layers)
        except BoxError as error:
            raise BoxError(f"{spec}: {error}") from None
    program = await asyncio.to_thread(prepare, spec.target, spec.class_name)
    try:
        program = replace(program, site=site_of(program, settings))
    except SpecError:
        program.remove()
        raise
    limits = Limits(memory_mb=settings.box_memory_mb, cpu_seconds=settings.box_cpu_seconds)
    group: Path | None = None

    def clean_up() -> None:
        program.remove()
        if group is not None:
            cgroup.remove(group)

    try:
        argv = command_line(program, layers, limits)
        if layers.cgroup:
            group = cgroup.make(Path(layers.cgroup), limits)
            argv = [*cgroup.inside(group), *argv]
        if program.protocol:
            argv = [*mjai_bridge(program.protocol), *argv]
        process = await spawn(argv, str(spec), environment=dict(ENVIRONMENT), cwd=str(program.cwd))
    except BaseException:
        clean_up()
        raise
    child = Child(
        process,
        settings,
        detail=program.detail,
        clean_up=clean_up,
    )
    if program.kind == "exec" and group is None:
        # The addresses of Python bots are bounded, and so all they can hold.
        child.watch(watch_memory(child, limits.memory_mb, bridged=program.protocol != ""))
    return child
