// Reasons of hints and reviews, in the language that is chosen. Their words are in locales/<language>/advice.ftl.
import { has, t } from '$/i18n/language.svelte'

/** A number and its standard error, 0 where it is exact. */
export interface Estimate {
  mean: number
  error: number
}

/** As src/niwashi/analysis/reasons.py tells one. */
export interface Reason {
  key: string
  /** English, where a newer server has a reason that this client has no words for. */
  text: string
  args: Record<string, string | number>
  points: Estimate
  through_keys: string[]
  /** Whose fact it is; for those about a rival, who that is. */
  seat: number
}

const withNames = (reason: Reason, nameOf: (seat: number) => string): Record<string, string | number> => ({
  ...reason.args,
  rival: nameOf(reason.seat),
})

/** “Takes the lead in maple” */
export function reasonText(reason: Reason, nameOf: (seat: number) => string): string {
  const key = `reason-${reason.key.replace('reason-', '')}`
  return has(key) ? t(key, withNames(reason, nameOf)) : reason.text
}

/** “majority, maple”: the parts of the score that a reason pays through. */
export const throughText = (reason: Reason, nameOf: (seat: number) => string): string =>
  reason.through_keys.map((key) => t(`through-${key.replace('through-', '')}`, withNames(reason, nameOf))).join(', ')
