"""Which tests a run includes: a plain run, one with --more, a full one."""

from __future__ import annotations

left_out: set[str] = {"more", "full"}
"""The marks of tests that wait for a longer run. Set before tests are collected."""


def choose(more: bool, full: bool) -> None:
    left_out.clear()
    left_out.update(set() if full else {"full"} if more else {"more", "full"})
