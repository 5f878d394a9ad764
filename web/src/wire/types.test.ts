import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wireTypes } from '../../scripts/wire_types.js'

test('the types are those of the schema (npm run types writes them anew)', async () => {
  expect(readFileSync('src/wire/types.ts', 'utf8')).toBe(await wireTypes('src/wire/schema.json'))
})
