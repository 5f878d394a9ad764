// Points at what a lesson speaks of: the element carries `data-pointed`, and the style of the page does the rest.
import type { LessonOf } from '$/games/lesson'
import { isReducedMotion } from '$/state/preferences.svelte'

const ATTRIBUTE = 'data-pointed'

/** The selector of “column 3”, as the game has it; null for what it does not know. */
export function selectorOf(points: LessonOf['points'], point: string | undefined): string | null {
  const [name = '', ...which] = (point ?? '').split(' ')
  return points[name]?.(which.join(' ')) ?? null
}

/** Keeps the mark on the right element of what it is attached to, whatever is drawn anew there. */
export function spotlight(
  points: () => LessonOf['points'],
  point: () => string | undefined,
): (area: HTMLElement) => () => void {
  return (area) => {
    const selector = selectorOf(points(), point())
    const mark = (): void => {
      const wanted = selector ? area.querySelector(selector) : null
      for (const old of area.querySelectorAll(`[${ATTRIBUTE}]`)) if (old !== wanted) old.removeAttribute(ATTRIBUTE)
      if (wanted && !wanted.hasAttribute(ATTRIBUTE)) wanted.setAttribute(ATTRIBUTE, '')
    }
    mark()
    // On a small screen the page scrolls: what is spoken of comes into sight, below the coach.
    area
      .querySelector(`[${ATTRIBUTE}]`)
      ?.scrollIntoView({ block: 'nearest', behavior: isReducedMotion() ? 'instant' : 'smooth' })
    const watch = new MutationObserver(mark)
    watch.observe(area, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      for (const old of area.querySelectorAll(`[${ATTRIBUTE}]`)) old.removeAttribute(ATTRIBUTE)
    }
  }
}
