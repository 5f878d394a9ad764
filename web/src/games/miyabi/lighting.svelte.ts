/** Which group is pointed at: the majority table asks, gardens show. One table a page. */
import { cellsBehind, type Extra } from './groups'
import type { MiyabiView } from './told'

const NONE: ReadonlySet<number> = new Set()
let asked = $state<Extra | null>(null)

export const lighting = {
  get asked(): Extra | null {
    return asked
  },
  toggle(extra: Extra): void {
    asked = asked === extra ? null : extra
  },
  cellsOf(seat: number, view: MiyabiView): ReadonlySet<number> {
    const garden = view.gardens[seat]
    return asked && garden ? cellsBehind(asked, view.extras[asked]?.[seat] ?? 0, garden) : NONE
  },
}
