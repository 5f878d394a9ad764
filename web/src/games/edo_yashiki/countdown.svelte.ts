/** The lamps before the signal, frame by frame, by this machine's clock. */

import type { LiveRace } from '../contract'
import { playSignal } from './signalSound'

export const LAMPS = 3
/** Each half second before the signal one more is lit … */
const BEAT_MS = 500
/** … and for a breath before it all is dark. */
const DARK_MS = 300
/** Frames are counted for a while after the signal: a press that came too early is locked until then. */
const AFTER_MS = 1000

export class Countdown {
  #now = $state(performance.now())
  #live: () => LiveRace
  /** By itself: other news of the race neither restart the frames nor the sounds. */
  readonly #signal = $derived.by(() => this.#live().signal)

  /** Runs while the component lives that makes it. */
  constructor(live: () => LiveRace) {
    this.#live = live
    $effect(() => {
      const signal = this.#signal
      if (signal === null) return
      let frame = 0
      const tick = (): void => {
        this.#now = performance.now()
        if (this.#now < signal + AFTER_MS) frame = requestAnimationFrame(tick)
      }
      frame = requestAnimationFrame(tick)
      const silence = playSignal(signal, BEAT_MS, LAMPS)
      return () => {
        cancelAnimationFrame(frame)
        silence()
      }
    })
  }

  /** Milliseconds until the signal; null while nobody knows. */
  get #left(): number | null {
    return this.#signal === null ? null : this.#signal - this.#now
  }

  get isBegun(): boolean {
    return this.#left !== null && this.#left <= 0
  }

  get isDark(): boolean {
    return this.#left !== null && this.#left > 0 && this.#left < DARK_MS
  }

  get lit(): number {
    if (this.#left === null || this.isBegun || this.isDark) return 0
    return Math.min(Math.max(0, LAMPS - Math.floor(this.#left / BEAT_MS)), LAMPS)
  }

  get isLocked(): boolean {
    const { lockedUntil } = this.#live()
    return lockedUntil !== null && this.#now < lockedUntil
  }
}
