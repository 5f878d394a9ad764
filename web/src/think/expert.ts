// Expert: solves the end of the last round; before it, searches a tree or tries actions in rollouts.
// niwashi/bots/tree.py and endgame.py, which this follows step by step.
import type { Bot, Decision, Meter } from './bot'
import { Halving } from './halving'
import { actionsLeft, solveEnd } from './solver'

export function expert(bot: Bot, actions: number[], meter: Meter): Decision {
  return solve(bot, meter) ?? (usesTree(bot) ? search(bot, meter) : new Halving(bot, meter, true, actions).decide())
}

/** A tree pays off where seats reply to each other and leaves are cheap to evaluate. */
function usesTree({ machine, seat }: Bot): boolean {
  return !machine.facts.prospects && machine.call('to_act', machine.area('position')) === 1 << seat
}

function search(bot: Bot, meter: Meter): Decision {
  const { machine } = bot
  const tree = machine.group('tree')
  machine.call('clear', ...tree)
  while (machine.integers('sizes')[1]! < bot.constant('maxEdges')) {
    meter.nodes += machine.call(
      'search',
      machine.area('position'),
      bot.seat,
      bot.constant('descentsPerCheck'),
      bot.constant('treeHorizon'),
      bot.constant('club'),
      ...tree,
      ...machine.group('scratch'),
      machine.area('rng'),
    )
    if (meter.isSpent()) break
  }
  return mostVisited(bot, meter.nodes)
}

function mostVisited({ machine }: Bot, nodes: number): Decision {
  const { view } = machine
  const { node, edge } = machine.facts.fields
  const root = machine.area('nodes').at
  const first = machine.area('edges').at + edge.size! * view.getInt32(root + node.first!, true)
  let best = first
  for (let i = 0; i < view.getInt32(root + node.count!, true); i++) {
    const at = first + i * edge.size!
    if (view.getInt32(at + edge.visits!, true) > view.getInt32(best + edge.visits!, true)) best = at
  }
  const visits = Math.max(view.getInt32(best + edge.visits!, true), 1)
  const value = view.getFloat64(best + edge.total!, true) / visits
  return { action: view.getInt32(best + edge.action!, true), value, nodes }
}

/** Null if the end is too far, if chance can still act, or if the budget does not suffice. */
function solve(bot: Bot, meter: Meter): Decision | null {
  const left = actionsLeft(bot.machine)
  if (left === 0 || left > bot.constant('maxSolverActions')) return null
  return solveEnd(bot, (nodes) => meter.isSpent(bot.constant('solverShare'), nodes))
}
