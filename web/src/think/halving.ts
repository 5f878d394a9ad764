// Sequential halving at the root: actions are tried in rollouts, and the worse half drops out each round.
// niwashi/bots/halving.py, which this follows step by step.
import type { Bot, Decision, Meter } from './bot'

export interface Candidate {
  action: number
  sum: number
  visits: number
}

export class Halving {
  readonly #candidates: Candidate[]
  #seededTrials = 0

  constructor(
    private readonly bot: Bot,
    private readonly meter: Meter,
    private readonly useProspects: boolean,
    actions: number[],
  ) {
    const values = bot.evaluate(actions)
    meter.nodes += actions.length
    const order = byMost(
      actions.map((_, i) => i),
      (i) => values[i]!,
    )
    this.#candidates = order
      .slice(0, bot.constant('halvingWidth'))
      .map((i) => ({ action: actions[i]!, sum: bot.constant('prior') * values[i]!, visits: 0 }))
  }

  decide(): Decision {
    const [best] = this.rank() as [Candidate]
    return { action: best.action, value: this.#value(best), nodes: this.meter.nodes }
  }

  /** The candidates, best first: those that were tried most often, and among them by value. */
  rank(): Candidate[] {
    this.#run()
    return byMost(byMost(this.#candidates, this.#value), ({ visits }) => visits)
  }

  #value = (one: Candidate): number => one.sum / (this.bot.constant('prior') + one.visits)

  /** Rounds of equal cost; the last two candidates stay to the end. */
  #run(): void {
    let alive = this.#candidates
    const rounds = Math.max(1, 32 - Math.clz32(alive.length - 1))
    for (let round = 1; round <= rounds; round++) {
      this.#round(alive, round / rounds)
      alive = byMost(alive, this.#value).slice(0, Math.max(2, (alive.length + 1) >> 1))
    }
  }

  /** Tries all that remain equally often, until the budget is spent. */
  #round(alive: Candidate[], share: number): void {
    const most = this.bot.constant('maxTrials') - this.bot.constant('trialsPerBatch')
    while (!this.meter.isSpent(share) && alive[0]!.visits <= most)
      for (const one of alive) {
        this.#try(one)
        if (this.meter.isSpent()) return
      }
  }

  #try(one: Candidate): void {
    const { bot } = this
    const { machine } = bot
    const last = one.visits + bot.constant('trialsPerBatch')
    const generators = machine.area('generators')
    if (last > this.#seededTrials) {
      machine.call('seed_rollouts', generators, this.#seededTrials, last, machine.area('rng'))
      this.#seededTrials = last
    }
    const [total, nodes] = machine.callForMany(
      'run_rollouts',
      machine.area('position'),
      bot.seat,
      one.action,
      bot.constant('club'),
      bot.constant('noise'),
      bot.constant('halvingHorizon'),
      Number(this.useProspects),
      one.visits,
      last,
      generators,
      ...machine.group('scratch'),
    )
    one.sum += total!
    one.visits = last
    this.meter.nodes += nodes!
  }
}

/** In descending order; equal ones stay as they are. */
export function byMost<T>(all: T[], value: (one: T) => number): T[] {
  return [...all].sort((a, b) => value(b) - value(a))
}
