/** Every seat's score sheet side by side, line by line: the same items stand in the same order on all of them. */

import type { Item } from '$/wire/types'
import type { ScoreLine } from '../score'

export const sheetLines = (sheets: Item[][], label: (item: Item) => string): ScoreLine[] =>
  (sheets[0] ?? []).map((item, n) => ({ label: label(item), points: sheets.map((sheet) => sheet[n]?.points ?? null) }))
