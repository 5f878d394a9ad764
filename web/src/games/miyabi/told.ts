/** What the server tells of a Miyabi table. Cells are numbers, row * 6 + column; columns count from 0. */

import type { Choices, Item, Reason } from '../told'

export interface Row {
  object: string
  most: number
  second: number
  counts: number[]
  points: number[]
}

export interface GardenView {
  heights: number[][]
  objects: number[][]
  zen: string[]
  open_zen: string | null
  zen_needs: string[]
  frog: { cell: string; golden: boolean } | null
  lanterns: string
  passed: boolean
  rows: number[]
  points: number
  track: { field: number; fifties: number }
}

export interface Extras {
  colourful?: number[]
  meadow?: number[]
  seven?: number[]
}

export type Extra = keyof Extras

/** By seat: the cells that an expansion's points come from. */
export type Groups = Partial<Record<Extra, number[][]>>

export interface MiyabiView {
  game: 'miyabi'
  seats: number
  expansions: string
  free_pass: boolean
  phase: string
  to_act: number[]
  round: number
  rounds: number
  bonsai: number
  turn: { placed: boolean; stepped: boolean }
  display: string[]
  dealt: number
  shapes: Record<string, number[][]>
  box: Record<string, number>
  bonuses: { object: string; points: number; holder: number | null }[]
  rows: Row[]
  extras: Extras
  groups: Groups
  zen: { open: string[]; left: Record<string, number> } | null
  gardens: GardenView[]
  scores: number[]
  sheet: Item[][]
}

export type Deed = 'tile' | 'zen' | 'pass' | 'frog' | 'step' | 'end'

/** Lists with a place for each action. */
export interface Cover {
  does: Deed[]
  tile: string[]
  column: number[]
  turn: string[]
  at: number[]
  cells: number[][]
  layer: number[]
  objects: number[]
}

export interface Blocked {
  reasons: Reason[]
  tiles: Record<string, number[]>
  actions: Record<string, number>
}

export interface MiyabiChoices extends Choices {
  cover: Cover
  blocked: Blocked
}
