"""Pictures of pages, compared by the browser itself: no other program here needs to read them."""

from __future__ import annotations

import base64
from typing import TypeAlias

from playwright.sync_api import Page

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


def differences(page: Page, one: bytes, other: bytes, boxes: list[Box]) -> list[float]:
    """How far two pictures are apart in each box: the mean over its pixels and colours, from 0 to 255."""
    given = [base64.b64encode(picture).decode() for picture in (one, other)]
    return [float(mean) for mean in page.evaluate(DIFFERENCES, [*given, boxes])]


DIFFERENCES = """async ([one, other, boxes]) => {
  const read = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.drawImage(picture, 0, 0)
    return context
  }
  const [a, b] = [await read(one), await read(other)]
  return boxes.map(([left, top, width, height]) => {
    const [p, q] = [a, b].map((each) => each.getImageData(left, top, Math.max(width, 1), Math.max(height, 1)).data)
    return p.reduce((sum, value, n) => sum + Math.abs(value - q[n]), 0) / (0.75 * p.length)
  })
}"""


def contrast(page: Page, picture: bytes) -> float:
    """Of words on one ground, as WCAG counts: the commonest colour against the one farthest from it."""
    return float(page.evaluate(CONTRAST, base64.b64encode(picture).decode()))


CONTRAST = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes]))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const counts = new Map()
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const light = (colour) => {
    const [red, green, blue] = colour.split(',').map((value) => linear(value / 255))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ground = [...counts].sort((a, b) => b[1] - a[1])[0][0]
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  return Math.max(...[...counts.keys()].map((colour) => ratio(light(ground), light(colour))))
}"""
