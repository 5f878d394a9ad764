"""docs/environments.md: its blocks run, one after the other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.more
@pytest.mark.usefixtures("env_packages", "openspiel_packages")
def test_the_blocks_run(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("\n".join(BLOCKS), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, last = map(float, done.stdout.splitlines()[-2].split())
    assert first < last, "the linear policy has learned"
