// Sounds: never the only cue, fetched after the first gesture, off with one click. Only this much of them is loaded
// with the page.
import { preferences, setPreferences } from './preferences.svelte'
import type * as Soundboard from './soundboard'

/** The files in ../sounds, by their names; tools/sounds makes them. */
export type SoundName = 'wood' | 'stone' | 'drop' | 'clap' | 'click' | 'taiko' | 'paper' | 'bamboo'

export interface SoundOptions {
  /** Rises with it: a tile higher up sounds higher. */
  layer?: number | undefined
  /** 1 is as it was recorded. */
  gain?: number
}

let context: AudioContext | undefined
let soundboard: Promise<typeof Soundboard | undefined> | undefined

/** The first gesture often opens a board, whose parts come first. */
const BOARD_FIRST_MS = 2500

async function load(speaker: AudioContext, afterMs: number): Promise<typeof Soundboard | undefined> {
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const board = await import('./soundboard').catch(() => undefined) // without a line there is silence
  board?.load(speaker)
  return board
}

/** Browsers allow sound only from a gesture on, and some only if it is asked for within that gesture. */
function wake(afterMs: number): void {
  if (!preferences.sound || typeof AudioContext === 'undefined') return
  const speaker = (context ??= new AudioContext())
  if (speaker.state !== 'running') void speaker.resume()
  soundboard ??= load(speaker, afterMs)
}

if (typeof document !== 'undefined')
  for (const gesture of ['pointerup', 'keydown'])
    addEventListener(gesture, () => wake(BOARD_FIRST_MS), { capture: true })

/** On or off; whoever switches them on hears it. */
export function setSound(sound: boolean): void {
  setPreferences({ sound })
  wake(0)
  void soundboard?.then(async (board) => {
    await board?.ready()
    play('wood')
  })
}

/** At once. */
export const play = (name: SoundName, options?: SoundOptions): (() => void) =>
  schedule(name, performance.now(), options)

/** At a moment of this machine's clock (performance.now()), to the sample. Returns what calls it off. */
export function schedule(name: SoundName, at: number, options: SoundOptions = {}): () => void {
  const speaker = context
  let stop: (() => void) | undefined
  let off = !speaker || !preferences.sound
  if (speaker && !off)
    void soundboard?.then(async (board) => (stop = await board?.start(speaker, name, at, options, () => off)))
  return () => {
    off = true
    stop?.()
  }
}
