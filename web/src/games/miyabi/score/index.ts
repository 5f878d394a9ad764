/** Miyabi's score sheet: the gardens as they lie at the end. */

import type { SheetClient } from '../../score'
import { sheetLines } from '../sheet'
import { SEATS, answers, blank, read, withSeats, write, type MiyabiSheet } from './code'
import PrintSheet from './PrintSheet.svelte'
import Sheet from './Sheet.svelte'

const client: SheetClient<MiyabiSheet> = {
  seats: SEATS,
  blank,
  withSeats,
  write,
  read,
  answers,
  lines: (t, scored) => sheetLines(t, scored.sheets),
  Sheet,
  PrintSheet,
}

export default client
