// The worker in which bots think, and in which hints and reviews are computed. It does nothing unless it is asked.
import type { Findings, StudyTask } from '$/wire/types'
import { decide, type Task } from './decide'
import { fromBase64, Machine, type Facts } from './machine'
import { study } from './study'

export interface Download {
  url: string
  /** The hash that its content must have, as browsers check it. */
  integrity: string
}

export type Order =
  | { load: { module: Download; facts: Download } }
  | { number: number; task: Task }
  | { number: number; study: StudyTask }
export type Reply =
  | { ready: true }
  | { number: number; action: number; value: number; nodes: number; rng: Uint8Array }
  | { number: number; findings: Findings }
  | { problem: string }

let machine: Machine | null = null

self.onmessage = ({ data }: MessageEvent<Order>) => void carryOut(data)

async function carryOut(order: Order): Promise<void> {
  try {
    if ('load' in order) {
      machine = await load(order.load.module, order.load.facts)
      reply({ ready: true })
    } else if (machine && 'study' in order) {
      reply({ number: order.number, findings: study(machine, order.study) })
    } else if (machine && 'task' in order) {
      const decision = decide(machine, order.task, fromBase64(order.task.position))
      reply({ number: order.number, ...decision, rng: machine.bytes('rng') })
    }
  } catch (error) {
    reply({ problem: String(error) })
  }
}

function reply(what: Reply): void {
  self.postMessage(what)
}

async function load(module: Download, facts: Download): Promise<Machine> {
  const [code, known] = await Promise.all([download(module), download(facts)])
  const compiled = await WebAssembly.compile(await code.arrayBuffer())
  return new Machine(compiled, (await known.json()) as Facts)
}

/** A file whose content has another hash than it should is refused by the browser. */
async function download({ url, integrity }: Download): Promise<Response> {
  const response = await fetch(url, { integrity })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}
