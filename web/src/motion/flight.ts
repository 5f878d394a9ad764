/** A piece is lifted, casts a shadow, leans a little, travels, and lands with a soft give. Transforms and opacity only. */

import { lay, move } from './layer'

/** A point of the window, and how many pixels a unit of the drawing has there. */
export interface Spot {
  x: number
  y: number
  scale: number
}

export interface Flight {
  /** What flies: a drawing and the point of it, in its own units, that goes from spot to spot. */
  piece: SVGSVGElement
  anchor: { x: number; y: number }
  from: Spot
  to: Spot
  /** Degrees by which it turns on the way. */
  turn?: number
  ms: number
  seat: number
}

/** Where a point of a drawing is in the window. */
export function spotIn(svg: SVGSVGElement, x: number, y: number): Spot | null {
  const matrix = svg.getScreenCTM()
  if (!matrix?.a) return null
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix)
  return { x: left, y: top, scale: matrix.a }
}

/** Somebody can see it: it is in the window, at least by its middle. */
export const isInWindow = ({ x, y }: Spot): boolean => x > 0 && y > 0 && x < innerWidth && y < innerHeight

/** The middle of a seat's card, for what goes to a place that is out of sight. */
export function seatSpot(seat: number, scale: number): Spot | null {
  const card = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect()
  return card?.width ? { x: card.left + card.width / 2, y: card.top + card.height / 2, scale } : null
}

/** A landed piece stays for a moment, until the picture has been drawn. */
const STAY_MS = 60
const LIFT_PX = 12
const TILT_DEGREES = 5

/** A copy, drawn once at its largest, so that it is sharp all the way. */
function drawn({ piece, anchor, from, to, seat }: Flight, name: string): { body: HTMLElement; scale: number } {
  const box = piece.viewBox.baseVal
  const scale = Math.max(from.scale, to.scale)
  const copy = piece.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(box.width * scale))
  copy.setAttribute('height', String(box.height * scale))
  const body = document.createElement('div')
  body.className = name
  body.dataset.seat = String(seat)
  body.append(copy)
  const [x, y] = [(anchor.x - box.x) * scale, (anchor.y - box.y) * scale]
  body.style.left = `${-x}px`
  body.style.top = `${-y}px`
  body.style.transformOrigin = `${x}px ${y}px`
  return { body, scale }
}

/** From place to place over a low arc: where it is, how large, how far turned. */
function poses({ from, to, turn = 0 }: Flight, natural: number, above: number): Keyframe[] {
  const at = (part: number, lift: number, grow: number, lean: number): Keyframe => {
    const x = from.x + (to.x - from.x) * part
    const y = from.y + (to.y - from.y) * part - lift * above
    const scale = ((from.scale + (to.scale - from.scale) * part) / natural) * grow
    return { transform: `translate(${x}px, ${y}px) rotate(${turn * part + lean}deg) scale(${scale})` }
  }
  const lean = to.x < from.x ? -TILT_DEGREES : TILT_DEGREES
  return [
    { ...at(0, 0, 1, 0), easing: 'ease-out' },
    { ...at(0.02, LIFT_PX, 1.12, lean * 0.5), offset: 0.16, easing: 'cubic-bezier(.45, .05, .35, 1)' },
    { ...at(1, LIFT_PX * 0.8, 1.1, lean * 0.3), offset: 0.8, easing: 'ease-in' },
    { ...at(1, -1.5, 0.965, 0), offset: 0.92, easing: 'ease-out' },
    at(1, 0, 1, 0),
  ]
}

/** The shadow stays on the ground: it is further away the higher the piece is. */
function shadows(flight: Flight, natural: number): Keyframe[] {
  const opacity = [0, 0.3, 0.3, 0.35, 0]
  return poses(flight, natural, -0.6).map((pose, number) => ({ ...pose, opacity: opacity[number] ?? 0 }))
}

/** Sends a piece on its way; it is gone once it has landed, and the picture shows it from then on. */
export function fly(flight: Flight): HTMLElement {
  const shadow = drawn(flight, 'motion-shadow')
  const piece = drawn(flight, 'motion-piece')
  const remove = (): void => {
    shadow.body.remove()
    piece.body.remove()
  }
  move(lay(shadow.body), shadows(flight, shadow.scale), { duration: flight.ms, endDelay: STAY_MS })
  move(lay(piece.body), poses(flight, piece.scale, 1), { duration: flight.ms, endDelay: STAY_MS }).finished.then(
    remove,
    remove,
  )
  return piece.body
}

/** Not there while its copy flies. */
export function vanish(one: Element, ms: number): void {
  move(one, [{ opacity: 0 }, { opacity: 0 }], { duration: ms + STAY_MS })
}
