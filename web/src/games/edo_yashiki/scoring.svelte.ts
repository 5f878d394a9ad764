/** What a round has brought to everybody, for as long as there is time to look at it. */

import type { News } from '$/wire/types'
import { effectsOf, isEffect } from '../effects'

/** Long enough to read five numbers and to look at the houses they come from. */
const SHOWN_MS = 2600

export interface Gain {
  seat: number
  /** Of the event, so that the same points twice are seen twice. */
  number: number
  points: number
}

export class Scoring {
  #gains = $state.raw<readonly Gain[]>([])
  #isShown = $state(false)
  #seen = -1
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Listens while the component lives that makes it. */
  constructor(latest: () => News[]) {
    $effect.pre(() => {
      for (const news of latest()) if (news.seq > this.#seen) this.#hear(news)
    })
    $effect(() => () => clearTimeout(this.#timer))
  }

  get isShown(): boolean {
    return this.#isShown
  }

  of(seat: number): Gain | null {
    return this.#gains.find((gain) => gain.seat === seat) ?? null
  }

  #hear(news: News): void {
    this.#seen = news.seq
    const effects = effectsOf(news)
    const scored = effects.filter(isEffect('scored')).filter(({ points }) => points)
    if (!scored.length && !effects.some(isEffect('edo-round-ended'))) return
    this.#gains = scored.map(({ seat, points }) => ({ seat, number: news.seq, points }))
    this.#isShown = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), SHOWN_MS)
  }

  #end(): void {
    this.#gains = []
    this.#isShown = false
  }
}
