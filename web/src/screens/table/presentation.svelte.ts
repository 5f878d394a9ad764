// What is shown of a table. What others did is shown one event after another; what we did, what cannot wait and what
// nobody sees, at once.
import type { GameClient, Seat } from '$/games/contract'
import { isReducedMotion } from '$/state/preferences.svelte'
import type { TableState } from '$/sync/reducer'
import type { Choices, News } from '$/wire/types'
import type { Director } from './director'
import { isAction, pictureAfter, tableIn, type Picture } from './picture'

/** How long something is pointed at. */
const POINTING_MS = 1600

interface Around {
  game: () => GameClient | null
  you: () => number | null
  seats: () => Seat[]
  isOwn: (seat: number) => boolean
  /** These events have just come into the picture. */
  onShown: (told: News[]) => void
  /** The picture is the present. */
  onSettled: () => void
}

export class Presentation {
  /** As the server has told it. */
  present = $state.raw<TableState | null>(null)
  history = $state.raw<News[]>([])
  /** What has just come into the picture. */
  latest = $state.raw<News[]>([])
  /** The event that is pointed at, by its number. */
  spot = $state<number | null>(null)
  /** What is shown while that is behind the present. */
  #picture = $state.raw<Picture | null>(null)
  /** As it is shown. Seats, clocks and questions are those of the present. */
  readonly tableState = $derived.by((): TableState | null => {
    const table = this.present
    return table && this.#picture ? tableIn(this.#picture, table, this.#offered) : table
  })
  readonly log = $derived.by(() => {
    const until = this.#picture?.seq
    return until === undefined ? this.history : this.history.filter(({ seq }) => seq <= until)
  })
  /** Choices stay on offer while others' events are shown: at some tables all act at the same time. */
  #offered: Choices | null | undefined = null
  #hasActed = false
  #spotTimer: ReturnType<typeof setTimeout> | undefined
  #directing: Promise<Director | null> | null = null
  #director: Director | null = null

  constructor(readonly around: Around) {}

  /** Somebody plays here: from now on there is time to load what is seen beyond that. */
  act(): void {
    this.#hasActed = true
  }

  leave(): void {
    clearTimeout(this.#spotTimer)
    this.#director?.leave()
  }

  /** Shows what has happened since. */
  follow(fresh: News[], before: TableState | null): void {
    if (!fresh.length && this.#picture && this.present?.seq === before?.seq) return
    if (!before?.view || !fresh.length || !this.#isWorthWatching(fresh)) return this.#catchUp(fresh)
    if (isReducedMotion()) this.#catchUp(fresh)
    else this.#picture ??= { view: before.view, seq: before.seq }
    const paced = this.#picture && !this.#directing ? this.#showOwn(fresh) : fresh
    if (this.#picture || this.#hasActed) void this.#direct().then((director) => this.#push(director, paced))
  }

  /** What we did cannot wait until the director is loaded. Returns what came after it. */
  #showOwn(fresh: News[]): News[] {
    const passed = fresh.slice(0, fresh.findLastIndex(this.isOwn) + 1)
    if (passed.length) this.showUpTo(passed, passed.filter(this.isOwn))
    return fresh.slice(passed.length)
  }

  isOwn = ({ event }: News): boolean =>
    event?.event === 'happened' && typeof event.who === 'number' && this.around.isOwn(event.who)

  /** During a race everything is at once. */
  #isWorthWatching(fresh: News[]): boolean {
    if (this.present?.racing || document.hidden || !this.around.game()) return false
    return this.#picture !== null || fresh.some((news) => this.#isOthers(news))
  }

  #isOthers({ event }: News): boolean {
    return event?.event === 'happened' && event.who !== 'table' && !this.around.isOwn(event.who as number)
  }

  /** What shows motion is loaded with the first of it. */
  #direct(): Promise<Director | null> {
    this.#directing ??= import('./director').then(
      ({ Director }) => (this.#director = new Director(this)),
      () => null,
    )
    return this.#directing
  }

  /** Meanwhile the present may have been shown already. */
  #push(director: Director | null, fresh: News[]): void {
    if (!director) this.settle()
    else if (this.#picture || isReducedMotion()) director.push(fresh)
  }

  #catchUp(fresh: News[]): void {
    this.#director?.skip()
    this.#show(fresh)
    this.settle()
  }

  /** The picture goes on to the last of these; those that are told are shown as new. */
  showUpTo(passed: News[], told: News[]): void {
    if (this.#picture) this.#picture = pictureAfter(passed, this.#picture)
    this.#show(told)
  }

  #show(told: News[]): void {
    if (!told.length) return
    this.latest = told
    this.around.onShown(told)
  }

  /** The picture is the present: now it is for us to act. */
  settle(): void {
    this.#picture = null
    this.#offered = this.present?.choices
    this.around.onSettled()
  }

  /** Points at what this event placed, or at the last action. */
  point = (seq: number | undefined = this.log.findLast(isAction)?.seq): void => {
    clearTimeout(this.#spotTimer)
    this.spot = seq ?? null
    this.#spotTimer = setTimeout(() => (this.spot = null), POINTING_MS)
  }
}
