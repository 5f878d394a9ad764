// Events are shown one after another: each travels for a while, is shown, and rests before the next. Any input skips.
import type { News } from '$/wire/types'

/** How long an event travels before the picture shows it, and rests after that; milliseconds. */
export interface Timing {
  travel: number
  rest: number
}

/** More than this at once is a gap, and nobody wants to watch it. */
export const MAX_QUEUED = 12

export interface PacerHandlers {
  /** How long this event takes; null for one that cannot wait, nor anything before it. */
  timing: (news: News) => Timing | null
  depart: (news: News) => void
  /** The picture shows this event now. */
  arrive: (news: News) => void
  /** The picture shows all of these at once, without any motion. */
  skip: (passed: News[]) => void
  /** The picture has reached the present. */
  settle: () => void
}

export interface PacerClock {
  now: () => number
  after: (ms: number, then: () => void) => number
  cancel: (timer: number) => void
}

const pageClock: PacerClock = {
  now: () => performance.now(),
  after: (ms, then) => window.setTimeout(then, ms),
  cancel: (timer) => clearTimeout(timer),
}

export class Pacer {
  #queue: News[] = []
  #timer: number | null = null
  /** When the event before has rested. */
  #free = 0

  constructor(
    private readonly handlers: PacerHandlers,
    private readonly clock: PacerClock = pageClock,
  ) {}

  get isBehind(): boolean {
    return this.#queue.length > 0
  }

  /** Nothing begins before so many milliseconds have gone by. */
  rest(ms: number): void {
    this.#free = Math.max(this.#free, this.clock.now() + ms)
  }

  push(fresh: News[]): void {
    this.#queue.push(...fresh)
    if (this.#queue.length > MAX_QUEUED) return this.skip()
    const urgent = this.#queue.findLastIndex((news) => this.handlers.timing(news) === null)
    if (urgent >= 0) this.#passOver(urgent + 1)
    if (!this.#queue.length) this.handlers.settle()
    else if (this.#timer === null) this.#next()
  }

  /** Straight to the present. */
  skip = (): void => {
    if (!this.isBehind) return
    this.#passOver(this.#queue.length)
    this.#free = 0
    this.handlers.settle()
  }

  #passOver(count: number): void {
    this.#stop()
    this.handlers.skip(this.#queue.splice(0, count))
  }

  #stop(): void {
    if (this.#timer !== null) this.clock.cancel(this.#timer)
    this.#timer = null
  }

  #next = (): void => {
    this.#timer = null
    const news = this.#queue[0]
    if (!news) return
    const wait = this.#free - this.clock.now()
    if (wait > 0) return this.#after(wait, this.#next)
    const { travel, rest } = this.handlers.timing(news) ?? { travel: 0, rest: 0 }
    this.handlers.depart(news)
    if (travel > 0) this.#after(travel, () => this.#arrive(news, rest))
    else this.#arrive(news, rest)
  }

  #arrive(news: News, rest: number): void {
    this.#timer = null
    this.#queue.shift()
    this.rest(rest)
    this.handlers.arrive(news)
    if (this.#queue.length) this.#next()
    else this.handlers.settle()
  }

  #after(ms: number, then: () => void): void {
    this.#timer = this.clock.after(ms, then)
  }
}
