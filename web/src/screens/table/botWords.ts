// What a bot is like: its level, and a line of character for those whom one comes to know.
import { has, t } from '$/i18n/language.svelte'
import type { SeatNews } from '$/wire/types'

/** Bots of older tables, and those that somebody has added, have a level and no more. */
export function botWords({ name, bot }: Pick<SeatNews, 'name' | 'bot'>): string {
  const level = t(`level-${bot ?? ''}`)
  const line = `bot-${(name ?? '').toLowerCase()}`
  return has(line) ? `${level} · ${t(line)}` : level
}
