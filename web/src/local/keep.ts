// Keeps the garden that the server offers: fetches what is missing, compares hashes, and hands it to the service worker.
import { hashOf } from './hash'
import { cachePrefix, home, offered } from './offered'

interface GardenList {
  version: string
  /** The SHA-256 and the bytes of every file. */
  files: Record<string, [string, number]>
  /** Letters that most people never see. */
  japanese: string[]
  /** Bytes of what everybody needs, compressed. */
  download: number
}

const LIST = 'garden/offline.json'
/** One after the other would wait for each answer; more would be in the way of a game. */
const AT_ONCE = 4

export class KeepError extends Error {
  constructor(readonly key: 'offline-gone' | 'offline-damaged' | 'offline-full' | 'offline-elsewhere') {
    super(key)
  }
}

const address = (name: string): string => new URL(name, home()).href
const nameOf = (version: string): string => cachePrefix() + version
const ownCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(cachePrefix()))

/** The version that would open without a line; null if none is whole. */
export async function keptVersion(): Promise<string | null> {
  for (const name of (await ownCaches()).reverse())
    if (await (await caches.open(name)).match(address(LIST))) return name.slice(cachePrefix().length)
  return null
}

/** Whether what opens without a line is what the server has now, with the letters of the language that is read. */
export async function isWhole(): Promise<boolean> {
  const version = await keptVersion()
  if (version === null || version !== offered) return false
  const cache = await caches.open(nameOf(version))
  const list = (await (await cache.match(address(LIST)))!.json()) as GardenList
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  return neededOf(list).every((name) => kept.has(address(name)))
}

const neededOf = ({ files, japanese }: GardenList): string[] => {
  const letters = new Set(document.documentElement.lang === 'ja' ? [] : japanese)
  return Object.keys(files).filter((name) => !letters.has(name))
}

/** How many bytes come over the line, all told. */
export const downloadSize = async (): Promise<number> => (await fetchList()).download

async function fetchList(signal?: AbortSignal): Promise<GardenList> {
  return (await (await fetchFile(LIST, signal)).json()) as GardenList
}

async function fetchFile(name: string, signal?: AbortSignal): Promise<Response> {
  // “reload” passes by every cache, the service worker's as well
  const wanted = { cache: 'reload', priority: 'low', signal } as RequestInit
  const response = await fetch(address(name), wanted).catch(() => null)
  if (!response?.ok) throw new KeepError('offline-gone')
  return response
}

/** Fetches what is not kept yet. An older garden stays until the new one is whole, and lends what has not changed. */
export async function keepGarden(report: (share: number) => void, signal?: AbortSignal): Promise<void> {
  const kept = await navigator.locks.request(`${cachePrefix()}keep`, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await keep(report, signal)
    return true
  })
  if (!kept) throw new KeepError('offline-elsewhere')
}

async function keep(report: (share: number) => void, signal?: AbortSignal): Promise<void> {
  const list = await fetchList(signal)
  const cache = await caches.open(nameOf(list.version))
  const older = await readOlder(list.version)
  const names = neededOf(list)
  const all = names.reduce((sum, name) => sum + list.files[name]![1], 0)
  let done = 0
  const next = names.values()
  const halt = new AbortController()
  const halted = halt.signal
  signal?.addEventListener('abort', () => halt.abort())
  const work = async (): Promise<void> => {
    for (const name of next) {
      if (halted.aborted) return
      const [hash, size] = list.files[name]!
      if (!(await cache.match(address(name), { ignoreVary: true }))) await put(cache, name, hash, older, halted)
      report((done += size) / all)
    }
  }
  // none goes on after another has failed: then somebody else may begin
  const failures: unknown[] = []
  const stopAll = (error: unknown): void => {
    failures.push(error)
    halt.abort()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(stopAll)))
  if (failures.length) throw failures[0]
  signal?.throwIfAborted()
  await store(cache, LIST, Response.json(list))
  await navigator.serviceWorker.register(new URL('service-worker.js', home()))
  await forgetOlder(list.version)
}

async function put(cache: Cache, name: string, hash: string, older: Older, signal?: AbortSignal): Promise<void> {
  const lent = await older(hash)
  const response = lent ?? (await fetchFile(name, signal))
  if ((await hashOf(await response.clone().arrayBuffer())) !== hash) throw new KeepError('offline-damaged')
  await store(cache, name, response)
}

async function store(cache: Cache, name: string, response: Response): Promise<void> {
  await cache.put(address(name), response).catch(() => {
    throw new KeepError('offline-full')
  })
}

type Older = (hash: string) => Promise<Response | undefined>

/** What an older garden has, by hash: Python itself seldom changes. */
async function readOlder(version: string): Promise<Older> {
  const found = new Map<string, [Cache, string]>()
  for (const cacheName of await ownCaches()) {
    if (cacheName === nameOf(version)) continue
    const cache = await caches.open(cacheName)
    const list = (await (await cache.match(address(LIST)))?.json()) as GardenList | undefined
    for (const [name, [hash]] of Object.entries(list?.files ?? {})) found.set(hash, [cache, name])
  }
  return async (hash) => {
    const [cache, name] = found.get(hash) ?? []
    return cache?.match(address(name!), { ignoreVary: true })
  }
}

/** A tab that has an older garden open keeps it: parts that it has not loaded yet are there only. */
async function forgetOlder(version: string): Promise<void> {
  for (const name of await ownCaches())
    if (name !== nameOf(version))
      await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && caches.delete(name))
}

/** In an open garden: nothing of it is deleted while this tab is there. */
export async function holdGarden(): Promise<void> {
  const version = await keptVersion()
  if (version) void navigator.locks.request(nameOf(version), { mode: 'shared' }, () => new Promise(() => undefined))
}

export async function forgetGarden(): Promise<void> {
  for (const name of await ownCaches()) await caches.delete(name)
  const registration = await navigator.serviceWorker.getRegistration(home())
  await registration?.unregister()
}
