// A finished garden or house as a picture, for the lobby: drawn by the parts of the game's own board.
import type { Component } from 'svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game knows its own view; the shell knows none
export type Portrait = Component<{ view: any; seat: number }>

const portraits = import.meta.glob<{ default: Portrait }>('./*/lobby/Portrait.svelte')

/** Null for a game that has none. */
export async function portraitOf(game: string): Promise<Portrait | null> {
  const load = portraits[`./${game}/lobby/Portrait.svelte`]
  return load ? (await load()).default : null
}
