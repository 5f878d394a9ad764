// Announcements: two live regions for screen readers, toasts for the screen.
interface Toast {
  id: number
  text: string
  kind: 'plain' | 'problem'
}

interface Sentence {
  id: number
  text: string
}

/** Long enough to be read twice. */
const TOAST_MS = 6000
/** Sentences that stay where they can be heard: what comes at once after another must not take its place. */
const MAX_SENTENCES = 12
let count = 0

export const announcements = $state<{ polite: Sentence[]; assertive: Sentence[] }>({ polite: [], assertive: [] })
export const toasts = $state<Toast[]>([])

const append = (said: Sentence[], text: string): Sentence[] => [...said.slice(1 - MAX_SENTENCES), { id: ++count, text }]

/** A sentence, when it is convenient. The same sentence twice is said twice. */
export function announce(text: string): void {
  announcements.polite = append(announcements.polite, text)
}

/** At once: “your turn”, and a lost connection. Nothing else. */
export function announceNow(text: string): void {
  announcements.assertive = append(announcements.assertive, text)
}

/** Shown for a while and said. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = ++count
  toasts.push({ id, text, kind })
  announce(text)
  setTimeout(() => dismiss(id), TOAST_MS)
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
