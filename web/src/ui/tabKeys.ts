/** Which of so many tabs an arrow goes to, round and round; null for another key. */
export function nextTab(event: KeyboardEvent, now: number, count: number): number | null {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!by) return null
  event.preventDefault()
  return (now + by + count) % count
}
