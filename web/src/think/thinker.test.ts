import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CannotThink, Thinker } from './thinker'

const FILES = {
  module: { file: 'm.wasm', integrity: 'sha256-m' },
  facts: { file: 'm.json', integrity: 'sha256-f' },
}
const TASK = { level: 'club', seat: 1, position: '' }

class FakeWorker {
  static all: FakeWorker[] = []
  orders: { load?: unknown; number?: number }[] = []
  ended = false
  onmessage: (event: { data: unknown }) => void = () => undefined
  onerror: (event: { message: string }) => void = () => undefined

  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(order: { number?: number }): void {
    this.orders.push(order)
  }
  terminate(): void {
    this.ended = true
  }
  reply(data: unknown): void {
    this.onmessage({ data })
  }
}

const found = async (): Promise<Thinker> => (await Thinker.find('miyabi', new URL('http://here/think/'))) as Thinker
const newest = (): FakeWorker => FakeWorker.all.at(-1)!
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ games: { miyabi: FILES } }) }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the worker in which bots think', () => {
  it('is started with the hashes of its files, and asked one thing after the other', async () => {
    const thinker = await found()
    const [first, second] = [thinker.decide(TASK), thinker.decide(TASK)]
    const worker = newest()
    expect(worker.orders[0]!.load).toEqual({
      module: { url: 'http://here/think/m.wasm', integrity: 'sha256-m' },
      facts: { url: 'http://here/think/m.json', integrity: 'sha256-f' },
    })
    worker.reply({ ready: true })
    await settled()
    worker.reply({ number: 1, action: 8 })
    worker.reply({ number: 0, action: 7 })
    expect(await Promise.all([first, second])).toEqual([7, 8])
    expect(FakeWorker.all).toHaveLength(1)
  })

  it('ends after a rest, and is started again when it is needed', async () => {
    const thinker = await found()
    const decided = thinker.decide(TASK)
    newest().reply({ ready: true })
    await settled()
    newest().reply({ number: 0, action: 7 })
    await decided
    await vi.runAllTimersAsync()
    expect(newest().ended).toBe(true)
    void thinker.decide(TASK)
    expect(FakeWorker.all).toHaveLength(2)
  })

  it('fails whoever waits if its files are damaged', async () => {
    const thinker = await found()
    const decided = expect(thinker.decide(TASK)).rejects.toThrow(CannotThink)
    newest().reply({ problem: 'the hash differs' })
    await decided
    expect(newest().ended).toBe(true)
  })

  it('is not there where the server has no files', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ games: {} }) }))
    expect(await found()).toBeNull()
  })
})
