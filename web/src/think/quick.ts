// The three lower levels, which look one action ahead; niwashi/bots/quick.py says why they are so.
import type { Bot, Decision } from './bot'

/** A softmax over the points at once, with some actions overlooked. */
export function beginner(bot: Bot): Decision {
  const actions = bot.legal()
  const noticed = actions.filter(() => bot.uniform() >= bot.constant('overlookedShare'))
  const seen = noticed.length ? noticed : actions
  const gains = bot.gains(seen)
  const most = Math.max(...gains)
  const weights = gains.map((gain) => bot.exp((gain - most) / bot.constant('temperature')))
  const chosen = drawIndex(weights, bot.uniform())
  return { action: seen[chosen]!, value: gains[chosen]!, nodes: seen.length }
}

/** The index that `mark`, from 0 to 1, falls on, by weight. */
function drawIndex(weights: number[], mark: number): number {
  let sum = 0
  const sums = weights.map((weight) => (sum += weight))
  const found = sums.findIndex((reached) => reached > mark * sum)
  return found < 0 ? weights.length - 1 : found
}

/** The most points at once; among equals a random one, or the better of two. */
export function casual(bot: Bot): Decision {
  const actions = bot.legal()
  const gains = bot.gains(actions)
  const most = Math.max(...gains)
  const best = actions.filter((_, i) => gains[i] === most)
  const compared = bot.uniform() < bot.constant('hastyShare') ? 1 : bot.constant('compared')
  const few = Array.from({ length: compared }, () => best[Math.floor(bot.uniform() * best.length)]!)
  return { action: few[indexOfMost(bot.evaluate(few))]!, value: most, nodes: actions.length }
}

/** The action with the best position after it, by the network. */
export function club(bot: Bot): Decision {
  const actions = bot.legal()
  const values = bot.evaluate(actions)
  const best = indexOfMost(values)
  return { action: actions[best]!, value: values[best]!, nodes: actions.length }
}

function indexOfMost(values: number[]): number {
  return values.indexOf(Math.max(...values))
}
