// A game on one page, and what is in its box. A game's folder has them in reference/, with words in
// reference/<language>.ftl: <game>-card-<panel>, <game>-card-<panel>-<line>, <game>-contents-<piece>, <game>-setup-<step>.
// Numbers are in reference/facts.json, which the game's Python writes; sentences are given them, and have none.
import type { Component } from 'svelte'
import { partOf } from './index'

export interface Line {
  name: string
  /** The numbers of the rules that it sums up. */
  rules: string[]
  says?: Record<string, number>
  /** A message that stands over it as its title. */
  title?: string
  /** What the game's Picture draws over it. */
  figure?: string
  /** A picture of the game's folder that stands beside it. */
  icon?: string
}

export interface Panel {
  id: string
  /** How many of the page's six columns it takes. */
  width: 2 | 3 | 4 | 6
  /** One after the other, with numbers; all side by side; or as they come. */
  order: 'steps' | 'side by side' | 'list'
  lines: Line[]
  /** What the game's Picture draws beneath its lines. */
  picture?: string
}

export interface Reference {
  panels: Panel[]
  /** The pieces of the printed box, and how many there are. */
  contents: Record<string, number>
  /** Steps with the letters that the picture of the set-up has. */
  setup: Line[]
  /** Draws figures and pictures by name; `setup`, and `contents-<piece>` for each piece. */
  Picture: Component<{ of: string }>
  /** Every tile or card by itself, with where it is known from. */
  Pieces: Component
  /** The name of the component set that is drawn, and how many of its entries are known from where. */
  box: string
  sources: Partial<Record<Source, number>>
}

export const referenceOf = (game: string): Promise<Reference | null> => partOf(game, 'reference')

/** Where a piece is known from: printed, read in a printed example, reported, assumed, or counted in somebody's box. */
export type Source = 'printed' | 'example' | 'reported' | 'assumed' | 'own'
