// Plays the files of ../sounds on the clock of the sound card.
import { preferences } from './preferences.svelte'
import type { SoundName, SoundOptions } from './sound'

/** What could not sound within this time of its moment says nothing true any more. */
const LATE_MS = 120
/** An idle sound card costs a phone its battery. */
const REST_MS = 15_000
/** Between two clocks that agree there is at most the time that sound takes to the speaker. */
const MOST_LATENCY_S = 0.5
/** Twice the same within this time is only louder: once will do. */
const SAME_S = 0.03
/** Semitones of the layers: a yo scale, the five steps of gardeners' songs. */
const STEPS = [0, 2, 5, 7, 9]
const HIGHEST_LAYER = 9

const addresses = import.meta.glob<string>('../sounds/*.flac', { query: '?url', import: 'default', eager: true })
const buffers = new Map<SoundName, Promise<AudioBuffer>>()
let volume: GainNode | undefined
/** When each sounded last, by the context's clock. */
const sounded = new Map<SoundName, number>()
let resting: ReturnType<typeof setTimeout> | undefined

async function fetchBuffer(context: AudioContext, name: SoundName): Promise<AudioBuffer> {
  const file = await fetch(addresses[`../sounds/${name}.flac`] ?? '', { priority: 'low' })
  return context.decodeAudioData(await file.arrayBuffer())
}

/** All of them, once: the first sound that is wanted must not be late. */
export function load(context: AudioContext): void {
  volume = new GainNode(context)
  volume.connect(context.destination)
  context.addEventListener('statechange', () => rest(context))
  for (const path of Object.keys(addresses)) {
    const name = path.split(/[/.]/).at(-2) as SoundName
    const buffer = fetchBuffer(context, name)
    buffer.catch(() => buffers.delete(name))
    buffers.set(name, buffer)
  }
}

/** All that could be fetched is there. */
export const ready = (): Promise<unknown> => Promise.allSettled(buffers.values())

/** That moment on the context's clock, as it is heard: what the speaker plays now was computed a little earlier. */
export function contextTime(context: AudioContext, at: number): number {
  const plain = context.currentTime + (at - performance.now()) / 1000
  const stamp = context.getOutputTimestamp?.()
  if (!stamp?.performanceTime || stamp.contextTime === undefined) return plain
  const heard = stamp.contextTime + (at - stamp.performanceTime) / 1000
  // After a rest the stamp may still be that of before.
  return Math.abs(heard - plain) < MOST_LATENCY_S ? heard : plain
}

export function rateOf(layer: number | undefined): number {
  if (layer === undefined) return 1
  const step = Math.min(Math.max(layer, 1), HIGHEST_LAYER) - 1
  return 2 ** ((STEPS[step % 5] as number) / 12 + Math.floor(step / 5))
}

/** No two knocks of a hand are the same: up to ±spread, as a factor. */
const vary = (spread: number): number => 1 + spread * (2 * Math.random() - 1)

function rest(context: AudioContext): void {
  clearTimeout(resting)
  resting = setTimeout(() => void context.suspend(), REST_MS)
}

/** Starts it at its moment, unless it has been called off meanwhile. Returns what stops it while it is to come. */
export async function start(
  context: AudioContext,
  name: SoundName,
  at: number,
  { layer, gain = 1 }: SoundOptions,
  isOff: () => boolean,
): Promise<(() => void) | undefined> {
  const buffer = await buffers.get(name)
  if (context.state !== 'running') await context.resume()
  if (!buffer || !volume || isOff() || performance.now() > at + LATE_MS) return undefined
  const when = Math.max(contextTime(context, at), context.currentTime)
  if (Math.abs(when - (sounded.get(name) ?? -1)) < SAME_S) return undefined
  sounded.set(name, when)
  rest(context)
  volume.gain.value = preferences.volume ** 2
  const source = new AudioBufferSourceNode(context, { buffer, playbackRate: rateOf(layer) * vary(0.006) })
  source.connect(new GainNode(context, { gain: gain * vary(0.08) })).connect(volume)
  source.start(when)
  return () => {
    if (context.currentTime < when) source.stop()
  }
}
