"""A garden in a real browser: its tables, asked through the same worker that the page asks."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, expect

import niwashi
from tests.web.playing import Table
from tests.web.visiting import DESKTOP, Visitor

READY_MS = 180_000
"""A busy machine needs a minute to start Python twice."""
ASK = """
const Native = Worker
let worker, asked = 0
globalThis.Worker = class extends Native {
  constructor(script, options) {
    super(script, options)
    if (options?.name === 'niwashi-tables') worker = this
  }
}
globalThis.askGarden = (method, path, body) => new Promise((answer) => {
  const id = --asked
  const hear = ({ data }) => {
    if (data.from !== 'answer' || data.id !== id) return
    worker.removeEventListener('message', hear)
    answer([data.status, data.text])
  }
  setTimeout(() => answer([504, `no answer to ${method} ${path}`]), 180_000)
  worker.addEventListener('message', hear)
  worker.postMessage({ to: 'request', id, method, path, body })
})

globalThis.STEP = 7919 // so that actions from all over the list are chosen
globalThis.openLine = (table, hear) => {
  const line = --asked
  let count = 0
  const listen = ({ data }) => {
    if (data.from === 'closed' && data.line === line) hear({ error: 'the line was closed' })
    if (data.from === 'line' && data.line === line) hear(JSON.parse(data.text))
  }
  worker.addEventListener('message', listen)
  worker.postMessage({ to: 'open', line, table, since: -1 })
  return {
    say: (request) => {
      worker.postMessage({ to: 'say', line, text: JSON.stringify({ id: `${-line}-${count++}`, ...request }) })
    },
    close: () => {
      worker.removeEventListener('message', listen)
      worker.postMessage({ to: 'close', line })
    },
  }
}
globalThis.playGarden = (table) => new Promise((resolve) => {
  const open = new Map()
  let steps = 0
  const end = (problem) => {
    line.close()
    resolve(problem)
  }
  const act = () => {
    const [seat, choices] = open.entries().next().value ?? []
    if (!choices) return end('nobody may act')
    open.delete(seat)
    line.say({ do: 'act', seq: choices.seq, action: choices.actions[(steps++ * STEP) % choices.actions.length], seat })
  }
  const note = (choices) => choices && open.set(choices.seat, choices)
  const line = openLine(table, ({ snapshot, news = [], choices, answer, error }) => {
    note(snapshot?.choices ?? choices)
    if (error || (answer && answer.answer !== 'done')) return end(JSON.stringify(error ?? answer))
    if (news.some(({ event }) => event?.event === 'ended')) return end(null)
    if (snapshot || answer) act()
  })
})
"""
_ids = count()


def enter(browser: Browser, address: str, viewport: tuple[int, int] = DESKTOP) -> Visitor:
    """A window in which the garden has come to life; from here on without a line."""
    width, height = viewport
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.add_init_script(ASK)
    visitor = Visitor(context, address)
    visitor.page.goto(address)
    wait_for(visitor.page, "garden-kept")
    context.set_offline(True)
    visitor.page.reload()
    wait_for(visitor.page, "garden-ready")
    return visitor


def wait_for(page: Page, what: str) -> None:
    """A selector, since the server's policy forbids the evaluation of strings."""
    expect(page.locator(f"html[data-{what}]")).to_be_attached(timeout=READY_MS)


def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    return msgspec.json.decode(ask_raw(page, method, path, body))


def ask_raw(page: Page, method: str, path: str, body: object = None) -> bytes:
    raw = "" if body is None else msgspec.json.encode(body).decode()
    status, text = page.evaluate("given => askGarden(...given)", [method, path, raw])
    assert status < 400, text
    return str(text).encode()


class GardenTable(Table):
    """A table of the window itself: nothing goes over a network."""

    @classmethod
    def start(cls, visitor: Visitor, game: str, options: dict[str, Any], seats: list[dict[str, Any]]) -> GardenTable:
        ask(visitor.page, "POST", "session", {"name": "Aki"})
        hot_seat = any("called" in seat for seat in seats)
        wanted = {"game": game, "options": options, "seats": seats, "settings": {"hot_seat": hot_seat}}
        return cls(visitor, ask(visitor.page, "POST", "tables", {**wanted, "arranged": True})["table"])

    def now(self) -> dict[str, Any]:
        return dict(ask(self.visitor.page, "GET", f"tables/{self.id}"))

    def ask(self, what: str, **fields: Any) -> dict[str, Any]:
        request = {"do": what, "id": f"test{next(_ids)}", **fields}
        return dict(ask(self.visitor.page, "POST", f"tables/{self.id}/requests", request))

    def show(self) -> Page:
        page = self.visitor.page
        page.evaluate("table => (location.hash = `#/t/${table}`)", self.id)
        expect(page.get_by_role("grid").first).to_be_visible()
        return page

    def record_bytes(self) -> bytes:
        """As the garden sends them."""
        return ask_raw(self.visitor.page, "GET", f"tables/{self.id}/record")

    def record(self) -> niwashi.Game:
        return niwashi.loads(self.record_bytes())


def act(table: GardenTable) -> None:
    choices = table.now()["choices"]
    done = table.ask("act", seq=choices["seq"], action=choices["actions"][0], seat=choices["seat"])
    assert done["answer"] == "done", done


def play_out(table: GardenTable) -> bytes:
    """A whole game of seats at one device, over a line of the garden's own wire; its record."""
    problem = table.visitor.page.evaluate("table => playGarden(table)", table.id)
    assert problem is None, problem
    return table.record_bytes()
