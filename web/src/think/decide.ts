// A decision of a bot of the ladder, as niwashi/bots takes it: the same action and value for the same nodes.
import { beginner, casual, club } from './quick'
import { Bot, Meter, type Decision } from './bot'
import { expert } from './expert'
import { Halving } from './halving'
import type { Budget, Machine } from './machine'

export interface Task {
  level: string
  seat: number
  /** The position's bytes, in base64. */
  position: string
  /** The level's own budget unless another is given. */
  budget?: Budget
  /** The words of the generator; random ones unless they are given. */
  generator?: number[]
}

type Level = (bot: Bot, actions: number[], meter: Meter) => Decision

const LEVELS: Record<string, Level> = {
  beginner,
  casual,
  club,
  strong: (bot, actions, meter) => new Halving(bot, meter, false, actions).decide(),
  expert,
}
/** From here on a lone action is taken without thinking. */
const SEARCHING = ['strong', 'expert']

export function decide(machine: Machine, task: Task, position: Uint8Array): Decision {
  machine.write('position', position)
  const words = task.generator ?? crypto.getRandomValues(new Uint32Array(4))
  machine.write('rng', new Uint8Array(BigInt64Array.from(words, BigInt).buffer))
  const bot = new Bot(machine, task.seat)
  const budget = task.budget ?? machine.facts.budgets[task.level]
  const level = LEVELS[task.level]
  if (!level || !budget) throw new Error(`there is no level ${task.level}`)
  const meter = new Meter(budget, bot.constant('reserveSeconds'))
  const actions = bot.legal()
  if (actions.length === 1 && SEARCHING.includes(task.level)) return { action: actions[0]!, value: 0, nodes: 1 }
  return level(bot, actions, meter)
}
