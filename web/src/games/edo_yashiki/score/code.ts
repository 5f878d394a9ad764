/** An Edo Yashiki score pad as text: `s;Hana,T3P4.0.G5;Ken,…`, a part for each round. */

import { TERRAINS } from '../palette'
import { readName, writeName } from '../../score'

export interface PadSeat {
  name: string
  /** For each round the runs made, `T3`. */
  rounds: string[][]
}

export interface EdoSheet {
  specialists: boolean
  seats: PadSeat[]
}

export const SEATS = [2, 3, 4, 5]
/** As the table of runs offers them; longer ones are worth what six are. */
export const LENGTHS = [3, 4, 5, 6]
const MAX_ROUNDS = 31
const MAX_RUNS = 12

export const blank = (): EdoSheet => ({ specialists: false, seats: [0, 1].map(() => ({ name: '', rounds: [[]] })) })

const roundsOf = (sheet: EdoSheet): number => sheet.seats[0]?.rounds.length ?? 1

export const withSeats = (sheet: EdoSheet, count: number): EdoSheet => ({
  ...sheet,
  seats: Array.from(
    { length: count },
    (_, seat) => sheet.seats[seat] ?? { name: '', rounds: Array.from({ length: roundsOf(sheet) }, () => []) },
  ),
})

export const withRound = (sheet: EdoSheet): EdoSheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => ({ ...seat, rounds: [...seat.rounds, []] })),
})

/** The last round goes, and what was in it. */
export const withoutRound = (sheet: EdoSheet): EdoSheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => ({ ...seat, rounds: seat.rounds.slice(0, -1) })),
})

export function withRuns(sheet: EdoSheet, seat: number, round: number, runs: string[]): EdoSheet {
  const rounds = (sheet.seats[seat]?.rounds ?? []).map((old, at) => (at === round ? runs : old))
  return { ...sheet, seats: sheet.seats.map((one, at) => (at === seat ? { ...one, rounds } : one)) }
}

/** Runs stand as the features do, the longest first. */
export const sorted = (runs: string[]): string[] =>
  [...runs].sort(
    (a, b) =>
      TERRAINS.indexOf(a[0] as never) - TERRAINS.indexOf(b[0] as never) || Number(b.slice(1)) - Number(a.slice(1)),
  )

export const write = ({ specialists, seats }: EdoSheet): string =>
  [
    specialists ? 's' : '0',
    ...seats.map(({ name, rounds }) => `${writeName(name)},${rounds.map((runs) => runs.join('') || '0').join('.')}`),
  ].join(';')

export function read(code: string): EdoSheet | null {
  const [kind = '', ...rest] = code.split(';')
  const seats = rest.map(readSeat)
  const rounds = seats[0]?.rounds.length ?? 0
  const fine = (kind === 's' || kind === '0') && SEATS.includes(seats.length) && rounds >= 1 && rounds <= MAX_ROUNDS
  if (!fine || seats.some((seat) => seat?.rounds.length !== rounds)) return null
  return { specialists: kind === 's', seats: seats as PadSeat[] }
}

function readSeat(text: string): PadSeat | null {
  const [name = '', written = '', ...more] = text.split(',')
  const called = readName(name)
  const rounds = written
    .split('.')
    .map((one) => (one === '0' ? [] : (one.match(/^(?:[TPFG][3-9])+$/)?.[0].match(/../g) ?? null)))
  if (called === null || more.length || rounds.some((runs) => runs === null || runs.length > MAX_RUNS)) return null
  return { name: called, rounds: rounds as string[][] }
}

export const answers = ({ specialists, seats }: EdoSheet, names: string[]): object => ({
  game: 'edo_yashiki',
  specialists,
  seat: seats.map(({ rounds }, seat) => ({ name: names[seat], rounds: rounds.map((runs) => runs.join(' ')) })),
})
