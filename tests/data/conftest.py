"""The packages of the extras `data` and `minari`, which only these tests need."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="package", autouse=True)
def _packages(data_packages: None) -> None:
    pass
