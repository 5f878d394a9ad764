// SHA-256 (FIPS 180-4), because browsers offer theirs only in secure contexts, and a server in one's own network is none.
// It seeds the generators of trials, as niwashi/core/rng.py does.

const PRIMES = firstPrimes(64)
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const BLOCK_BYTES = 64

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n)
  return found
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The eight words of a short text's digest, signed. */
export function sha256(text: string): Int32Array {
  const message = pad(new TextEncoder().encode(text))
  const state = Int32Array.from(START)
  for (let at = 0; at < message.byteLength; at += BLOCK_BYTES) mix(state, new DataView(message.buffer, at, BLOCK_BYTES))
  return state
}

function pad(text: Uint8Array): Uint8Array {
  const blocks = Math.ceil((text.length + 9) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(text)
  padded[text.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, text.length * 8)
  return padded
}

function mix(state: Int32Array, block: DataView): void {
  const words = schedule(block)
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word))
}

function schedule(block: DataView): Int32Array {
  const words = new Int32Array(64)
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(4 * i)
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!]
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1
  }
  return words
}
