// Reasons of hints and reviews, in the language that is chosen. Their words are in locales/<language>/advice.ftl.
import { has, t } from '$/i18n/language.svelte'
import type { ReasonOut } from '$/wire/types'

const withNames = (reason: ReasonOut, nameOf: (seat: number) => string): Record<string, string | number> => ({
  ...reason.args,
  rival: nameOf(reason.seat),
})

/** “Takes the lead in maple” */
export function reasonText(reason: ReasonOut, nameOf: (seat: number) => string): string {
  const key = `reason-${reason.key.replace('reason-', '')}`
  return has(key) ? t(key, withNames(reason, nameOf)) : reason.text
}

/** “majority, maple”: the parts of the score that a reason pays through. */
export const throughText = (reason: ReasonOut, nameOf: (seat: number) => string): string =>
  reason.through_keys.map((key) => t(`through-${key.replace('through-', '')}`, withNames(reason, nameOf))).join(', ')
