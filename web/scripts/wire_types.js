// Writes src/wire/types.ts from src/wire/schema.json (npm run types).
import { compile } from 'json-schema-to-typescript'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @returns {Promise<string>} */
export async function wireTypes(schemaFile = at('../src/wire/schema.json')) {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
  const names = Object.keys(schema.$defs)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
  const root = { type: 'object', title: 'Wire', properties, required: names, additionalProperties: false, ...schema }
  return compile(root, 'Wire', {
    bannerComment: '// Made from schema.json by `npm run types`; do not edit.',
    additionalProperties: false,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(at('../src/wire/types.ts'), await wireTypes())
}
