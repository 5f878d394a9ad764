/** Where things are in the drawing of a house. A square is 60 units; the world's origin is the first card's corner. */

import type { EdoHouse, News } from '$/wire/types'
import { TERRAINS, type Terrain } from './palette'
import { currentEffects, lastOf } from '../effects'
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

/** What lies in both. */
export const shared = (a: Frame, b: Frame): Frame => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
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

/** Where a card lies that was laid last, and the event that laid it. */
export interface LastCard {
  x: number
  y: number
  seq: number
}

/** Of each seat the card that it laid last. */
export const lastCards = (history: readonly News[]): Map<number, LastCard> =>
  lastOf(history, (effect) =>
    effect.key === 'edo-placed' ? { seat: effect.seat, mark: { x: effect.x, y: effect.y } } : null,
  )

/** A first card alone is no larger in a small picture than in a house of six squares. */
const LEAST_SQUARES = 6

/** What a small picture of a house shows at least, in units of the drawing: all of it, in the middle. */
export function boxAround(house: EdoHouse): { x: number; y: number; width: number; height: number } {
  const { left, top, right, bottom } = frameOf(house)
  const [width, height] = [right - left, bottom - top].map(
    (squares) => Math.max(squares + 0.6, LEAST_SQUARES) * UNIT,
  ) as [number, number]
  return {
    x: ((left + right) * UNIT - width) / 2,
    y: ((top + bottom) * UNIT - height) / 2,
    width,
    height,
  }
}

/** The same in a window of so many pixels: its corner, and how many units a pixel has. */
export function windowOn(house: EdoHouse, width: number, height: number): { x: number; y: number; unit: number } {
  const box = boxAround(house)
  const unit = Math.max(box.width / width, box.height / height)
  return {
    x: box.x + (box.width - unit * width) / 2,
    y: box.y + (box.height - unit * height) / 2,
    unit,
  }
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
const MAX_SCALE = 140
/** A first card alone would otherwise fill the window. */
const LARGEST_FIT = 96
/** Squares left free round a house: room for the edge of a next card, and none where the house needs it. */
const MARGIN = 0.8
const NO_MARGIN = 0.12

/** The whole frame, as large as the window allows; the margin goes before squares become smaller than they should be. */
export function fitted(frame: Frame, width: number, height: number, smallest = MIN_SCALE, least = 0): CameraState {
  const [columns, rows] = [frame.right - frame.left, frame.bottom - frame.top]
  const fits = (margin: number): number => Math.min(width / (columns + 2 * margin), height / (rows + 2 * margin))
  const scale = Math.max(fits(MARGIN), Math.min(fits(NO_MARGIN), smallest), least, MIN_SCALE)
  return { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2, scale: Math.min(scale, LARGEST_FIT) }
}

/** Zooms about a point of the window, so that what lies there stays there. */
export function zoomed(camera: CameraState, factor: number, px: number, py: number): CameraState {
  const scale = Math.min(Math.max(camera.scale * factor, MIN_SCALE), MAX_SCALE)
  return { x: camera.x + px / camera.scale - px / scale, y: camera.y + py / camera.scale - py / scale, scale }
}
