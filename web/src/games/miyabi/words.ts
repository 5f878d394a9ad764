/** Sentences about a garden, put together from the catalog. */

import type { Item, MiyabiGarden, Reason } from '$/wire/types'
import type { MessageArgs } from '../contract'
import type { Choice, Offer } from './offer'
import { cellName, cellsOf, nameOf, tileOf, COLUMN_LETTERS, type CellView } from './geometry'

/** What the rulebook calls the shapes. */
const SHAPES: Record<string, string> = {
  '1': 'single',
  '2': 'double',
  I: 'straight',
  H: 'middle',
  L: 'elbow',
  J: 'left',
  K: 'right',
}

export type Translate = (key: string, args?: MessageArgs) => string

export const objectWords = (t: Translate, object: string, count: number): string =>
  t('miyabi-objects', { object, count })

/** “two fish, double” */
export function tileWords(t: Translate, kind: string): string {
  const tile = tileOf(kind)
  if (tile.zen) return t('miyabi-tile-zen', { object: nameOf(tile.object) })
  return t('miyabi-tile', {
    objects: objectWords(t, nameOf(tile.object), tile.count),
    shape: SHAPES[kind[1] ?? ''] ?? '',
  })
}

export const reasonWords = (t: Translate, reason: Reason): string =>
  t(`miyabi-why-${reason.code.replace('miyabi/', '')}`, { ...reason.args, rule: reason.rule })

export const shortReason = (t: Translate, reason: Reason): string =>
  t(`miyabi-short-${reason.code.replace('miyabi/', '')}`)

export const itemWords = (t: Translate, item: Item): string => t(item.key, item.args)

/** What lies on a cell: “row 3 fish, column d, layer 2, two fish”. */
function cellWords(t: Translate, one: CellView): string {
  const place = t('miyabi-cell', {
    row: one.row + 1,
    object: nameOf(one.object),
    column: COLUMN_LETTERS[one.column] ?? '',
    layer: one.height,
  })
  return [place, ...contentWords(t, one)].join(t('miyabi-comma'))
}

/** “two fish”, “green”, and a frog */
export function contentWords(t: Translate, one: CellView): string[] {
  const parts = []
  if (one.zen) parts.push(t(`miyabi-cell-zen-${one.zen}`, { object: nameOf(one.object) }))
  else if (one.count) parts.push(objectWords(t, nameOf(one.object), one.count))
  else if (one.height) parts.push(t('miyabi-cell-green'))
  if (one.frog) parts.push(t(`miyabi-cell-frog-${one.frog}`))
  return parts
}

/** … and what it means for the tile in hand: “legal, scores 6”. */
function offerWords(t: Translate, offer: Offer | null, tile: string | null, one: CellView): string {
  if (!offer) return ''
  if (tile === null) {
    const frog = offer.frogs.find(({ at }) => at === one.cell)
    return frog ? t('miyabi-cell-frog-here', { points: frog.points }) : ''
  }
  if (one.object !== tileOf(tile).object) return ''
  const turns = offer.turns(tile, one.column)
  if (turns.length) return t('miyabi-cell-legal', { points: Math.max(...turns.map(({ points }) => points)) })
  const reason = offer.whyNot(tile, one.column)
  return reason ? t('miyabi-cell-blocked', { why: reasonWords(t, reason) }) : ''
}

/** “Two fish on d3, layer 3” */
export function choiceWords(t: Translate, choice: Choice): string {
  const at = choice.at >= 0 ? cellName(choice.at) : ''
  switch (choice.does) {
    case 'tile':
      return t('miyabi-choice-tile', {
        objects: objectWords(t, nameOf(tileOf(choice.tile).object), choice.objects),
        at,
        layer: choice.layer,
      })
    case 'zen':
      return t('miyabi-choice-zen', { object: nameOf(tileOf(choice.tile).object), at })
    case 'frog':
    case 'step':
      return t(`miyabi-choice-${choice.does}`, { at, layer: choice.layer })
    default:
      return t(`miyabi-choice-${choice.does}`)
  }
}

/** … and which cells its green covers: who does not see the tile knows how it is turned. */
export function laidWords(t: Translate, choice: Choice): string {
  const green = choice.cells.filter((cell) => cell !== choice.at).map(cellName)
  const what = choiceWords(t, choice)
  return choice.does === 'tile' && green.length
    ? t('miyabi-choice-green', { what, cells: green.join(t('miyabi-comma')) })
    : what
}

export function labelsOf(
  t: Translate,
  garden: MiyabiGarden,
  offer: Offer | null,
  tile: string | null,
  choice: Choice | null = null,
): string[] {
  return cellsOf(garden).map((one) => {
    const held = choice?.cells.includes(one.cell) ? t('miyabi-cell-held') : ''
    return [cellWords(t, one), held, offerWords(t, offer, tile, one)].filter(Boolean).join(t('miyabi-semicolon'))
  })
}
