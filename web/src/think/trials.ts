// Rollouts to the end of the game with common random numbers: niwashi/analysis/rollouts.py, which this follows.
import type { StudyTask } from '$/wire/types'
import type { Bot } from './bot'
import { sha256 } from './sha256'

/** How a trial went: seats and actions by turns, without chance; and every seat's points. */
export interface Trial {
  line: number[]
  scores: number[]
}

export class Trials {
  /** The bytes of generators by their keys, which several actions have in common. */
  static readonly #keyed = new Map<string, Uint8Array>()

  constructor(
    private readonly bot: Bot,
    private readonly task: StudyTask,
    private readonly start: Uint8Array,
  ) {}

  /** The trials of an action of the seat; a finished game has only one. */
  after(action: number): Trial[] {
    const { machine, seat } = this.bot
    const position = machine.area('position')
    machine.write('position', this.start)
    machine.call('play', position, seat, action)
    const after = machine.bytes('position')
    const count = machine.call('to_act', position) === 0 ? 1 : this.task.trials
    return Array.from({ length: count }, (_, trial) => {
      machine.write('position', after)
      return this.#run(trial)
    })
  }

  /** The expected actions of others after an action, until the seat or chance acts. */
  replies(action: number): number[] {
    const { machine, seat } = this.bot
    const [position, scratch, rng] = [machine.area('position'), machine.group('scratch'), machine.area('rng')]
    const made: number[] = []
    machine.write('position', this.start)
    machine.call('play', position, seat, action)
    this.#seed(0, 0, 'replies')
    for (let acting; (acting = machine.call('to_act', position)) > 0 && !((acting >> seat) & 1);) {
      const rival = lowestBit(acting)
      const reply = machine.call('pick_action', position, rival, this.bot.constant('club'), ...scratch, rng)
      machine.call('play', position, rival, reply)
      made.push(rival, reply)
    }
    return made
  }

  #run(trial: number): Trial {
    const { machine } = this.bot
    const position = machine.area('position')
    const line: number[] = []
    for (let chances = this.task.chances; ; chances++) {
      this.#seed(trial, chances, 'hands')
      this.#playOn(line)
      if (machine.call('to_act', position) === 0) return { line, scores: this.scores() }
      this.#seed(trial, chances, 'chance')
      const length = machine.call('draw', position, machine.area('rng'), machine.area('buffer'))
      machine.call('reveal', position, machine.area('buffer'), length)
    }
  }

  /** Until chance is to act or the game is over. */
  #playOn(line: number[]): void {
    const { machine } = this.bot
    const [position, rng, scratch] = [machine.area('position'), machine.area('rng'), machine.group('scratch')]
    const club = this.bot.constant('club')
    for (let acting; (acting = machine.call('to_act', position)) > 0;) {
      const seat = machine.call('random_bit', acting, rng)
      const action = machine.call('pick_noisy_action', position, seat, club, this.task.noise, ...scratch, rng)
      machine.call('play', position, seat, action)
      line.push(seat, action)
    }
  }

  /** Of the position that lies in the machine. */
  scores(): number[] {
    const { machine } = this.bot
    machine.call('scores', machine.area('position'), machine.area('points'))
    return Array.from(machine.integers('points').subarray(0, this.task.seats), Number)
  }

  #seed(trial: number, chances: number, what: string): void {
    const key = `${this.task.seed}/${trial}/${chances}/${what}`
    let found = Trials.#keyed.get(key)
    if (!found) Trials.#keyed.set(key, (found = generator(key)))
    this.bot.machine.write('rng', found)
  }
}

export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

/** The bytes of `seeded(key)` in niwashi/core/rng.py: four words of the digest, little-endian, as 64-bit integers. */
export function generator(key: string): Uint8Array {
  const digest = new DataView(new ArrayBuffer(32))
  sha256(key).forEach((word, i) => digest.setInt32(4 * i, word))
  const words = Array.from({ length: 4 }, (_, i) => BigInt(digest.getUint32(4 * i, true)))
  return new Uint8Array(BigInt64Array.from(words).buffer)
}
