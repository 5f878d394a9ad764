// Reasons of hints and reviews, in the language that is chosen. Their words are in locales/<language>/advice.ftl, and
// those of a game in its advice/<language>.ftl.
import { has, loadCatalog, t } from '$/i18n/language.svelte'
import type { ReasonOut } from '$/wire/types'

export const loadAdvice = (game: string): Promise<void> => loadCatalog('advice', `${game}/advice`)

/** Who says it: the game's folder has words of its own, and names of seats stand for their numbers. */
export interface Adviser {
  game: string
  nameOf: (seat: number) => string
}

function words({ game, nameOf }: Adviser, reason: ReasonOut, key: string, otherwise: string): string {
  const found = [`${game}-${key}`, key].find(has)
  return found ? t(found, { ...reason.args, rival: nameOf(reason.seat) }) : otherwise
}

/** “Takes the lead in maple” */
export const reasonText = (reason: ReasonOut, adviser: Adviser): string =>
  words(adviser, reason, reason.key, reason.text)

/** “majority, maple”: the parts of the score that a reason pays through. */
export const throughText = (reason: ReasonOut, adviser: Adviser): string =>
  reason.through_keys.map((key, part) => words(adviser, reason, key, reason.through[part] ?? '')).join(', ')
