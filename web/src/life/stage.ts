/** Where something alive is put: over a part of a drawing, gone with its motion. */

import './life.css'

const isPlaced = (one: Element): boolean => getComputedStyle(one).position !== 'static'

/** The nearest element around that others are placed in. */
function hostOf(one: Element | null): HTMLElement | null {
  const around = one?.parentElement ?? null
  return !around || isPlaced(around) ? around : hostOf(around)
}

export const part = (name: string): HTMLElement => {
  const made = document.createElement('div')
  made.className = name
  made.setAttribute('aria-hidden', 'true')
  return made
}

/** Puts something exactly over a part of a drawing, grown by a factor; null where that cannot be seen. */
export function putOver(target: Element, name: string, grown = 1): HTMLElement | null {
  const host = hostOf(target.closest('svg'))
  const box = target.getBoundingClientRect()
  if (!host || !box.width || box.bottom < 0 || box.top > innerHeight) return null
  const origin = host.getBoundingClientRect()
  const made = part(name)
  const [wide, high] = [box.width * grown, box.height * grown]
  made.style.left = `${box.left - origin.left - host.clientLeft - (wide - box.width) / 2}px`
  made.style.top = `${box.top - origin.top - host.clientTop - (high - box.height) / 2}px`
  made.style.width = `${wide}px`
  made.style.height = `${high}px`
  host.append(made)
  return made
}

/** Pictures a second: fewer than the screen has, since each of them is put together by the processor. */
const RATE = 24

/** Moves in small steps; how fast on the way is said by the easing of its frames. */
export const stirred = (
  one: Element,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions & { duration: number },
): Animation => one.animate(frames, { easing: `steps(${Math.ceil((timing.duration / 1000) * RATE)})`, ...timing })

/** It is there for as long as it moves. */
export function passing(
  one: HTMLElement,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions & { duration: number },
): Animation {
  const animation = stirred(one, frames, { fill: 'both', ...timing })
  const remove = (): void => one.remove()
  animation.finished.then(remove, remove)
  return animation
}
