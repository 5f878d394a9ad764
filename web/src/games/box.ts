// What a game folder gives to the form for one's own box: box/index.ts, whose default export is a BoxClient. What a box
// must have is not said here: the server checks the file, and writes it.
import { has, t } from '$/i18n/language.svelte'
import type { CheckedComponents, ComponentCount, Problem } from '$/wire/types'
import type { Component } from 'svelte'
import type { MessageArgs } from './contract'
import { partOf } from './index'

/** A component file: a name, and entries with their sources. Its sections are the game's own. */
export interface BoxFile {
  game: string
  name: string
  [section: string]: unknown
}

/** Where an entry comes from, beside the entry itself. */
export interface Sourced {
  source?: string
}

export interface BoxProps<File extends BoxFile> {
  file: File
  /** What the project ships. */
  shipped: File
  counts: ComponentCount[]
  change: (next: File) => void
  t: (key: string, args?: MessageArgs) => string
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own file; the screen knows none
export interface BoxClient<File extends BoxFile = any> {
  /** Where what is in the box is entered. */
  Form: Component<BoxProps<File>>
  /** The same file with every entry said to be counted. */
  confirmed: (file: File) => File
}

export const boxOf = (game: string): Promise<BoxClient | null> => partOf(game, 'box')

/** The source of what the owner of a box has entered. */
export const OWN_SOURCE = 'own box'
/** An entry that no public source has; the files say so. */
export const isAssumed = ({ source }: Sourced): boolean => source?.split(':')[0]?.trim() === 'A'
export const isOwn = ({ source }: Sourced): boolean => source === OWN_SOURCE

// -- the server's check -----------------------------------------------------------------------------------------------
/** “32 of 32 single tiles” */
export const countText = (game: string, { kind, count, expected }: ComponentCount): string =>
  t(`${game}-box-count`, { kind, count, expected })

/** Our words for a fault, by its kind or by its code; the server's own sentence where there are none. */
export function boxProblem({ code, sentence, about = {} }: Problem, game: string): string {
  const fault = about.fault ?? code.split('/')[1] ?? ''
  const keys = about.kind === undefined ? [`${game}-box-wrong-${fault}`, `box-wrong-${fault}`] : [`${game}-box-wrong`]
  const key = keys.find(has)
  return key ? t(key, about) : t('box-wrong', { sentence })
}

/** Without a problem there is a hash of what was checked. */
export const isPlayable = (checked: CheckedComponents | null): boolean => checked?.sha256 != null

/** “assumed”, for those who listen. */
export const sourceKey = (entry: Sourced): string =>
  isAssumed(entry) ? 'box-said-assumed' : isOwn(entry) ? 'box-said-own' : 'box-said-known'

/** An assumed entry that its owner has found to be right. */
export const confirmEntry = <Entry extends Sourced>(entry: Entry): Entry =>
  isAssumed(entry) ? { ...entry, source: OWN_SOURCE } : entry
