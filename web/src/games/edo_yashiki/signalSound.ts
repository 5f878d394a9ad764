// The live grab's signal, heard at the same moment at which it is seen: a click for each lamp, the clap for “hajime!”.
import { schedule } from '$/state/sound'

/** Moments are by this machine's clock; those that are past stay silent. Returns what calls off the rest. */
export function playSignal(signal: number, beatMs: number, lamps: number): () => void {
  const stops = Array.from({ length: lamps + 1 }, (_, beats) => ({ beats, at: signal - beats * beatMs }))
    .filter(({ at }) => at > performance.now())
    .map(({ beats, at }) => schedule(beats ? 'click' : 'clap', at))
  return () => stops.forEach((stop) => stop())
}
