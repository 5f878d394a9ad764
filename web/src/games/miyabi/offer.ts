import type { Choices, Item, MiyabiBlocked, MiyabiCover, Reason } from '$/wire/types'

export interface MiyabiChoices extends Choices {
  cover: MiyabiCover
  blocked: MiyabiBlocked
}
/** What may be done now, ready to be looked up: by tile and column, by cell, by name. No rule is applied here. */

export interface Choice {
  action: string
  does: MiyabiCover['does'][number]
  tile: string
  column: number
  turn: string
  at: number
  cells: number[]
  layer: number
  objects: number
  points: number
  parts: Item[]
}

export interface Offer {
  seq: number
  choices: readonly Choice[]
  /** The turns of a tile in a column, in the order in which one turns through them; none where it is blocked. */
  turns: (tile: string, column: number) => readonly Choice[]
  /** Why a tile cannot go to a column; null where it can, or nobody has said. */
  whyNot: (tile: string, column: number) => Reason | null
  whyNotDo: (action: string) => Reason | null
  /** Where the frog may be put or step to. */
  frogs: readonly Choice[]
  named: (action: string) => Choice | undefined
  pickable: (tile: string) => boolean
}

const TURNING = ['', 'E', 'S', 'W', 'N']

export function offerOf(told: MiyabiChoices): Offer {
  const choices = told.actions.map((_, place) => choiceAt(told, place))
  const turns = new Map<string, Choice[]>()
  for (const choice of choices)
    if (choice.does === 'tile' || choice.does === 'zen') {
      const key = `${choice.tile} ${choice.column}`
      turns.set(key, [...(turns.get(key) ?? []), choice])
    }
  for (const list of turns.values()) list.sort((a, b) => TURNING.indexOf(a.turn) - TURNING.indexOf(b.turn))
  const reason = (place: number | undefined): Reason | null => told.blocked.reasons[place ?? -1] ?? null
  return {
    seq: told.seq,
    choices,
    turns: (tile, column) => turns.get(`${tile} ${column}`) ?? [],
    whyNot: (tile, column) => reason(told.blocked.tiles[tile]?.[column]),
    whyNotDo: (action) => reason(told.blocked.actions[action]),
    frogs: choices.filter(({ does }) => does === 'frog' || does === 'step'),
    named: (action) => choices.find((choice) => choice.action === action),
    pickable: (tile) => choices.some((choice) => choice.tile === tile),
  }
}

function choiceAt(told: MiyabiChoices, place: number): Choice {
  const { cover, sums, parts } = told
  return {
    action: told.actions[place] as string,
    points: told.points[place] as number,
    parts: (sums[place] ?? []).map((part) => parts[part] as Item),
    does: cover.does[place] as MiyabiCover['does'][number],
    tile: cover.tile[place] ?? '',
    column: cover.column[place] ?? -1,
    turn: cover.turn[place] ?? '',
    at: cover.at[place] ?? -1,
    cells: cover.cells[place] ?? [],
    layer: cover.layer[place] ?? -1,
    objects: cover.objects[place] ?? 0,
  }
}

/** The most that a tile can score in a column; null where it is blocked. */
export function bestPoints(offer: Offer, tile: string, column: number): number | null {
  const turns = offer.turns(tile, column)
  return turns.length ? Math.max(...turns.map(({ points }) => points)) : null
}
