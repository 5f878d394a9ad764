// What this browser keeps for us. One that keeps nothing is no error: things last as long as the page then.
type Where = 'localStorage' | 'sessionStorage'

/** Null for what is not there, undefined where nobody can know. */
export function kept(place: string, where: Where = 'localStorage'): string | null | undefined {
  try {
    return globalThis[where].getItem(place)
  } catch {
    return undefined
  }
}

/** Null forgets what was there. */
export function keep(place: string, text: string | null, where: Where = 'localStorage'): void {
  try {
    if (text === null) globalThis[where].removeItem(place)
    else globalThis[where].setItem(place, text)
  } catch {
    // see above
  }
}
