// Starts Python in a worker: fetches all parts, compares each with its hash, unpacks them and imports the garden.
import { hashOf } from './hash'
import type { Fault } from './messages'

interface Parts {
  /** The SHA-256 of each file in `garden/`. */
  files: Record<string, string>
  /** Archives that are unpacked where Python looks for modules. */
  archives: string[]
  /** The kernels, in a folder of their own. */
  modules: string[]
}

/** The part of Pyodide that is used here. */
interface Pyodide {
  FS: { mkdirTree: (path: string) => void; writeFile: (path: string, content: Uint8Array) => void }
  unpackArchive: (content: Uint8Array, kind: string, options: { extractDir: string }) => void
  runPython: (code: string) => unknown
  pyimport: (name: string) => unknown
}

const HOME = '/niwashi'

class PartError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.sentence)
  }
}

const damaged = (name: string, why: string): PartError =>
  new PartError({ code: 'site/part', sentence: `The file ${name} of this garden ${why}.`, about: { file: name } })

const insecure = (): PartError =>
  new PartError({ code: 'site/secure', sentence: 'A garden needs https, so that its files can be checked.' })

async function forget(url: string): Promise<void> {
  if ('caches' in globalThis) for (const name of await caches.keys()) await (await caches.open(name)).delete(url)
}

/** Named by the hash of its list of parts, so that two gardens never mix (src/niwashi/site/folder.py). */
const folderOf = (base: string, parts: string): string => new URL(`garden/${parts.slice(0, 16)}/`, base).href

async function fetchFile(folder: string, name: string, cache: RequestCache): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(folder + name, { cache })
    if (!response.ok) throw new Error(String(response.status))
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    throw damaged(name, 'cannot be loaded')
  }
}

/** What a cache has damaged comes anew, past every cache. */
async function fetchPart(folder: string, name: string, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = await fetchFile(folder, name, 'default')
  if ((await hashOf(content)) === hash) return content
  await forget(folder + name).catch(() => undefined)
  const anew = await fetchFile(folder, name, 'reload')
  if ((await hashOf(anew)) === hash) return anew
  throw damaged(name, 'is damaged: it does not match its hash')
}

/** The garden's Python module. Call it once in a worker. */
export async function startPython<Module>(base: string, hash: string): Promise<Module> {
  // Browsers hash files only where pages are secure; `crypto` has no `subtle` elsewhere.
  if (!globalThis.isSecureContext) throw insecure()
  const index = folderOf(base, hash)
  const list = await fetchPart(index, 'parts.json', hash)
  const parts = JSON.parse(new TextDecoder().decode(list)) as Parts
  const names = Object.keys(parts.files)
  const contents = new Map(
    await Promise.all(names.map(async (name) => [name, await fetchPart(index, name, parts.files[name]!)] as const)),
  )
  const { loadPyodide } = (await import(/* @vite-ignore */ `${index}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Pyodide>
  }
  const python = await loadPyodide({ indexURL: index })
  python.FS.mkdirTree(`${HOME}/modules`)
  for (const name of parts.archives) python.unpackArchive(contents.get(name)!, 'zip', { extractDir: HOME })
  for (const name of parts.modules) python.FS.writeFile(`${HOME}/modules/${name}`, contents.get(name)!)
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`)
  return python.pyimport('niwashi.site.browser.main') as Module
}

export const faultOf = (error: unknown): Fault =>
  error instanceof PartError
    ? error.fault
    : { code: 'site/start', sentence: `The garden could not start: ${String(error).trim().split('\n').at(-1)}` }
