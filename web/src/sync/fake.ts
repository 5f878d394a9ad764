// For tests: a server with one table that keeps its promises, and sockets that can be cut at any moment.
import type { Message, News, Request, Snapshot } from '$/wire/types'
import type { Link } from './connection'
import type { TableWorld } from './table'

class FakeLink implements Link {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  open = true

  constructor(
    private readonly server: FakeServer,
    readonly since: number | null,
  ) {}

  send(text: string): void {
    if (this.open && !this.server.deaf()) this.server.take(JSON.parse(text) as Request, this)
  }

  close(code = 1006): void {
    if (!this.open) return
    this.open = false
    this.server.links.delete(this)
    this.onclose?.({ code })
  }

  say(message: Message): void {
    if (this.open) this.onmessage?.({ data: JSON.stringify(message) })
  }
}

export class FakeServer {
  entries: News[] = []
  links = new Set<FakeLink>()
  answers = new Map<string, Message>()
  carriedOut: string[] = []
  connections = 0
  most_missing = 100
  /** Loses what it is sent while this says so. */
  deaf: () => boolean = () => false
  /** Loses what it would say while this says so. */
  mute: () => boolean = () => false
  refuseTickets = 0
  /** So many sockets never open. */
  stall = 0
  #ids = 0
  /** What is sent while a socket opens is read after the news that it opens with. */
  #held: Request[] | null = null

  constructor(readonly options: Record<string, unknown> = { seats: 2 }) {
    this.entries.push({ seq: 0, at: 0, event: null })
  }

  get seq(): number {
    return this.entries.length - 1
  }

  snapshot(): Snapshot {
    const seats = [0, 1].map((n) => ({ name: `P${n}`, held: 'person' }))
    return {
      table: 't1', seq: this.seq, at: Date.now(), phase: 'playing', game: 'miyabi', options: this.options,
      settings: {}, commitment: '', seats, you: 0, events: this.seq, newest: this.seq, view: { n: this.seq, to_act: [0] },
      choices: { seat: 0, seq: this.seq, actions: ['a'], points: [0], sums: [[]], parts: [], cover: {}, blocked: {} },
    }
  }

  /** Something happens; everybody hears of it, unless the line swallows it. */
  happen(what: string): void {
    const seq = this.entries.length
    const view = { n: seq, to_act: [0] }
    this.entries.push({ seq, at: Date.now(), event: { event: 'happened', number: seq - 1, who: 0, what }, view })
    const choices = { seat: 0, seq, actions: ['a'], points: [0], sums: [[]], parts: [], cover: {}, blocked: {} }
    for (const link of [...this.links]) {
      if (this.mute()) continue
      link.say({ news: [this.entries[seq]!] })
      link.say({ choices })
    }
  }

  beat(): void {
    for (const link of [...this.links]) link.say({ heartbeat: { seq: this.seq, at: Date.now() } })
  }

  take(request: Request, from: FakeLink): void {
    if (this.#held) {
      this.#held.push(request)
      return
    }
    if (request.do === 'pong' || request.do === 'seen') return
    const known = this.answers.get(request.id)
    if (!known && request.do === 'act') {
      this.happen(request.action)
      this.carriedOut.push(request.action)
    }
    const answer = known ?? { answer: { answer: 'done' as const, id: request.id, seq: this.seq } }
    this.answers.set(request.id, answer)
    if (!this.mute()) from.say(answer)
  }

  cut(): void {
    for (const link of [...this.links]) link.close()
  }

  join(link: FakeLink): void {
    this.connections += 1
    this.links.add(link)
    const held: Request[] = []
    this.#held = held
    link.onopen?.()
    this.#held = null
    const { since } = link
    if (since !== null && this.seq - since <= this.most_missing) link.say({ news: this.entries.slice(since + 1) })
    else link.say({ snapshot: this.snapshot() })
    for (const request of held) if (link.open) this.take(request, link)
  }

  world(): TableWorld {
    return {
      connect: (url) => {
        const since = new URL(url).searchParams.get('since')
        const link = new FakeLink(this, since === null ? null : Number(since))
        if (this.stall-- <= 0) setTimeout(() => link.open && this.join(link), 5)
        return link
      },
      ticket: () => {
        if (this.refuseTickets-- > 0) return Promise.reject(new Error('offline'))
        return Promise.resolve('ticket')
      },
      random: Math.random,
      snapshot: () => Promise.resolve(this.snapshot()),
      history: (_, since) => Promise.resolve(this.entries.slice(since + 1)),
      address: (table, ticket, since) => `ws://x/${table}?ticket=${ticket}${since === null ? '' : `&since=${since}`}`,
      now: () => Date.now(),
      id: () => `c${this.#ids++}`,
    }
  }
}
