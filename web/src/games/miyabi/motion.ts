/** How Miyabi's events move: tiles from the display into a garden, frogs from cell to cell, the sweep of a round. */

import { fly, isInWindow, seatSpot, spotIn, vanish, type Spot } from '$/motion/flight'
import { showPoints } from '$/motion/points'
import { arriveOneByOne, leaveOneByOne, sweep } from '$/motion/sweep'
import { move } from '$/motion/layer'
import type { MiyabiView, News } from '$/wire/types'
import type { Motion, Scene } from '../contract'
import { effectsOf, isEffect, type EffectOf } from '../effects'
import { nameOf } from '../names'
import { CELL, columnOf, letterOf, liftOf, rowOf, tileOf } from './geometry'

const FLIGHT_MS = 560
const HOP_MS = 420
const SWEEP_MS = 620
const DEAL_MS = 500

type Place = Pick<EffectOf<'miyabi-placed'>, 'seat' | 'at' | 'cells' | 'layer'>

const gardenOf = (seat: number): SVGSVGElement | null => document.querySelector(`svg[data-garden="${seat}"]`)
const isFlat = (svg: SVGSVGElement): boolean => svg.dataset.plan === 'true'

/** The middle of a cell in somebody's garden, large or small. */
function cellSpot(seat: number, cell: number, layer: number): Spot | null {
  const garden = gardenOf(seat)
  if (!garden) return null
  const up = liftOf(layer, isFlat(garden))
  return spotIn(garden, (columnOf(cell) + 0.5) * CELL, (rowOf(cell) + 0.5) * CELL - up)
}

/** A garden that is out of sight is at its owner's card. */
function landing(seat: number, cell: number, layer: number): Spot | null {
  const spot = cellSpot(seat, cell, layer)
  return spot && isInWindow(spot) ? spot : seatSpot(seat, 0.12)
}

/** By how many degrees the tile on display is turned to lie on these cells. */
export function turnTo(kind: string, { at, cells }: Pick<Place, 'at' | 'cells'>): number {
  const [origin = [0, 0], ...rest] = tileOf(kind).squares
  const wanted = new Set(cells)
  let arms = rest.map(([row, column]) => [row - origin[0], column - origin[1]] as const)
  for (let quarter = 0; quarter < 4; quarter++) {
    if (arms.every(([row, column]) => isOn(wanted, rowOf(at) + row, columnOf(at) + column)))
      return quarter === 3 ? -90 : quarter * 90
    arms = arms.map(([row, column]) => [column, -row] as const)
  }
  return 0
}

const isOn = (cells: ReadonlySet<number>, row: number, column: number): boolean =>
  column >= 0 && column < 6 && cells.has(row * 6 + column)

/** The tile on display flies; its objects stay upright while it turns. */
function flyTile(kind: string, place: Place): void {
  const tile = document.querySelector<SVGSVGElement>(`.display [data-kind="${kind}"] svg`)
  const [row, column] = tileOf(kind).squares[0] ?? [0, 0]
  const anchor = { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL }
  const from = tile && spotIn(tile, anchor.x, anchor.y)
  const to = landing(place.seat, place.at, place.layer)
  if (!tile || !from || !to) return
  const turn = turnTo(kind, place)
  const piece = fly({ piece: tile, anchor, from, to, turn, ms: FLIGHT_MS, seat: place.seat })
  for (const upright of turn ? piece.querySelectorAll<SVGElement>('.upright') : []) {
    upright.style.transformOrigin = `${anchor.x}px ${anchor.y}px`
    move(upright, [{ transform: 'rotate(0)' }, { transform: `rotate(${-turn}deg)` }], {
      duration: FLIGHT_MS,
      delay: FLIGHT_MS * 0.16,
    })
  }
  vanish(tile, FLIGHT_MS)
}

function hop(seat: number, at: number, layer: number): void {
  const frog = gardenOf(seat)?.querySelector<SVGUseElement>('use[href^="#frog"]')
  const box = frog?.getBoundingClientRect()
  const garden = gardenOf(seat)
  const to = cellSpot(seat, at, layer)
  if (!frog || !box || !garden || !to) return
  const piece = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  piece.setAttribute('viewBox', '0 0 56 56')
  const use = frog.cloneNode() as SVGUseElement
  for (const [name, value] of Object.entries({ x: 0, y: 0, width: 56, height: 56 }))
    use.setAttribute(name, String(value))
  piece.append(use)
  const from = { x: box.left + box.width / 2, y: box.top + box.height / 2, scale: box.width / 56 }
  fly({ piece, anchor: { x: 28, y: 28 }, from, to, ms: HOP_MS, seat })
  vanish(frog, HOP_MS)
}

/** Points stand over the tile; in the garden that is shown large, the board itself says how they come about. */
function pointsAt(news: News, { seat, at, layer }: Place): void {
  const scored = effectsOf(news).find(isEffect('scored'))
  const spot = landing(seat, at, layer)
  if (scored && spot && gardenOf(seat)?.classList.contains('mini')) showPoints(scored.points, spot, seat)
}

function placing(news: News, kind: string, place: Place): Motion {
  return {
    travel: FLIGHT_MS,
    rest: 300,
    depart: () => flyTile(kind, place),
    arrive: () => pointsAt(news, place),
  }
}

/** What is left on display is raked away, and the lanterns leave the garden (M2.3). */
function clearRound(): void {
  sweep('.display .tiles', '.display .tile, .display .slot', SWEEP_MS)
  leaveOneByOne('svg.lanterns .lit, svg.lanterns .glow', SWEEP_MS)
}

function dealing({ round, starts }: EffectOf<'miyabi-dealt'>, { seats, you, t }: Scene<MiyabiView>): Motion {
  const starter = seats[starts]
  const word =
    starts === you && starter?.you
      ? t('miyabi-round-yours', { round })
      : t('miyabi-round-theirs', { round, name: starter ? nameOf(starter, t) : '' })
  const first = round === 1
  return {
    travel: first ? 0 : SWEEP_MS,
    rest: DEAL_MS,
    word,
    depart: () => first || clearRound(),
    arrive: () => arriveOneByOne('.display .tile', DEAL_MS),
  }
}

export function motionOf(news: News, scene: Scene<MiyabiView>): Motion | null {
  for (const effect of effectsOf(news)) {
    if (effect.key === 'miyabi-dealt') return dealing(effect, scene)
    if (effect.key === 'miyabi-placed') return placing(news, effect.tile, effect)
    if (effect.key === 'miyabi-zen-placed') {
      const layer = scene.after.gardens[effect.seat]?.heights[rowOf(effect.at)]?.[columnOf(effect.at)] ?? 0
      return placing(news, `z${letterOf(effect.object)}`, { ...effect, cells: [effect.at], layer })
    }
    if (effect.key === 'miyabi-frog-stepped')
      return { travel: HOP_MS, rest: 200, depart: () => hop(effect.seat, effect.at, effect.layer) }
  }
  return null
}
