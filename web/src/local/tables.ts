// The worker with the tables: Python is their authority, and this passes it what the page says.
import type { FromThinker, FromWorker, ToThinker, ToWorker } from './messages'
import { faultOf, startPython } from './python'
import { claim, LogStorage, nameOf } from './storage'

/** niwashi.site.browser.main */
interface Main {
  Garden: (bridge: object) => Garden
}

interface Garden {
  start: (name: string) => Promise<void>
  answer: (method: string, path: string, body: string) => Promise<{ toJs: () => [number, string] }>
  open: (line: number, table: string, since: number) => Promise<void>
  receive: (line: number, text: string) => Promise<void>
  leave: (line: number) => Promise<void>
}

const say = (message: FromWorker): void => postMessage(message)
let home = { base: '', parts: '' }

// -- the worker that thinks, once somebody has to --------------------------------------------------------------------
let thinker: Worker | null = null
let jobs = 0
const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()

function startThinker(): Worker {
  const made = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module', name: 'niwashi-thinker' })
  made.onmessage = ({ data }: MessageEvent<FromThinker>) => {
    if (data.from === 'broken') return dropThinker(data.sentence)
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.from === 'thought') one?.resolve(data.text)
    else one?.reject(new Error(data.sentence))
  }
  made.onerror = (event) => {
    event.preventDefault()
    dropThinker(event.message || 'its script cannot be loaded')
  }
  made.onmessageerror = () => dropThinker('its answer cannot be read')
  made.postMessage({ to: 'start', ...home } satisfies ToThinker)
  return made
}

/** It will answer nothing more. The next job starts another one. */
function dropThinker(sentence: string): void {
  thinker?.terminate()
  thinker = null
  for (const one of waiting.values()) one.reject(new Error(sentence))
  waiting.clear()
}

function think(job: string): Promise<string> {
  thinker ??= startThinker()
  const id = ++jobs
  thinker.postMessage({ to: 'think', id, job } satisfies ToThinker)
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

// -- the garden --------------------------------------------------------------------------------------------------------
function makeBridge(name: string): object {
  const storage = new LogStorage(name)
  return {
    now: () => Date.now(),
    rows: () => storage.rows(),
    describe: (table: string, row: string) => storage.describe(table, row),
    load: (table: string) => storage.load(table),
    append: (table: string, number: number, batch: string, row: string) => storage.append(table, number, batch, row),
    claim: (table: string) => claim(name, table),
    think,
    send: (line: number, text: string) => say({ from: 'line', line, text }),
    close: (line: number, code: number) => say({ from: 'closed', line, code }),
  }
}

async function start(name: string): Promise<Garden> {
  const main = await startPython<Main>(home.base, home.parts)
  const garden = main.Garden(makeBridge(nameOf(home.base)))
  await garden.start(name)
  say({ from: 'ready' })
  return garden
}

let garden: Promise<Garden> | null = null

async function pass(message: ToWorker): Promise<void> {
  if (message.to === 'start') {
    home = { base: message.base, parts: message.parts }
    garden = start(message.name)
    garden.catch((error: unknown) => say({ from: 'failed', fault: faultOf(error) }))
    return
  }
  const here = await garden
  if (!here) return
  switch (message.to) {
    case 'request': {
      const [status, text] = (await here.answer(message.method, message.path, message.body)).toJs()
      return say({ from: 'answer', id: message.id, status, text })
    }
    case 'open':
      return here.open(message.line, message.table, message.since)
    case 'say':
      return here.receive(message.line, message.text)
    case 'close':
      return here.leave(message.line)
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  pass(data).catch((error: unknown) => {
    console.error(error)
    const text = JSON.stringify({ code: 'site/mistake', sentence: String(error).trim().split('\n').at(-1) })
    if (data.to === 'request') say({ from: 'answer', id: data.id, status: 500, text })
  })
})
