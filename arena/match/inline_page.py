"""The match page inside a notebook: one document with its scripts, styles and frames in it."""

import gzip
import json
import re
from base64 import b64encode
from functools import partial
from html import escape
from posixpath import join, normpath
from typing import TYPE_CHECKING, Final

from arena.match.page_files import static_files
from arena.match.playback import match_history
from engine.game import ALL_HANDS

if TYPE_CHECKING:
    from arena.match.match import Match

PAGE: Final = "app/pages/match.js"
STYLES: Final = (
    "css/base.css", "css/tiles.css", "css/table.css", "css/table-mahjong.css",
    "css/table-dominoes.css", "css/table-phone.css", "css/match.css", "css/landscape.css",
)  # fmt: skip
IMPORT: Final = re.compile(r'((?:from|import)\s*)"(\.{1,2}/[^"]+)"')
MOST_BYTES: Final = 1_500_000
"""How large a page may be; a notebook saves every output."""
DOCUMENT: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"></head>
<body class="match-page"><main id="main"><div id="match"></div></main>
<script type="application/json" id="page-data">@DATA@</script>
<script>
(async () => {
  const packed = Uint8Array.from(atob("@PACKED@"), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const {modules, styles, history: frames} = await new Response(stream).json();
  const saved = new Map();
  const storage = {getItem: k => saved.get(k) ?? null, setItem: (k, v) => saved.set(k, v)};
  Object.defineProperty(window, "localStorage", {value: storage});
  history.replaceState = () => {};
  window.fetch = async url =>
    String(url).endsWith("frames?as=all")
      ? new Response(JSON.stringify(frames))
      : new Response('{"error": {"message": "a notebook shows all hands"}}', {status: 404});
  document.head.append(Object.assign(document.createElement("style"), {textContent: styles}));
  const imports = {};
  for (const [name, text] of Object.entries(modules))
    imports[name] = "data:text/javascript;charset=utf-8," + encodeURIComponent(text);
  document.head.append(Object.assign(document.createElement("script"),
    {type: "importmap", textContent: JSON.stringify({imports})}));
  await import("@PAGE@");
})();
</script></body></html>"""
"""A frame without an origin of its own: no storage, no address and no server, so they are given."""


def inline_page(match: "Match") -> str | None:
    """Return a match's page as a frame for a notebook; None if it would be too large."""
    history = match_history(match, ALL_HANDS)
    script = f"app/games/{match.game.name}.js"
    ours = script in static_files()
    drawing = {"script": script, "style": "", "ours": True} if ours else None
    first = {**history, "frames": history["frames"][:1], "room_id": None, "drawing": drawing}
    bundle = {
        "modules": modules(PAGE, *([script] if ours else [])),
        "styles": "\n".join(static_files()[name].decode() for name in STYLES),
        "history": history,
    }
    packed = gzip.compress(json.dumps(bundle, separators=(",", ":")).encode(), mtime=0)
    data = json.dumps(first, separators=(",", ":")).replace("<", "\\u003c")
    filled = DOCUMENT.replace("@PAGE@", PAGE).replace("@PACKED@", b64encode(packed).decode())
    document = filled.replace("@DATA@", data)
    if len(document) > MOST_BYTES:
        return None
    return (
        f'<iframe sandbox="allow-scripts" srcdoc="{escape(document)}" title="The match" '
        'style="width:100%;height:680px;border:1px solid #8884"></iframe>'
    )


def modules(*wanted: str) -> dict[str, str]:
    """Return modules and all that they import, by path; imports name paths, not places."""
    found: dict[str, str] = {}
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        folder = name.rpartition("/")[0]
        text = static_files()[name].decode()
        waiting += [normpath(join(folder, path)) for _, path in IMPORT.findall(text)]
        found[name] = IMPORT.sub(partial(_by_path, folder), text)
    return found


def _by_path(folder: str, seen: re.Match[str]) -> str:
    return f'{seen[1]}"{normpath(join(folder, seen[2]))}"'
