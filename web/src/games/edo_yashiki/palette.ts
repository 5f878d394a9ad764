/** The colours of cards. `palette.test.ts` compares them for four kinds of sight. */

export const TERRAINS = ['T', 'P', 'F', 'G'] as const
export type Terrain = (typeof TERRAINS)[number]

export const TERRAIN_COLOURS: Record<Terrain, string> = {
  T: '#EDCD7E',
  P: '#1682CA',
  F: '#8A8780',
  G: '#13462D',
}
