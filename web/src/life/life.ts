/** What lives on the page when nothing happens: one thing at a time, now and then. Transforms and opacity only, so that
 * an idle page stays idle; and nothing at all while somebody acts or looks elsewhere. */

import { petal } from './petal'

export interface Creature {
  /** Mean milliseconds from one time to the next. */
  rest: number
  /** Stirs once; returns what it set in motion, or nothing where there is nothing to see. */
  stir: () => Animation[]
}

/** After an input, and between two that stir. */
const QUIET_MS = 3000
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'scroll', 'resize'] as const

/** Between three quarters and five quarters of a time: nothing alive keeps time. */
const about = (ms: number): number => ms * (0.75 + Math.random() / 2)

class Life {
  #timer: ReturnType<typeof setTimeout> | undefined
  #moving: Animation[] = []
  readonly #due: Map<Creature, number>

  constructor(creatures: Creature[], signal: AbortSignal) {
    const now = performance.now()
    this.#due = new Map(creatures.map((one) => [one, now + about(one.rest) / 2]))
    for (const input of INPUTS) addEventListener(input, this.#hush, { capture: true, passive: true, signal })
    document.addEventListener('visibilitychange', this.#hush, { signal })
    signal.addEventListener('abort', () => this.#stop())
    this.#wait()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    for (const animation of this.#moving) animation.cancel()
    this.#moving = []
  }

  /** Somebody is at work, or looks elsewhere. */
  #hush = (): void => {
    this.#stop()
    this.#wait()
  }

  #wait(): void {
    if (document.hidden) return
    this.#timer = setTimeout(() => void this.#stir(), QUIET_MS)
  }

  async #stir(): Promise<void> {
    this.#moving = this.#next()?.stir() ?? []
    const moving = this.#moving
    await Promise.allSettled(moving.map(({ finished }) => finished))
    if (moving === this.#moving) this.#wait()
  }

  /** Whichever has waited longest beyond its time. */
  #next(): Creature | undefined {
    const now = performance.now()
    const [found] = [...this.#due].filter(([, at]) => at <= now).sort(([, one], [, other]) => one - other)
    if (found) this.#due.set(found[0], now + about(found[0].rest))
    return found?.[0]
  }
}

/** Until the signal is given. */
export async function live(own: Promise<Creature[]> | undefined, signal: AbortSignal): Promise<void> {
  const creatures = [petal, ...((await own) ?? [])]
  if (!signal.aborted) new Life(creatures, signal)
}
