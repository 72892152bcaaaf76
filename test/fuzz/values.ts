/** Makes values from a schema: valid ones, and mutated ones. */
import { randomUUID } from 'node:crypto'
import type { Schema } from '../document.ts'
import type { Random } from '../worlds/random.ts'

export interface Source {
  random: Random
  /** The whole document, to follow each `$ref`. */
  whole: Schema
  /** The id of something that exists, for the property or parameter with this name. */
  idFor: (name: string) => string | undefined
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The most items in an array without a limit. `DEPTH` limits how deep objects without fixed properties are nested. */
const ITEMS = 4
const DEPTH = 3

/** A random value that the schema allows, for the property `name`. */
export function valid(schema: Schema, source: Source, name = '', depth = 0): Json {
  const { random } = source
  const followed = follow(schema, source.whole)
  const { anyOf, const: only, enum: oneOf } = followed as { anyOf?: Schema[]; const?: Json; enum?: Json[] }
  if (only !== undefined) return only
  if (oneOf) return random.pick(oneOf) ?? null
  if (anyOf) return valid(random.pick(anyOf) ?? {}, source, name, depth)
  const type = random.pick([followed['type']].flat() as string[])
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer' || type === 'number') return numberOf(followed, type, random)
  if (type === 'array') return arrayOf(followed, source, name, depth)
  if (type === 'object') return objectOf(followed, source, depth)
  if (type === 'string') return textOf(followed, source, name)
  return random.pick<Json>([1, 'text', true, null, { any: [1.5, 'thing'] }]) ?? null
}

function follow(schema: Schema, whole: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Schema)[step], whole)
  return follow(found as Schema, whole)
}

function numberOf(schema: Schema, type: string, random: Random): number {
  const least = Math.max(Number(schema['minimum'] ?? -1_000), -1e8)
  const most = Math.min(Number(schema['maximum'] ?? 1_000), least + (random.chance(0.8) ? 10 : 2_147_000_000))
  const between = least + random.below(1 + Math.floor(most - least))
  return type === 'integer' ? Math.ceil(between) : Math.min(between + random.below(100) / 100, most)
}

function arrayOf(schema: Schema, source: Source, name: string, depth: number): Json {
  const least = Number(schema['minItems'] ?? 0)
  const most = Math.min(Number(schema['maxItems'] ?? ITEMS), least + ITEMS)
  const count = least + source.random.below(1 + most - least)
  const items = Array.from({ length: count }, () =>
    valid((schema['items'] ?? {}) as Schema, source, singular(name), depth + 1),
  )
  if (schema['uniqueItems'] !== true) return items
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

const singular = (name: string) => name.replace(/Ids$/, 'Id').replace(/^expansions$/, 'expansionId')

function objectOf(schema: Schema, source: Source, depth: number): Json {
  const { random } = source
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const required = new Set((schema['required'] ?? []) as string[])
  const made = Object.entries(properties)
    .filter(([name]) => required.has(name) || random.chance(0.5))
    .map(([name, property]) => [name, valid(property, source, name, depth + 1)])
  const isFree = schema['additionalProperties'] !== false && Object.keys(properties).length === 0
  if (isFree && depth < DEPTH)
    for (let n = random.below(3); n > 0; n--)
      made.push([
        `k${n}`,
        random.pick<Json>([1, 'x', null, 0.1, [true, {}], { deeper: { still: [] } }]) ?? null,
      ])
  return Object.fromEntries(made) as Json
}

function textOf(schema: Schema, source: Source, name: string): string {
  const { random } = source
  const format = schema['format']
  if (format === 'uuid') return (random.chance(0.9) ? source.idFor(name) : undefined) ?? randomUUID()
  if (format === 'date-time') return new Date(Date.UTC(2026, 0, 1) + random.below(2 ** 31)).toISOString()
  if (format === 'uri' || name === 'url') return `https://example.org/${random.below(1_000)}.png`
  const pattern = schema['pattern']
  if (typeof pattern === 'string') {
    const known = source.idFor(name)
    if (known !== undefined && random.chance(0.6)) return known
    const fitting = FITTING.filter((text) => new RegExp(pattern, 'u').test(text))
    const one = random.pick(fitting) ?? ''
    return /\d$/.test(one) ? `${one}${random.below(10_000)}` : one
  }
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? 100)
  const wanted = random.chance(0.05) ? most : Math.min(most, least + random.below(30))
  const words = Array.from({ length: 8 }, () => random.pick(WORDS) ?? '').join(' ')
  const text = wanted > words.length ? words + 'x'.repeat(wanted - words.length) : words.slice(0, wanted)
  return [...text].length < least ? 'x'.repeat(least) : text
}

