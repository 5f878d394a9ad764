"""Work on several processes."""

from __future__ import annotations

import os

import pytest

from niwashi.core.errors import NiwashiError
from niwashi.parallel.processes import map_in_order


def test_a_worker_that_ends_too_early_is_told_in_a_sentence() -> None:
    with pytest.raises(NiwashiError, match="a worker process ended before its task"):
        list(map_in_order(os._exit, [3, 3], 2))
