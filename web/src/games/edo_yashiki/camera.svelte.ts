/** The window on a house: where a square is on the screen, and what is seen when the camera moves. */

import { HIGH, WIDE, fitted, zoomed, type CameraState, type Frame } from './geometry'

export interface Point {
  x: number
  y: number
}

/** Pixels that are left free round a card that is shown. */
const MARGIN_PX = 14
/** Squares that are easy to see and to hit. */
const COMFORTABLE_PX = 48

export class Camera {
  width = $state(0)
  height = $state(0)
  #position = $state.raw<CameraState>({ x: 1, y: 1.5, scale: 48 })

  /** How many pixels a square is wide. */
  get scale(): number {
    return this.#position.scale
  }

  px = (x: number): number => (x - this.#position.x) * this.scale + this.width / 2
  py = (y: number): number => (y - this.#position.y) * this.scale + this.height / 2

  /** The square at a point of the window, with its fractions. */
  squareAt = ({ x, y }: Point): Point => ({
    x: (x - this.width / 2) / this.scale + this.#position.x,
    y: (y - this.height / 2) / this.scale + this.#position.y,
  })

  /** Shows all of it, unless squares would then be smaller than `least` pixels. */
  fit(frame: Frame, least = 0): void {
    this.#position = fitted(frame, this.width, this.height, COMFORTABLE_PX, least)
  }

  /** By so many pixels. */
  move(right: number, down: number): void {
    this.#position = {
      ...this.#position,
      x: this.#position.x + right / this.scale,
      y: this.#position.y + down / this.scale,
    }
  }

  /** About a point of the window, or its middle. */
  zoom(factor: number, { x, y }: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#position = zoomed(this.#position, factor, x - this.width / 2, y - this.height / 2)
  }

  /** As little as it takes to have a whole card in the window. */
  reveal({ x, y }: Point): void {
    const [left, top] = [this.px(x) - MARGIN_PX, this.py(y) - MARGIN_PX]
    const [right, bottom] = [this.px(x + WIDE) + MARGIN_PX - this.width, this.py(y + HIGH) + MARGIN_PX - this.height]
    const [dx, dy] = [left < 0 ? left : Math.max(right, 0), top < 0 ? top : Math.max(bottom, 0)]
    if (dx || dy) this.move(dx, dy)
  }
}
