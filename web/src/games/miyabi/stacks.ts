/** What the log remembers and the position does not: what lies beneath, and who took which tile. For drawing only. */

import type { Effect, MiyabiGarden, News } from '$/wire/types'
import { effectsOf, isEffect, lastOf, type EffectOf } from '../effects'
import { SIDE } from './geometry'

export type Placed = EffectOf<'miyabi-placed'>

const isPlaced = isEffect('miyabi-placed')

export interface Layer {
  layer: number
  /** What this layer shows on the cell; null where this window came too late to see it. */
  placed: Placed | null
  /** How many objects lie on the cell itself. */
  objects: number
}

/** Every layer on a cell from the top down. */
export function stackOn(effects: readonly Effect[], seat: number, garden: MiyabiGarden, cell: number): Layer[] {
  const height = garden.heights[Math.floor(cell / SIDE)]?.[cell % SIDE] ?? 0
  const there = effects.filter(isPlaced).filter((placed) => placed.seat === seat && placed.cells.includes(cell))
  return Array.from({ length: height }, (_, depth) => {
    const layer = height - depth
    const placed = there.find((one) => one.layer === layer) ?? null
    return { layer, placed, objects: placed?.at === cell ? placed.objects : 0 }
  })
}

/** For each cell the number of the tile on top; null where it is bare or nobody saw. */
export function tilesOnTop(effects: readonly Effect[], seat: number, garden: MiyabiGarden): (number | null)[] {
  const top = Array.from({ length: SIDE * SIDE }, (): number | null => null)
  effects.forEach((effect, number) => {
    if (!isPlaced(effect) || effect.seat !== seat) return
    for (const cell of effect.cells)
      if (garden.heights[Math.floor(cell / SIDE)]?.[cell % SIDE] === effect.layer) top[cell] = number
  })
  return top
}

/** The cells of a tile that was placed last, and the event that placed it. */
export interface LastTile {
  cells: number[]
  seq: number
}

/** Of each seat the tile that it placed last, until it passes. */
export const lastTiles = (history: readonly News[]): Map<number, LastTile> =>
  lastOf(history, (effect) => {
    if (effect.key === 'miyabi-placed') return { seat: effect.seat, mark: { cells: effect.cells } }
    if (effect.key === 'miyabi-zen-placed') return { seat: effect.seat, mark: { cells: [effect.at] } }
    return effect.key === 'miyabi-passed' ? { seat: effect.seat, mark: null } : null
  })

/** Where a seat has just placed something: there its lantern goes. */
export function lastPlaced(latest: readonly News[], seat: number): number | null {
  const placed = latest
    .flatMap(effectsOf)
    .findLast(
      (effect) => (effect.key === 'miyabi-placed' || effect.key === 'miyabi-zen-placed') && effect.seat === seat,
    )
  return placed && 'at' in placed ? Number(placed.at) : null
}

export interface Slot {
  kind: string
  taker?: number | null
}

/** The round's tiles in the order they were dealt, with those who took them; just what is left if that is not known. */
export function slotsOf(effects: readonly Effect[], display: readonly string[]): Slot[] {
  const dealt = effects.findLast(isEffect('miyabi-dealt'))
  const left = display.map((kind): Slot => ({ kind }))
  if (!dealt) return left
  const slots = dealt.tiles.map((kind): Slot => ({ kind }))
  for (const effect of effects.slice(effects.lastIndexOf(dealt)).filter(isPlaced)) {
    const slot = slots.find(({ kind, taker }) => kind === effect.tile && taker === undefined)
    if (slot) slot.taker = effect.seat
  }
  const still = slots.filter(({ taker }) => taker === undefined).map(({ kind }) => kind)
  return [...still].sort().join() === [...display].sort().join() ? slots : left
}
