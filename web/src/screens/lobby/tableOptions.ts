// The choices of the form, as what the server takes.
import { cardOf, type Option } from '$/games/options'
import { t } from '$/i18n/language.svelte'
import type { TableSettings } from '$/wire/types'

/** Somebody at this device plays the seat. */
export const HERE = 'here'

/** What those are called who play here. */
export const namesHere = (names: string[], here: number[]): string[] => here.map((seat) => (names[seat] ?? '').trim())

type Chosen = Record<string, unknown>
type Clock = NonNullable<TableSettings['clock']>

/** The paces that people ask for, the slowest first. */
export const CLOCKS: { id: string; clock: Clock }[] = [
  { id: 'none', clock: { kind: 'none' } },
  { id: 'turn-60', clock: { kind: 'turn', seconds: 60 } },
  { id: 'turn-180', clock: { kind: 'turn', seconds: 180 } },
  { id: 'bank-900', clock: { kind: 'bank', seconds: 900, increment: 10 } },
  { id: 'days-1', clock: { kind: 'days', days: 1 } },
  { id: 'days-3', clock: { kind: 'days', days: 3 } },
]

export const clockOf = (id: string): Clock => CLOCKS.find((one) => one.id === id)?.clock ?? { kind: 'none' }

/** A clock in words, also one that our form does not offer. */
export function clockName(clock: Clock | undefined): string {
  const known = CLOCKS.find((one) => JSON.stringify(one.clock) === JSON.stringify({ ...clock }))
  if (known) return t(`clock-${known.id}`)
  if (clock?.kind === 'turn') return t('clock-turn', { count: clock.seconds })
  if (clock?.kind === 'bank') return t('clock-bank', { count: Math.round(clock.seconds / 60) })
  if (clock?.kind === 'days') return t('clock-days', { count: clock.days })
  return t('clock-none')
}

export function standardOptions(game: string): Chosen {
  const pairs = (cardOf(game)?.options ?? []).map((option) => [
    option.name,
    option.kind === 'letters' ? '' : option.standard,
  ])
  return Object.fromEntries(pairs) as Chosen
}

/** A letter joins, or leaves; letters stand in their order. */
export function withLetter(chosen: Chosen, name: string, letter: string): Chosen {
  const now = String(chosen[name] ?? '')
  const next = now.includes(letter) ? now.replace(letter, '') : [...now, letter].sort().join('')
  return { ...chosen, [name]: next }
}

/** One of several, and what it brings with it. */
export function withChange(chosen: Chosen, option: Option, value: string): Chosen {
  const forces = option.kind === 'one' ? option.forces?.[value] : undefined
  return { ...chosen, [option.name]: value, ...forces }
}

/** Whether everybody needs a device of their own for it. */
export const isOnlyApart = (option: Option, value: string): boolean =>
  option.kind === 'one' && option.hereInstead?.[value] !== undefined

/** How long the cards of a live race may be looked at, in seconds; the second is usual. */
export const LOOK_SECONDS = [2, 4, 8, 15, 30]

/** Whether seats race each other at a table with these options. */
export const hasRaces = (game: string, chosen: Chosen): boolean =>
  (cardOf(game)?.options ?? []).some(
    (option) => option.kind === 'one' && option.races?.includes(String(chosen[option.name])),
  )

/** The same for several people at one device. */
export function atOneDevice(game: string, chosen: Chosen): Chosen {
  const changes = (cardOf(game)?.options ?? []).flatMap((option) => {
    const instead = option.kind === 'one' ? option.hereInstead?.[String(chosen[option.name])] : undefined
    return instead === undefined ? [] : [[option.name, instead]]
  })
  return { ...chosen, ...Object.fromEntries(changes) }
}
