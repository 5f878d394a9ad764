import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256'
import { generator } from './trials'

const hex = (words: Int32Array): string =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

describe('the digest that seeds generators', () => {
  it('is that of SHA-256, for texts of one block and of several', () => {
    for (const length of [0, 3, 55, 56, 63, 64, 200]) {
      const text = 'a'.repeat(length)
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })

  it('gives four words, little-endian, as 64-bit integers', () => {
    const digest = createHash('sha256').update('1/0/3/hands').digest()
    const words = Array.from(new BigInt64Array(generator('1/0/3/hands').buffer as ArrayBuffer), Number)
    expect(words).toEqual([0, 4, 8, 12].map((at) => digest.readUInt32LE(at)))
  })
})
