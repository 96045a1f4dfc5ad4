"""The files that draw matches, by path: scripts, styles and tiles, for pages and notebooks."""

import re
from functools import cache
from importlib.resources import files
from typing import Final
from urllib.parse import quote

SYMBOL: Final = re.compile(r'<symbol id="(\w+)" viewBox="([^"]+)">(.*?)</symbol>')
CORNER: Final = re.compile(r'<text class="idx".*?</text>')
COLOUR: Final = re.compile(r"var\(--[\w-]+,(#\w+)\)")


@cache
def static_files() -> dict[str, bytes]:
    """Every static file by its path."""
    found: dict[str, bytes] = {}
    waiting = [("", files("arena").joinpath("web", "static"))]
    while waiting:
        path, folder = waiting.pop()
        for item in folder.iterdir():
            name = f"{path}{item.name}"
            if item.is_dir():
                waiting.append((f"{name}/", item))
            else:
                found[name] = item.read_bytes()
    found["css/tiles.css"] = tile_styles(found["tiles.svg"].decode()).encode()
    return found


def tile_styles(sprite: str) -> str:
    """A style for each tile of the sprite: pictures cost a browser far less than live SVG."""
    rows = []
    for name, box, ink in SYMBOL.findall(sprite):
        drawn = COLOUR.sub(r"\1", CORNER.sub("", ink))
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'
        rows.append(f'.t-{name} {{ background-image: url("data:image/svg+xml,{quote(picture)}") }}')
    return "\n".join(rows)
