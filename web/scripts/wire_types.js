// Writes src/wire/types.ts from src/wire/schema.json (npm run types).
import { compile } from 'json-schema-to-typescript'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

export const readSchema = () => JSON.parse(readFileSync(at('../src/wire/schema.json'), 'utf8'))

/** @returns {Promise<string>} */
export async function wireTypes(schema = readSchema()) {
  return compile(schema, 'Wire', {
    bannerComment: '// Made from schema.json by `npm run types`; do not edit.',
    additionalProperties: false,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(at('../src/wire/types.ts'), await wireTypes())
}