/** Sample texts. At least one of them fits each pattern in the document. */
const FITTING = [
  'catalog:1',
  'menu.new1',
  'menu.old1',
  'https://apps.example.org/callback',
  '7',
  'de',
  'de-AT',
  'pl',
  'zh-Hant-TW',
  'count',
  'app-1',
  'alma@example.org',
  'd41d8cd98f00b204e9800998ecf8427e',
]
const WORDS = [
  'Harbour',
  'lights',
  'Straße',
  'İstanbul',
  '界',
  '🎲',
  'e\u0301',
  "O'Neil",
  '100%',
  'a_b',
  'null',
  '{n}',
]

/** Changes one part of a value to something wrong, or to something that only looks wrong. */
export function mutated(value: Json, random: Random): Json {
  const spots = spotsIn(value)
  const path = random.pick(spots) ?? []
  return changedAt(value, path, (found) => strange(found, random))
}

function strange(found: Json, random: Random): Json | undefined {
  if (Array.isArray(found) && random.chance(0.5))
    return random.pick<Json>([
      [],
      [...found, ...found],
      Array<Json>(1 + random.below(2_000)).fill(found[0] ?? null),
    ])
  if (typeof found === 'object' && found !== null && random.chance(0.5))
    return { ...found, [random.pick(['other', '__proto__', 'constructor', '', 'id\u0000']) ?? '']: 1 }
  if (typeof found === 'string' && random.chance(0.5))
    return random.pick([
      `${found} `,
      found.toUpperCase(),
      found.repeat(200),
      `${found}\u0000`,
      '',
      '\ud800',
      '\u202e',
    ])
  if (typeof found === 'number' && random.chance(0.5))
    return random.pick([-found, found + 0.001, found * 1e9, 2 ** 31, 2 ** 53, -1, 0, 1e300])
  return random.pick<Json | undefined>(STRANGE)
}

/** Strange values. Undefined removes the property. */
const STRANGE: (Json | undefined)[] = [
  undefined,
  undefined,
  null,
  true,
  0,
  -1,
  1.005,
  2 ** 53 + 2,
  '',
  ' ',
  'x'.repeat(20_000),
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:00Z',
  '0000-01-01T00:00:00Z',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { id: { id: { id: 1 } } },
]

type Path = (string | number)[]

function spotsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => spotsIn(inner, [...path, name]))]
}

function changedAt(value: Json, path: Path, change: (found: Json) => Json | undefined): Json {
  const [step, ...rest] = path
  if (step === undefined) return change(value) ?? null
  if (Array.isArray(value))
    return value.flatMap((inner, index) => {
      if (String(index) !== step) return [inner]
      const changed = rest.length === 0 ? change(inner) : changedAt(inner, rest, change)
      return changed === undefined ? [] : [changed]
    })
  const entries = Object.entries(value as Record<string, Json>).flatMap(([name, inner]) => {
    if (name !== step) return [[name, inner] as const]
    const changed = rest.length === 0 ? change(inner) : changedAt(inner, rest, change)
    return changed === undefined ? [] : [[name, changed] as const]
  })
  return Object.fromEntries(entries)
}
