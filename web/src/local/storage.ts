// The logs of tables in IndexedDB, as text: what is in them is Python's affair.

const VERSION = 1

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage'))
  })
}

/** Of a garden's storage and locks: several may lie at one origin. */
export function nameOf(base: string): string {
  const path = new URL(base).pathname
  return path === '/' ? 'niwashi' : `niwashi@${path}`
}

export class LogStorage {
  #database: Promise<IDBDatabase> | null = null

  constructor(private readonly name: string) {}

  #open(): Promise<IDBDatabase> {
    this.#database ??= this.#opened().catch((error: unknown) => {
      this.#database = null // it may be allowed later
      throw error
    })
    return this.#database
  }

  async #opened(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.name, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables')
      request.result.createObjectStore('batches')
    }
    const database = await done(request)
    database.onclose = () => (this.#database = null) // the browser has taken it away; it may give another
    return database
  }

  /** Every table and its description; none where the browser keeps nothing for us. */
  async rows(): Promise<[string, string][]> {
    try {
      const tables = (await this.#open()).transaction('tables').objectStore('tables')
      const [names, rows] = await Promise.all([done(tables.getAllKeys()), done(tables.getAll())])
      return names.map((name, index) => [name as string, rows[index] as string])
    } catch {
      return []
    }
  }

  async describe(table: string, row: string): Promise<void> {
    await done((await this.#open()).transaction('tables', 'readwrite').objectStore('tables').put(row, table))
  }

  async load(table: string): Promise<string[]> {
    const database = await this.#open()
    const range = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER])
    return (await done(database.transaction('batches').objectStore('batches').getAll(range))) as string[]
  }

  /** Both or neither. */
  async append(table: string, number: number, batch: string, row: string): Promise<void> {
    const database = await this.#open()
    const writing = database.transaction(['batches', 'tables'], 'readwrite', { durability: 'strict' })
    writing.objectStore('batches').add(batch, [table, number])
    writing.objectStore('tables').put(row, table)
    await new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve()
      writing.onabort = () => reject(writing.error ?? new Error('storage'))
    })
  }
}

/** Whether no other tab runs the table. What is claimed stays so until this worker ends. */
export function claim(name: string, table: string): Promise<boolean> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return Promise.resolve(true) // pages without https have none
  return new Promise((resolve) => {
    const held = locks.request(`${name}/${table}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => undefined)
    })
    held.catch(() => resolve(true)) // a browser that is full may have no room for locks, either
  })
}
