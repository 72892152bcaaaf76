/** The descriptions of the API in releases, in `docs/releases/`. `npm run release:record` adds the one of this version. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import packageFile from '../../package.json' with { type: 'json' }
import type { Json } from './schemas.ts'
import { mapOf } from './schemas.ts'

const folder = new URL('../../docs/releases/', import.meta.url)
const SUFFIX = '.openapi.json'

/** The last release before this version. */
export function lastRelease(version = packageFile.version): { version: string; document: Json } {
  const [last] = readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .filter((one) => orderOf(one) < orderOf(version))
    .toSorted((one, other) => orderOf(other) - orderOf(one))
  if (last === undefined) throw new Error(`docs/releases has no release before ${version}.`)
  return { version: last, document: read(new URL(`${last}${SUFFIX}`, folder)) }
}

const orderOf = (version: string) =>
  version.split('.').reduce((sum, part) => sum * 10_000 + Number.parseInt(part, 10), 0)

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as Json

/** The document without what is only for people. Names of fields can be `description` too, and stay. */
export function bare(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(mapOf(value))
      .filter(([key]) => areNames || !FOR_PEOPLE.has(key))
      .map(([key, one]) => [key, bare(one, !areNames && OF_NAMES.has(key))]),
  )
}

const FOR_PEOPLE = new Set(['description', 'summary', 'example', 'examples', 'tags', 'title', 'servers'])
/** Below these keys stand names that we have chosen. */
const OF_NAMES = new Set(['properties', 'schemas', 'paths', 'responses', 'headers', 'parameters', 'content'])

if (process.argv[1] === import.meta.filename) {
  const document = read(new URL('../../openapi.json', import.meta.url))
  const name = `${packageFile.version}${SUFFIX}`
  writeFileSync(new URL(name, folder), `${JSON.stringify(bare(document))}\n`)
  process.stdout.write(`docs/releases/${name} is recorded.\n`)
}
