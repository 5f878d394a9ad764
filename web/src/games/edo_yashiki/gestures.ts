/** Pointers on the stage: one drags the card in hand or the house, two zoom, a tap lays the card. */

import { HIGH, WIDE } from './geometry'
import type { Ghost } from './placement'
import type { Point, Camera } from './camera.svelte'

interface Pointer extends Point {
  id: number
}

/** What the stage makes of it. */
interface GestureHandlers {
  ghost: () => Ghost | null
  /** The card's top left square would be about here. */
  near: (x: number, y: number) => void
  laid: () => void
  tapped: (square: Point) => void
}

/** Pixels that a tap may go astray. */
const TAP_SLOP_PX = 6
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

export const pointIn = (area: HTMLElement, event: MouseEvent): Point => {
  const box = area.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

export class Gestures {
  #pointers: Pointer[] = []
  #moved = false
  /** Where the card in hand is held, from its top left. */
  #grip: Point | null = null

  constructor(
    readonly area: () => HTMLElement,
    readonly camera: Camera,
    readonly handlers: GestureHandlers,
  ) {}

  /** Somebody drags: what is seen moves only as they do. */
  get isDragging(): boolean {
    return this.#moved && this.#pointers.length > 0
  }

  down = (event: PointerEvent): void => {
    if (event.button || (event.target as Element).closest('.tools')) return
    const point = pointIn(this.area(), event)
    this.lift(event)
    this.#pointers.push({ id: event.pointerId, ...point })
    this.#moved = false
    this.#grip = this.#pointers.length === 1 ? this.#gripAt(this.camera.squareAt(point)) : null
  }

  #gripAt({ x, y }: Point): Point | null {
    const ghost = this.handlers.ghost()
    const on = ghost && x >= ghost.x && x < ghost.x + WIDE && y >= ghost.y && y < ghost.y + HIGH
    return on ? { x: x - ghost.x, y: y - ghost.y } : null
  }

  move = (event: PointerEvent): void => {
    const before = this.#pointer(event)
    if (!before) return
    const now = pointIn(this.area(), event)
    if (!this.#moved && distance(now, before) < TAP_SLOP_PX && this.#pointers.length === 1) return
    if (!this.#moved) this.area().setPointerCapture(event.pointerId)
    this.#moved = true
    this.#pointers = this.#pointers.map((one) => (one === before ? { id: one.id, ...now } : one))
    if (this.#pointers.length === 2) this.#pinch(before, now)
    else this.#drag(before, now)
  }

  #drag(before: Point, now: Point): void {
    if (!this.#grip) return this.camera.move(before.x - now.x, before.y - now.y)
    const square = this.camera.squareAt(now)
    this.handlers.near(square.x - this.#grip.x, square.y - this.#grip.y)
  }

  #pinch(before: Pointer, now: Point): void {
    const other = this.#pointers.find(({ id }) => id !== before.id)
    if (other)
      this.camera.zoom(distance(now, other) / Math.max(distance(before, other), 1), {
        x: (now.x + other.x) / 2,
        y: (now.y + other.y) / 2,
      })
  }

  up = (event: PointerEvent): void => {
    const pointer = this.#pointer(event)
    this.lift(event)
    if (pointer && this.#moved && this.#grip) this.handlers.laid()
    if (pointer && !this.#moved && !this.#pointers.length)
      this.handlers.tapped(this.camera.squareAt(pointIn(this.area(), event)))
  }

  lift = (event: PointerEvent): void => {
    this.#pointers = this.#pointers.filter(({ id }) => id !== event.pointerId)
  }

  #pointer = (event: PointerEvent): Pointer | undefined => this.#pointers.find(({ id }) => id === event.pointerId)
}
