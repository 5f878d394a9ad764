// What all levels share: the position that they decide in, evaluations of it, and what is left of their budget.
import type { Budget, Machine } from './machine'

/** An action, and the points ahead of the best rival that its bot expects. */
export interface Decision {
  action: number
  value: number
  nodes: number
}

/** A position lies in the machine, with a generator; a seat is to act there. */
export class Bot {
  constructor(
    readonly machine: Machine,
    readonly seat: number,
  ) {}

  constant(name: string): number {
    return this.machine.facts.constants[name] as number
  }

  legal(): number[] {
    const count = this.machine.call('legal', this.machine.area('position'), this.seat, this.machine.area('buffer'))
    return Array.from(this.machine.integers('buffer').subarray(0, count), Number)
  }

  /** The expected final margin after each action. */
  evaluate(actions: number[]): number[] {
    return this.#loop('evaluate_all', actions)
  }

  /** The points that each action scores at once. */
  gains(actions: number[]): number[] {
    return this.#loop('gain_all', actions)
  }

  #loop(name: string, actions: number[]): number[] {
    const { machine } = this
    machine.integers('buffer').set(actions.map(BigInt))
    machine.call(name, machine.area('position'), this.seat, actions.length, ...machine.group('scratch'))
    return Array.from(machine.numbers('values').subarray(0, actions.length))
  }

  uniform(): number {
    return this.machine.call('uniform', this.machine.area('rng'))
  }

  exp(x: number): number {
    return this.machine.call('exp', x)
  }
}

/** Measures how much of a budget is spent. Whoever spends nodes adds them. */
export class Meter {
  nodes = 0
  readonly #began = performance.now()
  readonly #milliseconds: number
  readonly #mostNodes: number | null

  constructor(budget: Budget, reserveSeconds: number) {
    this.#milliseconds = Math.max((budget.seconds ?? 0) - reserveSeconds, 0) * 1000
    this.#mostNodes = budget.nodes ?? null
  }

  isSpent(share = 1, nodes = this.nodes): boolean {
    if (this.#mostNodes !== null) return nodes >= this.#mostNodes * share
    return performance.now() - this.#began >= this.#milliseconds * share
  }
}
