"""What the files of the client are, and how long browsers may keep them."""

from __future__ import annotations

import mimetypes
from pathlib import Path

IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose names contain a hash of their content: they never change."""
_MEDIA_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".flac": "audio/flac",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


def media_type(name: str) -> str:
    return _MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
