// Keeps the garden without being asked: once somebody has played a game, when nothing else is to be loaded, and only on
// a line that is known to cost nothing.
import { load, save } from '$/state/storage'
import { isWhole, keepGarden } from './keep'

const KEY = 'niwashi.garden'
/** Phones that do not say what line they have may be on one that is paid for by what it carries. */
const FREE = ['wifi', 'ethernet']

interface Line {
  saveData?: boolean
  type?: string
}

export function isFreeLine(line: Line | undefined, isPhone: boolean): boolean {
  if (line?.saveData) return false
  return line?.type === undefined ? !isPhone : FREE.includes(line.type)
}

const isLineFree = (): boolean =>
  isFreeLine((navigator as { connection?: Line }).connection, matchMedia('(pointer: coarse)').matches)

/** From now on the garden may be fetched, unless somebody has deleted it. */
export function noteGame(): void {
  if (load(KEY) === null) save(KEY, 'played')
}

export const noteChoice = (wanted: boolean): void => save(KEY, wanted ? 'played' : 'no')

/** What fails is tried again at the next visit; who wants it now is told why on its own page. */
export async function keepQuietly(): Promise<void> {
  if (load(KEY) !== 'played' || !isLineFree() || (await isWhole())) return
  await keepGarden(() => undefined).catch(() => undefined)
}
