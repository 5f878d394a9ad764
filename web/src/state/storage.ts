// What this browser keeps for us. One that keeps nothing is no error: things last as long as the page then.
type StorageName = 'localStorage' | 'sessionStorage'

/** Null for what is not there, undefined where nobody can know. */
export function load(key: string, storage: StorageName = 'localStorage'): string | null | undefined {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return undefined
  }
}

/** Null forgets what was there. */
export function save(key: string, text: string | null, storage: StorageName = 'localStorage'): void {
  try {
    if (text === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, text)
  } catch {
    // see above
  }
}
