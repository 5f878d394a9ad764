// Two sounds, made and not fetched: a wooden tap that rises with the layer, a bamboo clack for “your turn”.
import { preferences } from './preferences.svelte'

let context: AudioContext | null = null

/** Browsers allow sound only after somebody has touched the page; before that there is none. */
function speaker(): AudioContext | null {
  if (!preferences.sound || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false)
    return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

function knock(at: AudioContext, pitch: number, start: number, length: number, loudness: number): void {
  const tone = at.createOscillator()
  const volume = at.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch * 1.6, start)
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02)
  volume.gain.setValueAtTime(loudness, start)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
  tone.connect(volume).connect(at.destination)
  tone.start(start)
  tone.stop(start + length)
}

/** A tile is put down on a layer. */
export function tap(layer = 1): void {
  const at = speaker()
  if (at) knock(at, 220 * 2 ** (Math.min(layer, 12) / 8), at.currentTime, 0.12, 0.25)
}

/** It is your turn. */
export function clack(): void {
  const at = speaker()
  if (!at) return
  knock(at, 640, at.currentTime, 0.09, 0.22)
  knock(at, 820, at.currentTime + 0.11, 0.12, 0.2)
}
