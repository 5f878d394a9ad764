/** Edo Yashiki's score pad: the runs that everybody made, round by round. */

import type { SheetClient } from '../../score'
import { sheetLines } from '../sheet'
import { SEATS, answers, blank, read, withSeats, write, type EdoSheet } from './code'
import PrintedRuns from './PrintedRuns.svelte'
import Sheet from './Sheet.svelte'

const client: SheetClient<EdoSheet> = {
  seats: SEATS,
  blank,
  withSeats,
  write,
  read,
  answers,
  lines: (t, scored) =>
    sheetLines(scored.sheets, ({ args }) => t('edo_yashiki-score-round', { round: args.round ?? '' })),
  Sheet,
  PrintedRuns,
}

export default client
