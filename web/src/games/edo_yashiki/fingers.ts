/** Pointers on the stage: one drags the card in hand or the house, two zoom, a tap lays the card. */

import { HIGH, WIDE } from './geometry'
import type { Ghost } from './placing'
import type { Point, Sight } from './sight.svelte'

interface Finger extends Point {
  id: number
}

/** What the stage makes of it. */
interface Meant {
  ghost: () => Ghost | null
  /** The card's top left square would be about here. */
  near: (x: number, y: number) => void
  laid: () => void
  tapped: (square: Point) => void
}

/** Pixels that a tap may go astray. */
const STILL = 6
const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

export const pointIn = (area: HTMLElement, event: MouseEvent): Point => {
  const box = area.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

export class Fingers {
  #fingers: Finger[] = []
  #moved = false
  /** Where the card in hand is held, from its top left. */
  #grip: Point | null = null

  constructor(
    readonly area: () => HTMLElement,
    readonly sight: Sight,
    readonly meant: Meant,
  ) {}

  down = (event: PointerEvent): void => {
    if (event.button || (event.target as Element).closest('.tools')) return
    const point = pointIn(this.area(), event)
    this.lift(event)
    this.#fingers.push({ id: event.pointerId, ...point })
    this.#moved = false
    this.#grip = this.#fingers.length === 1 ? this.#gripAt(this.sight.squareAt(point)) : null
  }

  #gripAt({ x, y }: Point): Point | null {
    const ghost = this.meant.ghost()
    const on = ghost && x >= ghost.x && x < ghost.x + WIDE && y >= ghost.y && y < ghost.y + HIGH
    return on ? { x: x - ghost.x, y: y - ghost.y } : null
  }

  move = (event: PointerEvent): void => {
    const before = this.#finger(event)
    if (!before) return
    const now = pointIn(this.area(), event)
    if (!this.#moved && apart(now, before) < STILL && this.#fingers.length === 1) return
    if (!this.#moved) this.area().setPointerCapture(event.pointerId)
    this.#moved = true
    this.#fingers = this.#fingers.map((one) => (one === before ? { id: one.id, ...now } : one))
    if (this.#fingers.length === 2) this.#pinch(before, now)
    else this.#drag(before, now)
  }

  #drag(before: Point, now: Point): void {
    if (!this.#grip) return this.sight.move(before.x - now.x, before.y - now.y)
    const square = this.sight.squareAt(now)
    this.meant.near(square.x - this.#grip.x, square.y - this.#grip.y)
  }

  #pinch(before: Finger, now: Point): void {
    const other = this.#fingers.find(({ id }) => id !== before.id)
    if (other) this.sight.zoom(apart(now, other) / Math.max(apart(before, other), 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  }

  up = (event: PointerEvent): void => {
    const finger = this.#finger(event)
    this.lift(event)
    if (finger && this.#moved && this.#grip) this.meant.laid()
    if (finger && !this.#moved && !this.#fingers.length) this.meant.tapped(this.sight.squareAt(pointIn(this.area(), event)))
  }

  lift = (event: PointerEvent): void => {
    this.#fingers = this.#fingers.filter(({ id }) => id !== event.pointerId)
  }

  #finger = (event: PointerEvent): Finger | undefined => this.#fingers.find(({ id }) => id === event.pointerId)
}
