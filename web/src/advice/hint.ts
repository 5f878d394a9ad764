// A hint as the server tells it (src/niwashi/analysis/hints.py).
import type { Estimate, Reason } from './reasons'

/** Another action: what it scores at once, and by how much the recommended one is better in the end. */
export interface Weighed {
  action: string
  gain: number
  behind: Estimate
}

export interface Hint {
  seat: number
  action: string
  /** Points at once. */
  gain: number
  value: { margin: Estimate; chance: Estimate }
  /** How many actions are legal. */
  legal: number
  reasons: Reason[]
  /** The most points at once, where that is worse in the end. */
  tempting: Weighed | null
}
