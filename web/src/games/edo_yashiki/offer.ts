/** What may be done now, ready to be looked up: cards, places, runs. No rule is applied here. */

import type { Terrain } from './palette'
import type {
  Choices,
  EdoBlocked,
  EdoGrabs,
  EdoLines,
  EdoPlacings,
  EdoRuns,
  EdoScorings,
  Item,
  Reason,
} from '$/wire/types'

export interface EdoChoices extends Choices {
  cover: EdoGrabs | EdoPlacings | EdoScorings
  blocked: EdoBlocked
}

export interface Run {
  feature: Terrain
  x: number
  y: number
  across: boolean
  length: number
  /** What it would score; none for one that is just there. */
  points: number
}

export interface Choice {
  action: string
  points: number
  parts: Item[]
  /** Of grabs: which of the open cards, from 0, and the most points it could score; null where nobody says so. */
  card: number
  best: number | null
  x: number
  y: number
  turned: boolean
  runs: Run[]
  /** Of placements: the markers after scoring, and whether all four have returned meanwhile. */
  markers: string | null
  renewed: boolean
  /** Of choices among runs. */
  feature: Terrain | null
  length: number
}

export interface Offer {
  seq: number
  does: 'grab' | 'place' | 'score'
  choices: readonly Choice[]
  /** The card as it lies, and turned where that changes it. */
  faces: readonly string[]
  at: (x: number, y: number, turned: boolean) => Choice | undefined
  whyNot: (x: number, y: number) => Reason | null
  grab: (card: number) => Choice | undefined
  /** Where an open card could lie, to be tried before it is taken; null where that is not told. */
  trial: (card: number) => Offer | null
  named: (action: string) => Choice | undefined
  /** All places that a card can come to lie, as the smallest frame around them. */
  frame: { left: number; top: number; right: number; bottom: number }
}

/** The server's letters of features are those of the drawings. */
const terrainOf = (feature: string): Terrain => feature as Terrain

export function runsOf(lines: EdoLines | EdoRuns): Run[] {
  const points = 'points' in lines ? lines.points : []
  return lines.feature.map((feature, n) => ({
    feature: terrainOf(feature),
    x: lines.x[n] ?? 0,
    y: lines.y[n] ?? 0,
    across: lines.across[n] ?? false,
    length: lines.length[n] ?? 0,
    points: points[n] ?? 0,
  }))
}

const key = (x: number, y: number, turned: boolean): string => `${x},${y},${turned}`

export function offerOf(told: EdoChoices): Offer {
  const { cover, blocked } = told
  const choices = choicesOf(told)
  const placings = cover.does === 'place' ? cover : null
  const places = new Map(placings && choices.map((choice) => [key(choice.x, choice.y, choice.turned), choice]))
  const reasons = new Map(blocked.x?.map((x, n) => [`${x},${blocked.y?.[n]}`, blocked.why?.[n] ?? -1]))
  const trials = new Map<number, Offer | null>()
  const [xs, ys] = [
    [...(placings?.x ?? []), ...(blocked.x ?? [])],
    [...(placings?.y ?? []), ...(blocked.y ?? [])],
  ]
  return {
    seq: told.seq,
    does: cover.does,
    choices,
    faces: placings?.faces ?? [],
    at: (x, y, turned) => places.get(key(x, y, turned)),
    whyNot: (x, y) => blocked.reasons[reasons.get(`${x},${y}`) ?? blocked.elsewhere ?? -1] ?? null,
    grab: (card) => (cover.does === 'grab' ? choices.find((choice) => choice.card === card) : undefined),
    trial: (card) => {
      if (!trials.has(card)) trials.set(card, trialOf(told, card))
      return trials.get(card) ?? null
    },
    named: (action) => choices.find((choice) => choice.action === action),
    frame: {
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs) + (placings?.width ?? 2),
      bottom: Math.max(...ys) + (placings?.height ?? 3),
    },
  }
}

/** The placements of an open card, as if it were in hand. They have no names: none of them can be sent. */
function trialOf(told: EdoChoices, card: number): Offer | null {
  if (told.cover.does !== 'grab') return null
  const trial = told.cover.trials?.[told.cover.card.indexOf(card)]
  return trial ? offerOf({ ...told, ...trial, actions: trial.points.map(() => '') }) : null
}

function choicesOf({ cover, ...told }: EdoChoices): Choice[] {
  const detailsOf = detailsIn(cover)
  return told.actions.map((action, n) => ({
    ...NO_DETAILS,
    action,
    points: told.points[n] ?? 0,
    parts: (told.sums[n] ?? []).map((part) => told.parts[part] as Item),
    ...detailsOf(n),
  }))
}

type Details = Omit<Choice, 'action' | 'points' | 'parts'>

const NO_DETAILS: Details = {
  card: -1,
  best: null,
  x: 0,
  y: 0,
  turned: false,
  runs: [],
  markers: null,
  renewed: false,
  feature: null,
  length: 0,
}

/** What is known of an action beyond its points, by the kind of decision. */
function detailsIn(cover: EdoChoices['cover']): (n: number) => Partial<Details> {
  if (cover.does === 'grab') return (n) => ({ card: cover.card[n] ?? -1, best: cover.best?.[n] ?? null })
  if (cover.does === 'score')
    return (n) => ({ feature: terrainOf(cover.feature[n] ?? ''), length: cover.length[n] ?? 0 })
  const made = runsOf(cover.runs)
  return (n) => ({
    x: cover.x[n] ?? 0,
    y: cover.y[n] ?? 0,
    turned: cover.turned[n] === 1,
    runs: (cover.made[n] ?? []).map((run) => made[run] as Run),
    markers: cover.markers[n] ?? null,
    renewed: cover.renewed.includes(n),
  })
}
