// Bots, hints and reviews of a game in a worker of this page: loaded when they are first needed, gone when they have
// rested for a while.
import type { Findings, StudyTask } from '$/wire/types'
import type { Download, Order, Reply } from './worker'
import type { Task } from './decide'

type Answer = Extract<Reply, { number: number }>
type Files = Record<'module' | 'facts', { file: string; integrity: string }>

/** A worker that has nothing to do is ended after this time, and with it its memory. */
const REST_MS = 120_000

/** Nothing can be computed here: the files are damaged or out of reach, or the browser forbids it. */
export class CannotThink extends Error {}

export class Thinker {
  #worker: Worker | null = null
  #ready: Promise<void> | null = null
  #waiting = new Map<number, { settle: (reply: Answer) => void; fail: (problem: Error) => void }>()
  #count = 0
  #restTimer: ReturnType<typeof setTimeout> | undefined

  private constructor(private readonly downloads: Record<'module' | 'facts', Download>) {}

  /** Null where this server has no files for the game. */
  static async find(game: string, base = new URL('think/', document.baseURI)): Promise<Thinker | null> {
    const response = await fetch(new URL('index.json', base))
    if (!response.ok) return null
    const { games } = (await response.json()) as { games: Record<string, Files> }
    const files = games[game]
    if (!files) return null
    const at = ({ file, integrity }: Files['module']): Download => ({ url: new URL(file, base).href, integrity })
    return new Thinker({ module: at(files.module), facts: at(files.facts) })
  }

  /** Starts the worker unless it runs. */
  load(): Promise<void> {
    this.#ready ??= this.#start()
    return this.#ready
  }

  /** The number of the action that a bot takes. */
  async decide(task: Task): Promise<number> {
    const { action } = (await this.#ask((number) => ({ number, task }))) as { action: number }
    return action
  }

  /** What a hint or a review needs of a decision. */
  async study(task: StudyTask): Promise<Findings> {
    const { findings } = (await this.#ask((number) => ({ number, study: task }))) as { findings: Findings }
    return findings
  }

  async #ask(order: (number: number) => Order): Promise<Answer> {
    clearTimeout(this.#restTimer)
    await this.load()
    const number = this.#count++
    return new Promise((settle, fail) => {
      this.#waiting.set(number, { settle, fail })
      this.#post(order(number))
    })
  }

  close(): void {
    clearTimeout(this.#restTimer)
    this.#worker?.terminate()
    this.#worker = this.#ready = null
    this.#failAll('closed')
  }

  #start(): Promise<void> {
    const worker = (this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
    return new Promise((settle, fail) => {
      const giveUp = (reason: string): void => {
        this.close()
        fail(new CannotThink(reason))
      }
      worker.onerror = (event) => giveUp(event.message)
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('ready' in data) settle()
        else if ('problem' in data) giveUp(data.problem)
        else this.#onAnswer(data)
      }
      this.#post({ load: this.downloads })
    })
  }

  #onAnswer(reply: Answer): void {
    this.#waiting.get(reply.number)?.settle(reply)
    this.#waiting.delete(reply.number)
    if (!this.#waiting.size) this.#restTimer = setTimeout(() => this.close(), REST_MS)
  }

  #failAll(reason: string): void {
    for (const { fail } of this.#waiting.values()) fail(new CannotThink(reason))
    this.#waiting.clear()
  }

  #post(order: Order): void {
    this.#worker?.postMessage(order)
  }
}
