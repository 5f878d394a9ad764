// The rules of a game as a page: sections of numbered rules with figures. A game's folder has them in rules/.
// Words are rules/<language>.ftl: <game>-rules-<section>, <game>-rule-M3-4 for rule M3.4, <game>-figure-<name>.
import type { Component } from 'svelte'
import { partOf } from './index'

export interface Figure {
  /** What the game's Picture component draws. */
  name: string
  /** The rule behind which it stands. */
  after: string
  /** Numbers for its caption; they come with the picture's data. */
  says?: Record<string, number>
}

/** What a section is about, as a card: a picture of the folder, and the lobby's own words for the option. */
export interface Card {
  picture: string
  /** The lobby's message for its name; its sentence is the same with `-sentence`. */
  option: string
  /** The section whose `-adds` says what it adds. */
  adds: string
}

export interface Section {
  id: string
  rules: string[]
  figures?: Figure[]
  cards?: Card[]
}

export interface Rulebook {
  sections: Section[]
  Picture: Component<{ of: string }>
}

export const rulebookOf = (game: string): Promise<Rulebook | null> => partOf(game, 'rules')

/** The message that tells a rule: `<game>-rule-M6-C5` for M6.C5. */
export const ruleKey = (game: string, rule: string): string => `${game}-rule-${rule.replace('.', '-')}`
