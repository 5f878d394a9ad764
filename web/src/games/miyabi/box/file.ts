/** The component file of Miyabi, as the server writes it. */

import { OWN_SOURCE, type BoxFile, type Sourced } from '../../box'

export const SECTIONS = ['tiles', 'bonuses', 'zen'] as const
export type Section = (typeof SECTIONS)[number]

export interface Numbered extends Sourced {
  count?: number
  points?: number
}

export interface MiyabiBox extends BoxFile {
  tiles: Record<string, Numbered>
  bonuses: Record<string, Numbered>
  zen: Record<string, Numbered>
}

export const numberOf = (entry: Numbered | undefined): number => entry?.count ?? entry?.points ?? 0

/** With another number, which its owner has counted. */
export function withNumber(file: MiyabiBox, section: Section, key: string, number: number): MiyabiBox {
  const value = section === 'bonuses' ? { points: number } : { count: number }
  return { ...file, [section]: { ...file[section], [key]: { ...value, source: OWN_SOURCE } } }
}
