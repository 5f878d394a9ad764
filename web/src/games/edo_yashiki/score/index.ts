/** Edo Yashiki's score pad: the runs that everybody made, round by round. */

import type { SheetClient } from '../../score'
import { SEATS, answers, blank, read, withSeats, write, type EdoSheet } from './code'
import Sheet from './Sheet.svelte'

const client: SheetClient<EdoSheet> = {
  seats: SEATS,
  blank,
  withSeats,
  write,
  read,
  answers,
  lines: (t, scored) =>
    (scored.sheets[0] ?? []).map((item, round) => ({
      label: t('score-round', { round: item.args.round ?? round + 1 }),
      points: scored.sheets.map((sheet) => sheet[round]?.points ?? null),
    })),
  Sheet,
}

export default client
