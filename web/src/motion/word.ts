/** A word for all, on a strip of paper over the stage: “Round 3 · Hana starts”. */

import { pass } from './layer'

const WORD_MS = 1900

export function showWord(text: string): void {
  const strip = document.createElement('p')
  strip.className = 'motion-word'
  strip.textContent = text
  const stage = document.querySelector('.stage')?.getBoundingClientRect()
  if (stage) {
    strip.style.left = `${stage.left + stage.width / 2}px`
    strip.style.top = `${Math.max(stage.top, 0) + Math.min(stage.height, innerHeight) * 0.3}px`
  }
  const at = (x: number): string => `translate(calc(-50% + ${x}px), -50%)`
  pass(
    strip,
    [
      { transform: at(-24), opacity: 0 },
      { transform: at(0), opacity: 1, offset: 0.14 },
      { transform: at(0), opacity: 1, offset: 0.82 },
      { transform: at(16), opacity: 0 },
    ],
    { duration: WORD_MS, easing: 'ease-out' },
  )
}
