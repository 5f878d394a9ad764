/** Which key presses are a board's, and where the focus goes from its buttons. */

import { tick } from 'svelte'

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof HTMLElement && target.closest(selector) !== null

/** Not what another has taken, what goes with a key that is held, or what is typed into a field or a dialog. */
export const isForBoard = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !within(event.target, 'input, select, textarea, dialog, [role="dialog"]')

/** On one of these Enter means what stands there. */
export const isInteractive = (target: EventTarget | null): boolean =>
  within(target, 'button, a, input, select, textarea, [role="gridcell"], [role="dialog"]')

/** A bar's buttons go away; who was on one of them is at the board's tab stop then. */
export function keepFocus(bar: string, board: () => HTMLElement | null): void {
  if (!document.activeElement?.closest(bar)) return
  void tick().then(() =>
    board()?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true }),
  )
}
