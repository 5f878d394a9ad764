"""docs/data.md: its blocks run, one after the other, and its tables name the columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


pytestmark = pytest.mark.usefixtures("data_packages")


@pytest.mark.more
def test_the_blocks_run(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("\n".join(BLOCKS), encoding="utf-8")
    environment = {**os.environ, "MINARI_DATASETS_PATH": str(tmp_path)}
    command = [sys.executable, "-W", "error", str(program)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    learned, first = (float(line.split()[0]) for line in done.stdout.splitlines() if line.endswith("400 games"))
    assert learned > first, "the linear policy has learned something"


def test_the_tables_name_the_columns_in_order() -> None:
    from niwashi.data.record_parquet import record_schema
    from niwashi.data.shards import shard_schema

    named = [name for row in ROWS.findall(PAGE) for name in re.findall(r"\w+", row)]
    assert named == [*record_schema().names, *shard_schema("miyabi").names]
