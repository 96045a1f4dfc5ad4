"""PNG files with a palette: 256 colours are plenty for a table, and a third of the size."""

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

COLOURS = 256

Pixels = NDArray[np.uint8]


def indexed_png(pixels: Pixels) -> bytes:
    """An image with a palette."""
    height, width, _ = pixels.shape
    palette, places = quantised(pixels.reshape(-1, 3))
    rows = np.zeros((height, width + 1), dtype=np.uint8)  # each row begins with its filter, none
    rows[:, 1:] = places.reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette.tobytes()),
             (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def quantised(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """A palette by median cut, and the place in it of every pixel's colour."""
    codes = (pixels.astype(np.uint32) >> 2) @ np.array([1 << 12, 1 << 6, 1], dtype=np.uint32)
    found, back, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 12, found >> 6 & 63, found & 63], axis=1).astype(float) * 4 + 2
    boxes = [np.arange(len(found))]
    while len(boxes) < COLOURS:
        spreads = [spread(colours[box], counts[box]) for box in boxes]
        widest = int(np.argmax(spreads))
        if spreads[widest] <= 0:
            break
        boxes += halves(boxes.pop(widest), colours, counts)
    palette = np.array([np.average(colours[box], axis=0, weights=counts[box]) for box in boxes])
    apart = ((colours[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    return palette.round().astype(np.uint8), apart.argmin(axis=1).astype(np.uint8)[back]


def spread(colours: NDArray[Any], counts: NDArray[Any]) -> float:
    """How much a box of colours would gain by being cut."""
    if len(colours) < 2:
        return 0.0
    return float((colours.max(axis=0) - colours.min(axis=0)).max() * np.sqrt(counts.sum()))


def halves(box: NDArray[Any], colours: NDArray[Any], counts: NDArray[Any]) -> list[NDArray[Any]]:
    """A box cut at the median of its widest side."""
    side = int((colours[box].max(axis=0) - colours[box].min(axis=0)).argmax())
    order = box[np.argsort(colours[box, side], kind="stable")]
    total = np.cumsum(counts[order])
    middle = int(np.searchsorted(total, total[-1] / 2))
    cut = min(max(middle, 1), len(order) - 1)
    return [order[:cut], order[cut:]]
