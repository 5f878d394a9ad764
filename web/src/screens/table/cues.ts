// What is heard of what happens: one thing after the other, as hands would do it.
import type { LogLine } from '$/games/contract'
import { schedule } from '$/state/sound'

/** From one line to the next. */
const LINE_MS = 180
/** After something was placed: its points drop into the pond, then the stone walks on. */
const POINTS_MS = 260
const WALK_MS = 520
/** A round begins more quietly than a game ends. */
const ROUND_GAIN = 0.45

export function playLines(lines: LogLine[], from = performance.now()): void {
  let at = from
  for (const line of lines) {
    if (line.sound) schedule(line.sound, at, { layer: line.layer, gain: line.sound === 'taiko' ? ROUND_GAIN : 1 })
    if (line.points?.some(Boolean)) playPoints(at)
    if (line.sound) at += LINE_MS
  }
}

function playPoints(at: number): void {
  schedule('drop', at + POINTS_MS)
  schedule('stone', at + WALK_MS)
}

/** The drum, then the clappers that close a curtain, faster and faster. */
export function playEnd(from = performance.now()): void {
  schedule('taiko', from)
  schedule('taiko', from + 420, { gain: 0.7 })
  let at = from + 1050
  for (const pause of [420, 260, 160, 0]) {
    schedule('clap', at, { gain: pause ? 0.5 : 0.9 })
    at += pause
  }
}
