// Solves the end of a game from the position that lies in the machine: niwashi/bots/endgame.py.
import type { Bot, Decision } from './bot'
import type { Machine } from './machine'

/** The length of one line to the end of the game, if chance does not act on it; else 0. */
export function actionsLeft(machine: Machine): number {
  return machine.call('count_actions_to_end', machine.area('position'), ...machine.group('scratch'))
}

/** Null if chance can still act, or if the budget is spent after so many nodes. */
export function solveEnd(bot: Bot, isSpent: (nodes: number) => boolean): Decision | null {
  const { machine } = bot
  const [scratch, endgame] = [machine.group('scratch'), machine.group('endgame')]
  machine.clear('table')
  machine.clear('state')
  machine.copy('position', 'positions')
  const margin = bot.constant('infiniteMargin')
  machine.call('open_frame', 0, bot.seat, -margin, margin, ...endgame, ...scratch)
  let status = bot.constant('running')
  let nodes = 0
  while (status !== bot.constant('solved')) {
    if (status === bot.constant('chance') || isSpent(nodes)) return null
    status = machine.call('resume_search', ...endgame, bot.constant('nodesPerCheck'), ...scratch)
    nodes = Number(machine.integers('state')[1])
  }
  const { view } = machine
  const { best, choice } = machine.facts.fields.frame
  const root = machine.area('frames').at
  return {
    action: Number(view.getBigInt64(root + choice!, true)),
    value: view.getFloat64(root + best! + 8 * bot.seat, true),
    nodes,
  }
}
