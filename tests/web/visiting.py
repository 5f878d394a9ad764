"""Somebody's window: opened as they like it, and watched for anything that goes wrong in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = (360, 640), (1440, 900)
PATIENCE = 30_000
NOT_LOADED = "Failed to load resource"
"""A browser's words for an answer above 399, and for none."""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
Theme = Literal["light", "dark"]
expect.set_options(timeout=PATIENCE)


class Visitor:
    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self._expected: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _said(self, message: ConsoleMessage) -> None:
        """Policies that were broken are said here, too."""
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def may_note(self, *parts: str) -> None:
        """What the browser says, sooner or later, of something that the test brings about: lines with any of these."""
        self._expected += parts

    @property
    def unexpected(self) -> list[str]:
        return [line for line in self.wrong if not any(part in line for part in self._expected)]

    def open(self, where: str = "") -> Page:
        self.page.goto(self.address + where)
        expect(self.page.locator("main h1")).to_be_attached()
        return self.page

    def play_now(self, game: str = "Miyabi") -> Page:
        """One click from the lobby to a board."""
        self.open()
        self.page.get_by_role("button", name=f"Play now against bots ({game})").click()
        expect(self.page.get_by_role("list", name="Seats").get_by_role("button")).not_to_have_count(0)
        return self.page

    def open_table(self, game: str = "Miyabi") -> str:
        """A table with a seat for a friend; returns its link."""
        self.open()
        self.page.get_by_role("button", name=f"New table ({game})").click()
        self.page.get_by_role("button", name="Open the table").click()
        expect(self.page.get_by_role("heading", name="Your table")).to_be_visible()
        return self.page.url

    def axe(self) -> list[str]:
        """What axe finds at WCAG 2.2 A and AA, a line for each."""
        self.page.evaluate(AXE.read_text())
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        found = self.page.evaluate("tags => axe.run(document, {runOnly: tags})", tags)
        return [
            f"{problem['id']}: {node['target']} {node['failureSummary']}"
            for problem in found["violations"]
            for node in problem["nodes"]
        ]

    def sticking_out(self) -> list[str]:
        """Elements that reach beyond the window's right edge, or make the page wider than it."""
        return list(self.page.evaluate(STICKING_OUT))

    def cut_off(self) -> list[str]:
        """Words that a box hides without a way to scroll to them, and without the dots that say so."""
        return list(self.page.evaluate(CUT_OFF))

    def stretch(self) -> None:
        """All words 40% longer, as another language might have them."""
        self.page.evaluate(STRETCH)

    def small_targets(self) -> list[str]:
        """What a finger would miss: less than 44 px wide or high."""
        return list(self.page.evaluate(SMALL_TARGETS))

    def speak(self, language: str) -> None:
        """The same page in another language."""
        change = "{...JSON.parse(localStorage['niwashi.preferences']), language}"
        self.page.evaluate(f"language => localStorage['niwashi.preferences'] = JSON.stringify({change})", language)
        self.page.reload()
        expect(self.page.locator(f"html[lang={language}] main h1")).to_be_attached()


class Visitors:
    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self.address = browser, address
        self._here: list[Visitor] = []

    def come(
        self,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
        colours: Literal["active", "none"] = "none",
        touch: bool | None = None,
        **preferences: Any,
    ) -> Visitor:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            reduced_motion="reduce",
            forced_colors=colours,
            has_touch=size[0] < 720 if touch is None else touch,
            locale="en-GB",
        )
        kept = json.dumps(json.dumps({"language": "en", **preferences}))
        context.add_init_script(storing(f"localStorage['niwashi.preferences'] ??= {kept}"))
        visitor = Visitor(context, self.address)
        self._here.append(visitor)
        return visitor

    def leave(self) -> None:
        wrong = [line for visitor in self._here for line in visitor.unexpected]
        for visitor in self._here:
            visitor.context.close()
        assert not wrong, "\n".join(wrong)


def storing(script: str) -> str:
    """An init script that stores something; Firefox lets no blank page do that."""
    return f"if (origin !== 'null') {script}"


def table_in(url: str) -> str:
    found = re.search(r"#/t/(\w+)", url)
    assert found, url
    return found[1]


# A box that scrolls by itself may be wider inside; what only ears hear is one pixel somewhere.
STICKING_OUT = """() => {
  const page = document.documentElement
  const width = page.clientWidth
  const found = page.scrollWidth > width ? [`the page is ${page.scrollWidth} wide`] : []
  const clips = (element) => /(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX)
  const within = (element) => element && (clips(element) || within(element.parentElement))
  const words = (element) => (element.textContent ?? '').trim().slice(0, 40)
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, .visually-hidden') || within(element.parentElement)) continue
    const { left, right } = element.getBoundingClientRect()
    if (right > left && (right > width + 1 || left < -1) && getComputedStyle(element).position !== 'absolute')
      found.push(`${element.tagName}.${element.className} “${words(element)}”: ${left} to ${right}`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const box = text.parentElement.closest('button, a.btn, label, .chip, li, h2, h3')
    if (!text.data.trim() || !box || text.parentElement.closest('svg, .visually-hidden, select')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
    const shortened = getComputedStyle(text.parentElement).textOverflow === 'ellipsis'
    if (inner.width && outer.width > 2 && !shortened && (inner.right > outer.right + 2 || inner.left < outer.left - 2))
      found.push(`“${text.data.trim()}” is wider than its ${box.tagName}.${box.className}`)
  }
  return found
}"""

CUT_OFF = """() => {
  const flow = (element) => getComputedStyle(element).overflow
  const box = (element) => {
    if (!element || /(auto|scroll)/.test(flow(element))) return null
    return /(hidden|clip)/.test(flow(element)) ? element : box(element.parentElement)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (!text.data.trim() || text.parentElement.closest('svg, .visually-hidden, .skip, script, style, select')) continue
    const outer = box(text.parentElement)
    if (!outer || getComputedStyle(outer).textOverflow === 'ellipsis') continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const [inner, frame] = [range.getBoundingClientRect(), outer.getBoundingClientRect()]
    const [wide, high] = [Math.max(inner.right - frame.right, frame.left - inner.left), inner.bottom - frame.bottom]
    if (inner.width && frame.width > 2 && Math.max(wide, high, frame.top - inner.top) > 3)
      found.push(`“${text.data.trim()}” in ${outer.tagName}.${outer.className}`)
  }
  return found
}"""

STRETCH = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all = []
  while (texts.nextNode()) all.push(texts.currentNode)
  const more = (text) => 'lorem ipsum '.repeat(40).slice(0, Math.ceil(text.trim().length * 0.4))
  const longer = (text) => `${text.trimEnd()} ${more(text)}`
  for (const text of all) if (/\\p{Letter}{3}/u.test(text.data)) text.data = longer(text.data)
}"""

SMALL_TARGETS = """() =>
  [...document.querySelectorAll('main button, main a, header button, header a, dialog button, dialog a')]
    .filter((one) => one.getClientRects().length && !one.closest('p, svg, .visually-hidden, .toasts, [role=grid]'))
    .map((one) => [one.textContent.trim() || one.getAttribute('aria-label'), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([text, box]) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
"""
