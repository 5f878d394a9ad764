/** What the server tells of a table of Edo Yashiki. Squares are x and y, 0,0 being the first card's top left. */

import type { Terrain } from '$/draw/palette'
import type { Choices, Item, Reason } from '../told'

/** Runs, a place in each list for each of them: its first square, which way it goes, its length. */
export interface Lines {
  feature: Terrain[]
  x: number[]
  y: number[]
  across: boolean[]
  length: number[]
}

export interface HouseView {
  x: number
  y: number
  rows: string[]
  locked: string[]
  lines: Lines
  hand: string | null
  pending: number | null
  markers: string | null
  choice: { feature: Terrain; times: number; lengths: number[] } | null
}

export interface EdoView {
  game: 'edo_yashiki'
  edition: string
  specialists: boolean
  grab: 'live' | 'calm'
  phase: string
  seats: number
  to_act: number[]
  round: number
  rounds: number
  goal: number
  start_seat: number
  cards_left: number
  scores: number[]
  open: { face: string; taken_by: number | null }[]
  houses: HouseView[]
  sheet: Item[][]
}

/** What each action would do, by its place in the lists. All actions of a decision are of one kind, and have its lists. */
export interface Cover {
  does: 'grab' | 'place' | 'score'
  card?: number[]
  width?: number
  height?: number
  faces?: string[]
  x?: number[]
  y?: number[]
  /** Which of the faces. */
  turned?: number[]
  made?: number[][]
  runs?: (Lines & { points: number[] }) | null
  markers?: string[]
  /** The actions after which all four markers have returned, by their places. */
  renewed?: number[]
  feature?: Terrain[]
  length?: number[]
}

export interface Blocked {
  reasons: Reason[]
  cards?: number[]
  x?: number[]
  y?: number[]
  why?: number[]
  elsewhere?: number
}

export interface EdoChoices extends Choices {
  cover: Cover
  blocked: Blocked
}
