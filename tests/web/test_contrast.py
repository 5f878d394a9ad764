"""The words of every button at a table are legible in every state: at rest, under the pointer, blocked, disabled."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.pictures import contrast
from tests.web.snapshots import at_table, settle
from tests.web.test_sizes import SIZES
from tests.web.test_stage import Size
from tests.web.visiting import DESKTOP, Theme, Visitor, Visitors

ENOUGH = 4.5
PHONES = [size for size in SIZES if size[0] < 720 or size[1] < 500]

# Where the words of each button are drawn, with what they say; words that something else covers are not there.
WORDS = """() => {
  const found = []
  for (const button of document.querySelectorAll('main button, main a.btn, header button')) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (!/[\\p{L}\\p{N}]/u.test(text.data) || text.parentElement.closest('.visually-hidden, svg')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, top, width, height } = range.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      if (width && there && button.contains(there))
        found.push([text.data.trim(), left, top, width, height])
    }
  }
  return found
}"""


def illegible(page: Page) -> list[str]:
    """Words whose contrast is too low, as they are drawn, at rest or under the pointer."""
    found = []
    for text, x, y, width, height in page.evaluate(WORDS):
        clip: Any = {"x": x, "y": y, "width": width, "height": height}
        for state, to in (("at rest", (0, 0)), ("under the pointer", (x + width / 2, y + height / 2))):
            page.mouse.move(*to)
            ratio = contrast(page, page.screenshot(clip=clip))
            if ratio < ENOUGH:
                found.append(f"“{text}” {state}: {ratio:.1f}")
    return found


def with_a_tile_in_hand(visitor: Visitor) -> None:
    """Columns that are open, chosen and blocked."""
    at_table("miyabi", "two")(visitor)
    visitor.page.locator(".tile[aria-disabled=false]").first.click()
    visitor.page.locator(".columns button.open").first.click()


TABLES = {
    "miyabi": at_table("miyabi", "four"),
    "miyabi, a tile in hand": with_a_tile_in_hand,
    "edo_yashiki": at_table("edo_yashiki", "calm"),
    "edo_yashiki, to place": at_table("edo_yashiki", "place"),
    "edo_yashiki, a choice": at_table("edo_yashiki", "score"),
    "miyabi, the end": at_table("miyabi", "over"),
}
OFTEN = [("miyabi, a tile in hand", DESKTOP, "light"), ("edo_yashiki, to place", DESKTOP, "dark")]


def every_state() -> list[Any]:
    """Two in every run, all tables on a desktop by day and on a phone by night with --more, all with --full."""

    def marked(table: str, size: Size, theme: str) -> Any:
        spread = (size, theme) in ((DESKTOP, "light"), (PHONES[1], "dark"))
        marks = () if (table, size, theme) in OFTEN else pytest.mark.more if spread else pytest.mark.full
        return pytest.param(table, size, theme, id=f"{table}-{size[0]}x{size[1]}-{theme}", marks=marks)

    return [marked(table, size, theme) for table in TABLES for size in SIZES for theme in ("light", "dark")]


@pytest.mark.parametrize(("table", "size", "theme"), every_state())
def test_the_words_of_all_buttons_can_be_read(visitors: Visitors, table: str, size: Size, theme: Theme) -> None:
    visitor = visitors.come(size, theme, touch=size in PHONES)
    TABLES[table](visitor)
    settle(visitor.page)
    assert illegible(visitor.page) == []
