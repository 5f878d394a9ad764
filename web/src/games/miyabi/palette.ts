/** The colours of gardens. `palette.test.ts` compares them for four kinds of sight. */

import { INK } from '$/draw/palette'

/** Rows of a garden, top to bottom. */
export const OBJECTS = ['m', 'p', 'f', 'a', 'b', 's'] as const
export type ObjectLetter = (typeof OBJECTS)[number]

export const OBJECT_COLOURS: Record<ObjectLetter, string> = {
  m: '#A1430D',
  p: '#442153',
  f: '#1980E6',
  a: '#C56F8F',
  b: '#15281F',
  s: '#646258',
}

/** The ground of heights 0 to 5; what is higher looks like 5 and says its number. */
export const HEIGHT_COLOURS = {
  light: ['#F7F2E6', '#E6E3C8', '#CFD8B0', '#AFC7A0', '#8BB296', '#6A9A8C'],
  dark: ['#1F252A', '#2A3B34', '#33493D', '#3C5746', '#46644E', '#527055'],
} as const

/** What the numeral on such ground is written in. */
export const INK_OF = { light: INK, dark: '#EFE8D8' } as const
