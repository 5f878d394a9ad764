// Browser storage. Where the browser refuses it, values last as long as the page.
type StorageName = 'localStorage' | 'sessionStorage'

/** Null for a missing value, undefined where storage is unavailable. */
export function load(key: string, storage: StorageName = 'localStorage'): string | null | undefined {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return undefined
  }
}

/** Null removes the value. */
export function save(key: string, text: string | null, storage: StorageName = 'localStorage'): void {
  try {
    if (text === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, text)
  } catch {
    // see above
  }
}
