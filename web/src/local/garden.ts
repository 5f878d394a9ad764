// The page's side of a garden without a server: requests and lines over a message port, as if a server answered.
import { load } from '$/state/storage'
import type { SocketLike } from '$/sync/connection'
import type { Answered, Transport } from '$/sync/transport'
import { hasServer } from './offered'
import type { Fault, FromWorker, ToWorker } from './messages'

const LOBBY = JSON.stringify({ lobby: [] })
/** After these requests the browser has a game to keep. */
const OPENING = ['tables', 'study/tables', 'records']

class LocalLine implements SocketLike {
  quiet = true
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    private readonly say: (text: string) => void,
    private readonly leave: () => void,
  ) {}

  send = (text: string): void => this.say(text)

  close(): void {
    this.leave()
    this.onclose?.({ code: 1000 })
  }
}

/** The name that one has here, without asking anybody. */
function ownName(): string {
  try {
    return (JSON.parse(load('niwashi.preferences') ?? '{}') as { name?: string }).name ?? ''
  } catch {
    return ''
  }
}

/** At a served site a page has kept it already, and its service worker is there (keep.ts). */
async function holdServed(): Promise<void> {
  const { holdGarden } = await import('./keep')
  await holdGarden()
  document.documentElement.dataset.gardenKept = 'yes'
}

/** Keeps the garden for days without a line, and the letters of Japanese for whoever reads them. */
function keepGarden(): void {
  const page = document.documentElement
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  if (!workers) return // pages without https have none
  const keepLetters = async (): Promise<void> => {
    const { active } = await workers.ready
    page.dataset.gardenKept = 'yes'
    if (page.lang === 'ja') active?.postMessage('japanese')
  }
  // only now: its own fetching would come in the way of Python's, and so it finds that in the browser's cache
  workers.register(new URL('service-worker.js', document.baseURI)).then(keepLetters, () => undefined)
  new MutationObserver(() => void keepLetters()).observe(page, { attributeFilter: ['lang'] })
}

/** So that the browser deletes no games when it needs room. Some ask the person: not before there is a game. */
function askToKeep(): void {
  void (navigator as { storage?: StorageManager }).storage?.persist?.().catch(() => undefined)
}

export function openGarden(parts: string): Transport {
  const worker = new Worker(new URL('./tables.ts', import.meta.url), { type: 'module', name: 'niwashi-tables' })
  const lines = new Map<number, LocalLine>()
  const waiting = new Map<number, (answered: Answered) => void>()
  let count = 0
  let fault: Fault | null = null
  let isReady = false

  const say = (message: ToWorker): void => worker.postMessage(message)
  const fail = (found: Fault): void => {
    fault = found
    for (const answer of waiting.values()) answer(refused())
    waiting.clear()
  }
  const refused = (): Answered => ({ status: 503, statusText: '', text: JSON.stringify(fault) })

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.from) {
      case 'ready':
        isReady = true
        document.documentElement.dataset.gardenReady = String(Math.round(performance.now()))
        if (!hasServer) keepGarden()
        return
      case 'failed':
        return fail(data.fault)
      case 'answer':
        waiting.get(data.id)?.({ status: data.status, statusText: '', text: data.text })
        waiting.delete(data.id)
        return
      case 'line':
        return lines.get(data.line)?.onmessage?.({ data: data.text })
      case 'closed':
        lines.get(data.line)?.onclose?.({ code: data.code })
        lines.delete(data.line)
    }
  }
  worker.onerror = worker.onmessageerror = () => {
    if (!isReady) fail({ code: 'site/start', sentence: 'The garden could not start: its worker cannot be loaded.' })
  }
  if (hasServer) void holdServed()
  say({ to: 'start', base: document.baseURI.split(/[?#]/)[0]!, parts, name: ownName() })

  return {
    request: (method, path, body) =>
      new Promise((answer) => {
        if (fault) return answer(refused())
        const id = ++count
        waiting.set(id, answer)
        if (method === 'POST' && OPENING.includes(path)) askToKeep()
        say({ to: 'request', id, method, path, body: body ?? '' })
      }),
    connect: (path) => {
      const line = ++count
      const [, table] = /^tables\/([^/]+)\/socket/.exec(path) ?? []
      const since = Number(/[?&]since=(\d+)/.exec(path)?.[1] ?? -1)
      const socket = new LocalLine(
        (text) => say({ to: 'say', line, text }),
        () => {
          lines.delete(line)
          say({ to: 'close', line })
        },
      )
      lines.set(line, socket)
      queueMicrotask(() => {
        if (table) say({ to: 'open', line, table, since }) // before anything that is said on it
        socket.onopen?.()
        if (!table) socket.onmessage?.({ data: LOBBY })
      })
      return socket
    },
  }
}
