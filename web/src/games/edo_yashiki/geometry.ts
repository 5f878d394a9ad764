/** Where things are in the drawing of a house. A square is 60 units; the world's origin is the first card's corner. */

import type { EdoHouse, News } from '$/wire/types'
import { TERRAINS, type Terrain } from '$/draw/palette'
import { currentEffects } from '../effects'
import type { Run } from './offer'

export const UNIT = 60
export const [WIDE, HIGH] = [2, 3] as const

export interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Square {
  x: number
  y: number
  feature: Terrain
  locked: boolean
}

export function squaresOf(house: EdoHouse): Square[] {
  return house.rows.flatMap((row, dy) =>
    [...row].flatMap((letter, dx) =>
      isTerrain(letter)
        ? [{ x: house.x + dx, y: house.y + dy, feature: letter, locked: house.locked[dy]?.[dx] === '#' }]
        : [],
    ),
  )
}

const isTerrain = (letter: string): letter is Terrain => (TERRAINS as readonly string[]).includes(letter)

export function frameOf(house: EdoHouse): Frame {
  const width = Math.max(0, ...house.rows.map((row) => row.length))
  return { left: house.x, top: house.y, right: house.x + width, bottom: house.y + house.rows.length }
}

export const joined = (a: Frame, b: Frame): Frame => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

export const grown = ({ left, top, right, bottom }: Frame, by: number): Frame => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

/** `FG/FP/TT` as six letters, row by row, as the card lies. */
export const letters = (face: string): Terrain[] => [...face.replaceAll('/', '')] as Terrain[]

export interface Laid {
  face: Terrain[]
  x: number
  y: number
}

/** The cards of a house in the order they were laid, as the log remembers them; none where that is not the house. */
export function cardsOf(history: readonly News[], seat: number, house: EdoHouse): Laid[] {
  const laid: Laid[] = []
  for (const effect of currentEffects(history)) {
    if (effect.key === 'edo-houses') laid.push({ face: letters((effect.faces as string[])[seat] ?? ''), x: 0, y: 0 })
    if (effect.key === 'edo-placed' && effect.seat === seat)
      laid.push({ face: letters(effect.face as string), x: Number(effect.x), y: Number(effect.y) })
  }
  return sameHouse(laid, house) ? laid : []
}

function sameHouse(laid: readonly Laid[], house: EdoHouse): boolean {
  const seen = new Map<string, string>()
  for (const { face, x, y } of laid)
    face.forEach((letter, n) => seen.set(`${x + (n % WIDE)},${y + Math.floor(n / WIDE)}`, letter))
  const squares = squaresOf(house)
  return squares.length === seen.size && squares.every(({ x, y, feature }) => seen.get(`${x},${y}`) === feature)
}

/** A run's frame, drawn in by a part of a square. */
export function runBox(run: Run, inset: number): { x: number; y: number; width: number; height: number } {
  const margin = UNIT * inset
  return {
    x: run.x * UNIT + margin,
    y: run.y * UNIT + margin,
    width: (run.across ? run.length : 1) * UNIT - 2 * margin,
    height: (run.across ? 1 : run.length) * UNIT - 2 * margin,
  }
}

/** A run lies within another one: a locked run that the card in hand makes longer. */
export function within(run: Run, other: Run): boolean {
  if (run.feature !== other.feature || run.across !== other.across) return false
  const along = run.across ? run.x - other.x : run.y - other.y
  const beside = run.across ? run.y === other.y : run.x === other.x
  return beside && along >= 0 && along + run.length <= other.length
}

// -- the camera -------------------------------------------------------------------------------------------------------
export interface CameraState {
  /** The square in the middle of the window, and how many pixels a square is wide. */
  x: number
  y: number
  scale: number
}

const MIN_SCALE = 10
const MAX_SCALE = 96

/** The whole frame, unless its squares would then be smaller than they may be. */
export function fitted(
  frame: Frame,
  width: number,
  height: number,
  room: { left: number; right: number; top?: number } = { left: 0, right: 0 },
  smallest = MIN_SCALE,
): CameraState {
  const top = room.top ?? 0
  const [w, h] = [Math.max(width - room.left - room.right, 80), Math.max(height - top, 80)]
  const scale = Math.min(
    Math.max(Math.min(w / (frame.right - frame.left + 1.2), h / (frame.bottom - frame.top + 1.2)), smallest),
    72,
  )
  const shift = (room.left - room.right) / 2 / scale
  return { x: (frame.left + frame.right) / 2 - shift, y: (frame.top + frame.bottom) / 2 - top / 2 / scale, scale }
}

/** Zooms about a point of the window, so that what lies there stays there. */
export function zoomed(camera: CameraState, factor: number, px: number, py: number): CameraState {
  const scale = Math.min(Math.max(camera.scale * factor, MIN_SCALE), MAX_SCALE)
  return { x: camera.x + px / camera.scale - px / scale, y: camera.y + py / camera.scale - py / scale, scale }
}
