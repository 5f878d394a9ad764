import type { MiyabiExtras, MiyabiView } from '$/wire/types'

export type Extra = keyof MiyabiExtras
/** Which group is pointed at: the majority table asks, gardens show. One table a page. */

const NONE: ReadonlySet<number> = new Set()
let asked = $state<Extra | null>(null)

export const highlight = {
  get asked(): Extra | null {
    return asked
  },
  toggle(extra: Extra): void {
    asked = asked === extra ? null : extra
  },
  cellsOf(seat: number, view: MiyabiView): ReadonlySet<number> {
    const cells = asked && view.groups[asked]?.[seat]
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nobody changes it
    return cells ? new Set(cells) : NONE
  },
}
