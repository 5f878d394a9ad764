/** The window on a house: where a square is on the screen, and what is seen when the camera moves. */

import { HIGH, WIDE, fitted, zoomed, type Camera } from './geometry'

export interface Point {
  x: number
  y: number
}

/** Pixels that are left free round a card that is shown. */
const MARGIN = 14

export class Sight {
  width = $state(0)
  height = $state(0)
  #camera = $state.raw<Camera>({ x: 1, y: 1.5, scale: 48 })

  /** How many pixels a square is wide. */
  get scale(): number {
    return this.#camera.scale
  }

  px = (x: number): number => (x - this.#camera.x) * this.scale + this.width / 2
  py = (y: number): number => (y - this.#camera.y) * this.scale + this.height / 2

  /** The square at a point of the window, with its fractions. */
  squareAt = ({ x, y }: Point): Point => ({ x: (x - this.width / 2) / this.scale + this.#camera.x, y: (y - this.height / 2) / this.scale + this.#camera.y })

  fit(frame: Parameters<typeof fitted>[0], room: Parameters<typeof fitted>[3], smallest?: number): void {
    this.#camera = fitted(frame, this.width, this.height, room, smallest)
  }

  /** By so many pixels. */
  move(right: number, down: number): void {
    this.#camera = { ...this.#camera, x: this.#camera.x + right / this.scale, y: this.#camera.y + down / this.scale }
  }

  /** About a point of the window, or its middle. */
  zoom(factor: number, { x, y }: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#camera = zoomed(this.#camera, factor, x - this.width / 2, y - this.height / 2)
  }

  /** As little as it takes to have a whole card in the window. */
  reveal({ x, y }: Point): void {
    const [left, top] = [this.px(x) - MARGIN, this.py(y) - MARGIN]
    const [right, bottom] = [this.px(x + WIDE) + MARGIN - this.width, this.py(y + HIGH) + MARGIN - this.height]
    const [dx, dy] = [left < 0 ? left : Math.max(right, 0), top < 0 ? top : Math.max(bottom, 0)]
    if (dx || dy) this.move(dx, dy)
  }
}
