"""The server's randomness, in one place so that a simulation can replay it."""

from __future__ import annotations

import random
import secrets
from typing import Any


class Entropy:
    """Unpredictable: a private table's id is the key to it, and a seed decides what chance will bring."""

    def token_hex(self, size: int) -> str:
        return secrets.token_hex(size)

    def token_bytes(self, size: int) -> bytes:
        return secrets.token_bytes(size)

    def shuffle(self, items: list[Any]) -> None:
        random.shuffle(items)
