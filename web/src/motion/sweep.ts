/** A round ends: a rake goes over the place and leaves bare gravel; what is new is laid there one by one. */

import { move, pass } from './layer'

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

/** A band of raked gravel passes over the place from left to right, and takes along what lies there. */
export function sweep(place: string, things: string, ms: number): void {
  const box = document.querySelector(place)?.getBoundingClientRect()
  if (!box?.width) return
  const rake = document.createElement('div')
  rake.className = 'motion-rake'
  const width = Math.max(box.width * 0.22, 40)
  Object.assign(rake.style, { top: `${box.top}px`, height: `${box.height}px`, width: `${width}px`, left: '0' })
  const at = (x: number): string => `translateX(${x}px)`
  pass(
    rake,
    [
      { transform: at(box.left - width), opacity: 0 },
      { transform: at(box.left), opacity: 0.9, offset: 0.15 },
      { transform: at(box.right - width), opacity: 0.9, offset: 0.85 },
      { transform: at(box.right), opacity: 0 },
    ],
    { duration: ms },
  )
  for (const one of all(things)) {
    const { left } = one.getBoundingClientRect()
    const when = 0.15 + 0.6 * Math.min(Math.max((left - box.left) / box.width, 0), 1)
    move(
      one,
      [
        { transform: 'none', opacity: 1, offset: 0 },
        { transform: 'none', opacity: 1, offset: when },
        { transform: 'translateX(26px)', opacity: 0, offset: Math.min(when + 0.18, 1) },
        { transform: 'translateX(26px)', opacity: 0, offset: 1 },
      ],
      { duration: ms, endDelay: 60 },
    )
  }
}

/** Things rise and fade, one after another. */
export function leaveOneByOne(things: string, ms: number): void {
  const found = all(things)
  found.forEach((one, number) =>
    move(
      one,
      [
        { transform: 'none', opacity: 1 },
        { transform: 'translateY(-14px)', opacity: 0 },
      ],
      { duration: ms * 0.5, delay: (number / Math.max(found.length, 1)) * ms * 0.5, easing: 'ease-in' },
    ),
  )
}

export function arriveOneByOne(things: string, ms: number): void {
  const found = all(things)
  found.forEach((one, number) =>
    move(
      one,
      [
        { transform: 'translateY(-16px) scale(1.06)', opacity: 0 },
        { transform: 'translateY(1px) scale(0.985)', opacity: 1, offset: 0.75 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: ms * 0.55, delay: (number / Math.max(found.length, 1)) * ms * 0.45, easing: 'ease-out' },
    ),
  )
}
