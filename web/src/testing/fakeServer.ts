// A server with one table that keeps its promises, and sockets that can be cut at any moment.
import type { Message, News, Request, Snapshot } from '$/wire/types'
import type { SocketLike } from '../sync/connection'
import type { TableEnvironment } from '../sync/table'
import { sampleChoices, sampleView } from './samples'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  open = true
  readyState = 1

  constructor(
    private readonly server: FakeServer,
    readonly since: number | null,
  ) {}

  send(text: string): void {
    if (this.readyState !== 1) throw new Error('a socket that is closing was written to')
    if (this.open && !this.server.deaf()) this.server.receive(JSON.parse(text) as Request, this)
  }

  close(code = 1006): void {
    if (!this.open) return
    this.open = false
    this.server.sockets.delete(this)
    this.onclose?.({ code })
  }

  deliver(message: Message): void {
    if (this.open) this.onmessage?.({ data: JSON.stringify(message) })
  }
}

export class FakeServer {
  entries: News[] = []
  sockets = new Set<FakeSocket>()
  answers = new Map<string, Message>()
  carriedOut: string[] = []
  /** What tickets say, and whether nobody is there. */
  path = ''
  isPathBroken = false
  /** Of all sockets. */
  paths: string[] = []
  /** The entries whose cards the client said it shows. */
  seen: number[] = []
  /** Every press of a live grab: when it was made, as the client says. */
  pressedAt: (number | null | undefined)[] = []
  connections = 0
  maxMissing = 100
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
      table: 't1',
      seq: this.seq,
      at: Date.now(),
      phase: 'playing',
      game: 'miyabi',
      options: this.options,
      settings: {},
      components: { name: 'shipped' },
      commitment: '',
      seats,
      you: 0,
      events: this.seq,
      newest: this.seq,
      view: sampleView({ n: this.seq, to_act: [0] }),
      choices: sampleChoices(0, this.seq),
    }
  }

  /** Something happens; everybody hears of it, unless the line swallows it. */
  publish(what: string): void {
    const seq = this.entries.length
    const view = sampleView({ n: seq, to_act: [0] })
    this.entries.push({ seq, at: Date.now(), event: { event: 'happened', number: seq - 1, who: 0, what }, view })
    const choices = sampleChoices(0, seq)
    for (const socket of [...this.sockets]) {
      if (this.mute()) continue
      socket.deliver({ news: [this.entries[seq]!] })
      socket.deliver({ choices })
    }
  }

  /** The cards of a live grab lie open, and everybody looks at them. */
  deal(until: number): void {
    const [seq, at] = [this.entries.length, Date.now()]
    const view = sampleView({ phase: 'grab', to_act: [0, 1] })
    const event = { event: 'happened', number: seq - 1, who: 'chance', what: 'open' } as const
    const cards: News = { seq, at, event, view, racing: true }
    this.#tell([cards, { seq: seq + 1, at, event: { event: 'called', until } }])
  }

  announce(signal: number): void {
    this.#tell([{ seq: this.entries.length, at: Date.now(), event: { event: 'announced', signal } }])
  }

  #tell(news: News[]): void {
    this.entries.push(...news)
    for (const socket of [...this.sockets]) socket.deliver({ news })
  }

  heartbeat(): void {
    for (const socket of [...this.sockets]) socket.deliver({ heartbeat: { seq: this.seq, at: Date.now() } })
  }

  receive(request: Request, from: FakeSocket): void {
    if (this.#held) {
      this.#held.push(request)
      return
    }
    if (request.do === 'seen') this.seen.push(request.seq)
    if (request.do === 'pong' || request.do === 'seen') return
    if (request.do === 'act') this.pressedAt.push(request.at)
    const known = this.answers.get(request.id)
    if (!known && request.do === 'act') {
      this.publish(request.action)
      this.carriedOut.push(request.action)
    }
    const answer = known ?? { answer: { answer: 'done' as const, id: request.id, seq: this.seq } }
    this.answers.set(request.id, answer)
    if (!this.mute()) from.deliver(answer)
  }

  disconnectAll(): void {
    for (const socket of [...this.sockets]) socket.close()
  }

  join(socket: FakeSocket): void {
    this.connections += 1
    this.sockets.add(socket)
    const held: Request[] = []
    this.#held = held
    socket.onopen?.()
    this.#held = null
    const { since } = socket
    if (since !== null && this.seq - since <= this.maxMissing) socket.deliver({ news: this.entries.slice(since + 1) })
    else socket.deliver({ snapshot: this.snapshot() })
    for (const request of held) if (socket.open) this.receive(request, socket)
  }

  environment(): TableEnvironment {
    return {
      connect: (url) => {
        const { pathname, searchParams } = new URL(url)
        const since = searchParams.get('since')
        const socket = new FakeSocket(this, since === null ? null : Number(since))
        this.paths.push(pathname)
        if (this.isPathBroken && this.path && pathname.startsWith(`/${this.path}`)) setTimeout(() => socket.close(), 5)
        else if (this.stall-- <= 0) setTimeout(() => socket.open && this.join(socket), 5)
        return socket
      },
      ticket: () => {
        if (this.refuseTickets-- > 0) return Promise.reject(new Error('offline'))
        return Promise.resolve({ ticket: 'ticket', path: this.path })
      },
      random: Math.random,
      snapshot: () => Promise.resolve(this.snapshot()),
      history: (_, since) => Promise.resolve(this.entries.slice(since + 1)),
      address: (table, { ticket, path }, since) =>
        `ws://x/${path}${table}?ticket=${ticket}${since === null ? '' : `&since=${since}`}`,
      now: () => Date.now(),
      id: () => `c${this.#ids++}`,
    }
  }
}
