// What a hint or a review needs of a decision: searches and trials, as niwashi/analysis makes them. What follows from
// them (facts, reasons, words) is the server's: it replays the lines.
import type { Findings, StudyTask, TrialsOfAction } from '$/wire/types'
import { Bot, Meter } from './bot'
import { byMost, Halving } from './halving'
import { fromBase64, type Machine } from './machine'
import { actionsLeft, solveEnd } from './solver'
import { generator, lowestBit, Trials, type Trial } from './trials'

/** From so many candidates on a middling one is worth comparing with. */
const MIN_CANDIDATES = 4
/** Standard errors. Reasons are given from 2.5 on; a little less is asked for here, as the server rounds otherwise. */
const NEARLY_CLEAR_ERRORS = 2.4

interface Ending {
  action: number
  line: number[]
  margin: number
}

export function study(machine: Machine, task: StudyTask): Findings {
  return new Study(machine, task).run()
}

class Study {
  readonly #bot: Bot
  readonly #start: Uint8Array
  readonly #trials: Trials
  readonly #legal: number[]

  constructor(
    private readonly machine: Machine,
    private readonly task: StudyTask,
  ) {
    this.#start = fromBase64(task.position)
    this.#bot = new Bot(machine, task.seat)
    this.#trials = new Trials(this.#bot, task, this.#start)
    this.#reset()
    this.#legal = this.#bot.legal()
  }

  #reset(): void {
    this.machine.write('position', this.#start)
  }

  run(): Findings {
    const endings = this.#solveAll()
    const ranking = endings ? [] : this.#rank()
    const trials =
      this.task.action === null
        ? this.#weigh(endings ? byMost(endings, ({ margin }) => margin).map(({ action }) => action) : ranking)
        : this.#judge(this.task.action, endings, ranking)
    return { endings: endings?.map(({ line }) => line) ?? [], ranking, trials }
  }

  // -- a hint ------------------------------------------------------------------------------------------------------
  /** The best two candidates, a middling one, and the action with the most points at once: niwashi/analysis/hints.py. */
  #weigh(candidates: number[]): TrialsOfAction[] {
    const middling = candidates.length >= MIN_CANDIDATES ? [candidates[candidates.length >> 1]!] : []
    const compared = new Set([...candidates.slice(0, 2), ...middling, this.#mostAtOnce(candidates)])
    return [...compared].map((action) => this.#withLines(action, this.#trials.after(action)))
  }

  #mostAtOnce(candidates: number[]): number {
    this.#reset()
    const all = [...candidates, ...this.#legal.filter((action) => !candidates.includes(action))]
    const gains = this.#bot.gains(all)
    return all[gains.indexOf(Math.max(...gains))]!
  }

  // -- a judgement ---------------------------------------------------------------------------------------------------
  /** The played action against the best other one, with lines where it looks worse: niwashi/analysis/judgement.py. */
  #judge(played: number, endings: Ending[] | null, ranking: number[]): TrialsOfAction[] {
    if (endings) return this.#judgeExactly(played, endings)
    const one = this.#trials.after(played)
    const rival = this.#legal.length > 1 ? ranking.find((action) => action !== played) : undefined
    if (rival === undefined) return [withScores(played, one)]
    const other = this.#trials.after(rival)
    const isClear = isNearlyClear(one, other, this.task.seat)
    return [
      { ...withScores(played, one), ...(isClear && this.#withLines(played, one)) },
      {
        ...withScores(rival, other),
        replies: this.#trials.replies(rival),
        ...(isClear && this.#withLines(rival, other)),
      },
    ]
  }

  #judgeExactly(played: number, endings: Ending[]): TrialsOfAction[] {
    const others = endings.filter(({ action }) => action !== played)
    const [best] = byMost(others, ({ margin }) => margin)
    const margin = endings.find(({ action }) => action === played)!.margin
    if (!best || best.margin <= margin) return []
    return [played, best.action].map((action) => this.#withLines(action, this.#trials.after(action)))
  }

  #withLines(action: number, trials: Trial[]): TrialsOfAction {
    return { action, replies: this.#trials.replies(action), lines: trials.map(({ line }) => line) }
  }

  // -- the search ------------------------------------------------------------------------------------------------------
  #rank(): number[] {
    if (this.#legal.length === 1) return this.#legal
    this.#reset()
    this.machine.write('rng', generator(`${this.task.seed}/search/${this.task.number}`))
    const meter = new Meter({ nodes: this.task.nodes }, 0)
    return new Halving(this.#bot, meter, false, this.#legal).rank().map(({ action }) => action)
  }

  // -- the end of the game: niwashi/analysis/endings.py -------------------------------------------------------------------
  /** Null if chance can still act, or the search is too large. */
  #solveAll(): Ending[] | null {
    this.#reset()
    if (!actionsLeft(this.machine)) return null
    const budget = { nodes: 0 }
    const endings: Ending[] = []
    for (const action of this.#legal) {
      const line = this.#solveAfter(action, budget)
      if (!line) return null
      endings.push({ action, line, margin: marginOf(this.#trials.scores(), this.task.seat) })
    }
    return endings
  }

  /** The line with best play. Solved anew at each step: the solver keeps no whole line. */
  #solveAfter(action: number, budget: { nodes: number }): number[] | null {
    const position = this.machine.area('position')
    this.#reset()
    const line = [this.task.seat, action]
    this.machine.call('play', position, this.task.seat, action)
    for (let acting; (acting = this.machine.call('to_act', position)) !== 0;) {
      if (acting < 0) return null
      const seat = lowestBit(acting)
      const spent = budget.nodes
      const solved = solveEnd(new Bot(this.machine, seat), (nodes) => spent + nodes >= this.task.solver_nodes)
      if (!solved) return null
      budget.nodes += solved.nodes
      line.push(seat, solved.action)
      this.machine.call('play', position, seat, solved.action)
    }
    return line
  }
}

const withScores = (action: number, trials: Trial[]): TrialsOfAction => ({
  action,
  scores: trials.map(({ scores }) => scores),
})

const marginOf = (scores: number[], seat: number): number =>
  scores[seat]! - Math.max(...scores.filter((_, other) => other !== seat))

/** Whether the other action did better, trial by trial, beyond what may be noise. */
function isNearlyClear(one: Trial[], other: Trial[], seat: number): boolean {
  const count = Math.max(one.length, other.length)
  const margin = (trials: Trial[], i: number): number => marginOf(trials[i % trials.length]!.scores, seat)
  const better = Array.from({ length: count }, (_, i) => margin(other, i) - margin(one, i))
  const mean = better.reduce((sum, points) => sum + points, 0) / count
  const squares = better.reduce((sum, points) => sum + (points - mean) ** 2, 0)
  const error = count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0
  return mean > 0 && mean >= NEARLY_CLEAR_ERRORS * error
}
