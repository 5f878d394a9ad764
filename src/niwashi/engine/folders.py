"""Folders of the user's own files."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """NIWASHI_DATA, else the system's folder for application data."""
    if named := os.environ.get("NIWASHI_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "niwashi"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "niwashi"
