// A game's module with the memory that its loops work in. It knows no game and no bot: the facts say what lies where.

/** A place in memory, and the lengths of its dimensions if it is an array. */
export interface Area {
  at: number
  shape: number[]
}

interface ArrayFacts {
  name: string
  bytes: number
  shape: number[]
  /** It is the same memory as this one. */
  like?: string
  base64?: string
}

type Group = 'position' | 'rng' | 'generators' | 'scratch' | 'tree' | 'endgame'

/** What python -m niwashi.build.think knows of a game: functions, memory, weights and constants. */
export interface Facts {
  functions: Record<string, { arguments: string[]; items: string[] }>
  arrays: Record<Group, ArrayFacts[]>
  fields: Record<'node' | 'edge' | 'frame', Record<string, number>>
  prospects: boolean
  budgets: Record<string, Budget>
  constants: Record<string, number>
}

/** How long a bot may think: in nodes, which is reproducible, or in seconds. */
export interface Budget {
  seconds?: number | null
  nodes?: number | null
}

type Argument = number | Area
type Exported = (...args: (number | bigint)[]) => number | bigint | undefined

const PAGE_BYTES = 65536
/** Where a function that returns several numbers puts them. */
const RESULT_BYTES = 64

export class Machine {
  readonly #exports: Record<string, Exported>
  readonly #memory: WebAssembly.Memory
  readonly #areas = new Map<string, Area>()
  readonly #result: number

  constructor(
    module: WebAssembly.Module,
    readonly facts: Facts,
  ) {
    const { exports } = new WebAssembly.Instance(module)
    this.#exports = exports as Record<string, Exported>
    this.#memory = exports.memory as WebAssembly.Memory
    this.#result = align((exports.__heap_base as WebAssembly.Global).value as number)
    this.#layOut()
  }

  /** Arrays are zero at first: what no search has touched yet costs no memory. */
  #layOut(): void {
    let end = this.#result + RESULT_BYTES
    const groups = Object.values(this.facts.arrays).flat()
    for (const { name, bytes, shape, like } of groups) {
      this.#areas.set(name, { at: like ? this.area(like).at : end, shape })
      if (!like) end = align(end + bytes)
    }
    const missing = end - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    for (const { name, base64 } of groups) if (base64) this.write(name, fromBase64(base64))
  }

  area(name: string): Area {
    const found = this.#areas.get(name)
    if (!found) throw new Error(`there is no array ${name}`)
    return found
  }

  /** The arrays of a group, as functions take them. */
  group(name: Group): Area[] {
    return this.facts.arrays[name].map((array) => this.area(array.name))
  }

  write(name: string, content: Uint8Array): void {
    new Uint8Array(this.#memory.buffer).set(content, this.area(name).at)
  }

  copy(from: string, to: string): void {
    const { bytes } = this.#facts(from)
    new Uint8Array(this.#memory.buffer).copyWithin(this.area(to).at, this.area(from).at, this.area(from).at + bytes)
  }

  clear(name: string): void {
    const { at } = this.area(name)
    new Uint8Array(this.#memory.buffer).fill(0, at, at + this.#facts(name).bytes)
  }

  bytes(name: string): Uint8Array {
    const { at } = this.area(name)
    return new Uint8Array(this.#memory.buffer).slice(at, at + this.#facts(name).bytes)
  }

  #facts(name: string): ArrayFacts {
    return Object.values(this.facts.arrays)
      .flat()
      .find((array) => array.name === name) as ArrayFacts
  }

  integers(name: string): BigInt64Array<ArrayBuffer> {
    const { at, shape } = this.area(name)
    return new BigInt64Array(this.#memory.buffer as ArrayBuffer, at, shape[0])
  }

  numbers(name: string): Float64Array<ArrayBuffer> {
    const { at, shape } = this.area(name)
    return new Float64Array(this.#memory.buffer as ArrayBuffer, at, shape[0])
  }

  /** For the fields of records. */
  get view(): DataView<ArrayBuffer> {
    return new DataView(this.#memory.buffer as ArrayBuffer)
  }

  /** Calls a function that returns at most one number. */
  call(name: string, ...args: Argument[]): number {
    return Number((this.#exports[name] as Exported)(...this.#flatten(name, args)) ?? 0)
  }

  /** Calls a function that returns several. */
  callForMany(name: string, ...args: Argument[]): number[] {
    ;(this.#exports[name] as Exported)(this.#result, ...this.#flatten(name, args))
    const { view } = this
    return this.#signature(name).items.map((kind, i) =>
      kind === 'double'
        ? view.getFloat64(this.#result + 8 * i, true)
        : Number(view.getBigInt64(this.#result + 8 * i, true)),
    )
  }

  #signature(name: string): Facts['functions'][string] {
    return this.facts.functions[name] as Facts['functions'][string]
  }

  /** A record is its address; an array its address and its lengths; a whole number is 64 bits wide. */
  #flatten(name: string, args: Argument[]): (number | bigint)[] {
    return this.#signature(name).arguments.flatMap((kind, i) => {
      const given = args[i] as Argument
      if (typeof given === 'number') return [kind === 'float64' ? given : BigInt(given)]
      return kind.startsWith('record') ? [given.at] : [given.at, ...given.shape.map(BigInt)]
    })
  }
}

function align(address: number): number {
  return (address + 63) & ~63
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
