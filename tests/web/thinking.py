"""The worker in which browsers compute bots, hints and reviews, asked by a page."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from niwashi.analysis.findings import Findings, StudyTask
from niwashi.server import think_files
from niwashi.server.http.static_files import STATIC
from tests.conformance.decisions import Decided, decisions
from tests.conformance.variants import Variant
from tests.web.visiting import Visitor

ASK = """async ({ worker, files, orders }) => {
  const at = ({ file, integrity }) => ({ url: new URL(`think/${file}`, document.baseURI).href, integrity })
  const thinker = new Worker(worker, { type: 'module' })
  const ask = (order) => new Promise((settle, fail) => {
    thinker.onerror = (event) => fail(new Error(event.message))
    thinker.onmessage = ({ data }) => (data.problem ? fail(new Error(data.problem)) : settle(data))
    thinker.postMessage(order)
  })
  await ask({ load: { module: at(files.module), facts: at(files.facts) } })
  const replies = []
  for (const [number, order] of orders.entries()) {
    const { rng, ...reply } = await ask({ number, ...order })
    replies.push({ ...reply, ...(rng && { generator: btoa(String.fromCharCode(...rng)) }) })
  }
  thinker.terminate()
  return replies
}"""


def differences(page: Page, variants: Iterable[Variant], moments: int) -> list[str]:
    """Where the worker decides otherwise than Python."""
    found = []
    for variant in variants:
        tasks, expected = zip(*decisions(variant, moments), strict=True)
        decided = _decide(page, variant.game, list(tasks))
        for task, here, there in zip(tasks, decided, expected, strict=True):
            if here != there:
                found.append(f"{variant}, {task['level']}: {here} instead of {there}")
    return found


def findings(page: Page, game: str, tasks: Iterable[StudyTask]) -> list[Findings]:
    """What the worker finds out."""
    replies = _ask(page, game, [{"study": msgspec.to_builtins(task)} for task in tasks])
    return [msgspec.convert(reply["findings"], Findings) for reply in replies]


def _decide(page: Page, game: str, tasks: list[dict[str, Any]]) -> list[Decided]:
    replies = _ask(page, game, [{"task": task} for task in tasks])
    return [Decided(one["action"], one["value"], one["nodes"], one["generator"]) for one in replies]


def _ask(page: Page, game: str, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    (worker,) = STATIC.glob("assets/worker-*.js")
    question = {"worker": f"assets/{worker.name}", "files": think_files.index()[game], "orders": orders}
    replies: list[dict[str, Any]] = page.evaluate(ASK, question)
    return replies


# -- where it cannot ---------------------------------------------------------------------------------------------------
def damage(visitor: Visitor, what: str) -> None:
    """A module or weights that are damaged on their way, or a browser that forbids WebAssembly."""
    if what == "damaged":
        visitor.context.route("**/think/*.wasm", lambda route: route.fulfill(body=b"\0asm damaged"))
    elif what == "other weights":
        visitor.context.route("**/think/*-*.json", _with_other_weights)
    else:
        visitor.context.route("**/assets/worker-*.js", _without_wasm)


def _with_other_weights(route: Route) -> None:
    """Readable, and so noticed by nothing but their hash."""
    facts = route.fetch().json()
    weights = next(array for array in facts["arrays"]["scratch"] if array.get("base64"))
    weights["base64"] = base64.b64encode(bytes(len(base64.b64decode(weights["base64"])))).decode()
    route.fulfill(json=facts)


def _without_wasm(route: Route) -> None:
    answer = route.fetch()
    policy = answer.headers["content-security-policy"].replace(" 'wasm-unsafe-eval'", "")
    route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": policy})


def leave_to_server(visitor: Visitor) -> None:
    """As where a server has no files for browsers."""
    visitor.context.route("**/think/index.json", lambda route: route.fulfill(json={"games": {}}))
