// What of a rulebook is shown: all of it, or the rules that have the words that were looked for.
import { ruleKey, type Card, type Section } from '$/games/rulebook'
import { isFound } from './textMatch'

type Translate = (key: string) => string

export interface SectionMatch {
  section: Section
  rules: string[]
  cards: Card[]
}

export const titleOf = (game: string, section: Section, t: Translate): string => t(`${game}-rules-${section.id}`)
export const textOf = (game: string, rule: string, t: Translate): string => t(ruleKey(game, rule))
export const addsOf = (game: string, card: Card, t: Translate): string => t(`${game}-rules-${card.adds}-adds`)

/** The rules of a section that were looked for; all of them if it is the section that has the words. */
export function findIn(game: string, section: Section, words: readonly string[], t: Translate): SectionMatch {
  const inTitle = words.length > 0 && isFound(titleOf(game, section, t), words)
  const rules = section.rules.filter((rule) => inTitle || isFound(`${rule} ${textOf(game, rule, t)}`, words))
  const cards = (section.cards ?? []).filter(
    (card) => inTitle || isFound(`${t(card.option)} ${t(`${card.option}-sentence`)} ${addsOf(game, card, t)}`, words),
  )
  return { section, rules, cards }
}

/** Rules; where a section has none, its cards count once they are looked for. */
export const countOf = (found: SectionMatch[], searching: boolean): number =>
  found.reduce(
    (sum, { rules, cards, section }) => sum + rules.length + (searching && !section.rules.length ? cards.length : 0),
    0,
  )

/** Whether a rule, or a section by its name, is on the page. */
export const isShown = (found: SectionMatch[], place: string): boolean =>
  found.some(
    ({ section, rules, cards }) => (section.id === place && rules.length + cards.length > 0) || rules.includes(place),
  )
