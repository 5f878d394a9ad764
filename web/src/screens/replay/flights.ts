// The motion of a replay that plays: what travels at a table travels here, at the replay's speed.
import type { GameClient, Motion, MotionOf, Scene } from '$/games/contract'
import { endMotion, setRate } from '$/motion/layer'
import { showWord } from '$/motion/word'
import { isReducedMotion } from '$/state/preferences.svelte'
import type { News } from '$/wire/types'

let ofGame: MotionOf | null = null

export async function load(game: GameClient): Promise<void> {
  ofGame = (await game.motion?.().catch(() => null)) ?? null
}

/** Null where nothing is to be seen, or somebody wants no motion. */
export const motionOf = (news: News, scene: Scene<unknown>): Motion | null =>
  isReducedMotion() ? null : (ofGame?.(news, scene) ?? null)

/** Nothing moves any more; elsewhere things move at their own speed. */
export function end(): void {
  endMotion()
  setRate(1)
}

export function depart(motion: Motion, speed: number): void {
  setRate(speed)
  motion.depart?.()
  if (motion.word) showWord(motion.word)
}
