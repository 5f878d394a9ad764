import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSchema, wireTypes } from '../../scripts/wire_types.js'

const WEB = join(import.meta.dirname, '../..')
const TYPES = join(import.meta.dirname, 'types.ts')

test('the types are those of the schema (npm run types writes them anew)', async () => {
  expect(readFileSync(TYPES, 'utf8')).toBe(await wireTypes())
})

/** Fields of the server's structs, and where the client reads them. */
const FIELDS = [
  { type: 'MiyabiPlaced', field: 'objects', file: 'games/miyabi/describe.ts' },
  { type: 'EdoPlacings', field: 'turned', file: 'games/edo_yashiki/offer.ts' },
  { type: 'MiyabiView', field: 'turn', file: 'games/miyabi/index.ts' },
  { type: 'JudgementOut', field: 'event', file: 'advice/review.ts' },
  { type: 'ReasonOut', field: 'through_keys', file: 'advice/reasons.ts' },
  { type: 'TicketOut', field: 'ticket', file: 'sync/environment.ts' },
]

test('a field that is renamed on the server fails the type check', { timeout: 60_000 }, async () => {
  const schema = readSchema() as { $defs: Record<string, ObjectType> }
  for (const { type, field } of FIELDS) schema.$defs[type] = renamed(schema.$defs[type]!, field)
  const program = programWith(await wireTypes(schema))
  for (const { field, file } of FIELDS) expect(errorsIn(program, file), file).toContain(`'${field}'`)
})

interface ObjectType {
  properties: Record<string, unknown>
  required: string[]
}

function renamed({ properties, required, ...rest }: ObjectType, field: string): ObjectType {
  expect(properties).toHaveProperty(field)
  const other = (name: string): string => (name === field ? 'renamed' : name)
  const entries = Object.entries(properties).map(([name, value]): [string, unknown] => [other(name), value])
  return { ...rest, properties: Object.fromEntries(entries), required: required.map(other) }
}

/** The client as the compiler would see it with these types. */
function programWith(types: string): ts.Program {
  const { config } = ts.readConfigFile(join(WEB, 'tsconfig.json'), ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB)
  const host = ts.createCompilerHost(options)
  const usual = host.getSourceFile
  host.getSourceFile = (path, target) =>
    path === TYPES ? ts.createSourceFile(path, types, target) : usual(path, target)
  const files = FIELDS.map(({ file }) => join(WEB, 'src', file))
  return ts.createProgram(files, options, host)
}

function errorsIn(program: ts.Program, file: string): string {
  const found = program.getSemanticDiagnostics(program.getSourceFile(join(WEB, 'src', file)))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')).join('\n')
}
