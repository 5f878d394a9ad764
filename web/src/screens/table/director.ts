// Shows what others did, one event after another: pieces travel, a word is said. Loaded with the first of it.
import type { Motion, MotionOf } from '$/games/contract'
import { t } from '$/i18n/language.svelte'
import { endMotion } from '$/motion/layer'
import { showWord } from '$/motion/word'
import { isReducedMotion } from '$/state/preferences.svelte'
import type { News } from '$/wire/types'
import type { Presentation } from './presentation.svelte'
import { isAction } from './picture'
import { Pacer, type Timing } from './pacing'

/** From one rival's action to the next, at least. */
const ACTION_MS = 700
/** What we did is looked at for a moment before somebody answers. */
const OWN_REST_MS = 450
/** Without motion each action is pointed at, one after another. */
const POINTED_MS = 350

const AT_ONCE: Timing = { travel: 0, rest: 0 }

export class Director {
  #motionOf: MotionOf | null = null
  #motion: Motion | null = null
  readonly #ready: Promise<void>
  readonly #pacer = new Pacer({
    timing: (news) => this.#timing(news),
    depart: (news) => this.#depart(news),
    arrive: (news) => this.#arrive(news),
    skip: (passed) => this.#skip(passed),
    settle: () => this.presentation.settle(),
  })

  constructor(private readonly presentation: Presentation) {
    this.#ready = this.#load()
    this.#pacer.rest(OWN_REST_MS)
    addEventListener('pointerdown', this.skip, { capture: true })
    addEventListener('keydown', this.skip, { capture: true })
    document.addEventListener('visibilitychange', this.skip)
  }

  leave(): void {
    this.skip()
    removeEventListener('pointerdown', this.skip, { capture: true })
    removeEventListener('keydown', this.skip, { capture: true })
    document.removeEventListener('visibilitychange', this.skip)
  }

  /** Events that wait for the game's motion to be loaded are lost to an input, like all others. */
  #waiting: News[] = []

  push(fresh: News[]): void {
    this.#waiting.push(...fresh)
    void this.#ready.then(() => {
      const waited = this.#waiting.splice(0)
      if (waited.length) this.#pacer.push(waited)
    })
  }

  /** Straight to the present. */
  skip = (): void => {
    const waited = this.#waiting.splice(0)
    endMotion()
    this.#pacer.skip()
    if (waited.length) this.presentation.settle()
  }

  async #load(): Promise<void> {
    this.#motionOf =
      (await this.presentation.around
        .game()
        ?.motion?.()
        .catch(() => null)) ?? null
  }

  /** Our own events cannot wait; what changes no position takes no time. */
  #timing(news: News): Timing | null {
    const event = news.event
    if (event?.event !== 'happened' || event.who === 'table') return AT_ONCE
    if (this.presentation.isOwn(news)) return null
    if (isReducedMotion()) return { travel: 0, rest: isAction(news) ? POINTED_MS : 0 }
    const { travel, rest } = this.#motionFor(news) ?? AT_ONCE
    return { travel, rest: Math.max(rest, isAction(news) ? ACTION_MS - travel : 0) }
  }

  #motionFor(news: News): Motion | null {
    const { tableState, around } = this.presentation
    const view = tableState?.view
    if (!view || !news.view || !this.#motionOf) return null
    return this.#motionOf(news, { before: view, after: news.view, you: around.you(), seats: around.seats(), t })
  }

  #depart(news: News): void {
    this.#motion = isReducedMotion() ? null : this.#motionFor(news)
    this.#motion?.depart?.()
    if (this.#motion?.word) showWord(this.#motion.word)
  }

  #arrive(news: News): void {
    this.presentation.showUpTo([news], isReducedMotion() ? [] : [news])
    if (isAction(news)) this.presentation.point(news.seq)
    const motion = this.#motion
    // once the picture is drawn
    if (motion?.arrive) requestAnimationFrame(() => motion === this.#motion && motion.arrive?.())
  }

  #skip(passed: News[]): void {
    this.#motion = null
    const own = passed.filter(this.presentation.isOwn)
    this.presentation.showUpTo(passed, isReducedMotion() ? [] : own)
    if (own.length) this.#pacer.rest(OWN_REST_MS)
  }
}
