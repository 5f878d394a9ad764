/** Every seat's itemised sheet side by side, line by line. */

import type { Item } from '$/wire/types'
import type { ScoreLine } from '../score'
import { itemWords, type Translate } from './words'

/** While playing first, then row by row, then the expansions. */
const ORDER = [
  'track',
  'tiles',
  'bonus',
  'zen-placed',
  'zen-enclosed',
  'climbing',
  'row',
  'colourful',
  'meadow',
  'seven',
].map((key) => `miyabi-part-${key}`)
const OBJECT_ORDER = ['maple', 'pagoda', 'fish', 'azalea', 'boxwood', 'stone']
/** What differs from seat to seat in its words is named without its numbers. */
const NAMED: Record<string, string> = {
  'miyabi-part-row': 'miyabi-sheet-row',
  'miyabi-part-meadow': 'miyabi-part-meadow-short',
  'miyabi-part-seven': 'miyabi-part-seven-short',
}

const rank = (item: Item): number => 10 * ORDER.indexOf(item.key) + OBJECT_ORDER.indexOf(String(item.args.object))

const label = (t: Translate, item: Item): string => {
  const key = NAMED[item.key]
  return key ? t(key, item.args) : itemWords(t, item)
}

/** A line with what tells it apart: its key, and of several its object. */
interface SheetLine extends ScoreLine {
  key: string
}

const keyOf = ({ key, args }: Item): string => (args.object ? `${key} ${args.object}` : key)

export function sheetLines(t: Translate, sheets: Item[][]): SheetLine[] {
  const lines = new Map<number, SheetLine>()
  sheets.forEach((sheet, seat) => {
    for (const item of sheet) {
      const line = lines.get(rank(item)) ?? {
        key: keyOf(item),
        label: label(t, item),
        points: sheets.map(() => null),
      }
      line.points[seat] = item.points
      lines.set(rank(item), line)
    }
  })
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line)
}
