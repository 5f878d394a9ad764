// What is said to everybody: two live regions for ears, toasts for eyes.
interface Toast {
  id: number
  text: string
  kind: 'plain' | 'problem'
}

/** Long enough to be read twice. */
const SHOWN = 6000
let count = 0

export const spoken = $state({ polite: '', assertive: '' })
export const toasts = $state<Toast[]>([])

/** A sentence, when it is convenient. The same sentence twice is said twice: a blank makes it another text. */
export function say(text: string): void {
  spoken.polite = spoken.polite === text ? `${text} ` : text
}

/** At once: «your turn», and a lost connection. Nothing else. */
export function call(text: string): void {
  spoken.assertive = spoken.assertive === text ? `${text} ` : text
}

/** Shown for a while and said. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = ++count
  toasts.push({ id, text, kind })
  say(text)
  setTimeout(() => dismiss(id), SHOWN)
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
