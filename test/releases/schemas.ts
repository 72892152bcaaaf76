/** Compares two schemas of OpenAPI documents, as something that clients send or that they get. */

export type Json = { [key: string]: unknown }

/** `sent` is a body or a parameter of a request, `got` a part of an answer. */
type Direction = 'sent' | 'got'

interface Pair {
  before: unknown
  after: unknown
  /** Where it is, such as `POST /matches body.gameId`. */
  at: string
}

/** Finds what breaks a client that was written for `before`. References are followed in the document of each side. */
export class Comparison {
  readonly #documents: { before: Json; after: Json }
  /** Pairs of references that are compared already, because schemas can contain themselves. */
  readonly #seen = new Set<string>()
  readonly #mayGrow: (name: string) => boolean

  constructor(documents: { before: Json; after: Json }, mayGrow: (name: string) => boolean) {
    this.#documents = documents
    this.#mayGrow = mayGrow
  }

  compare(direction: Direction, { before, after, at }: Pair): string[] {
    const [names, key] = [[refOf(before), refOf(after)], `${direction} ${refOf(before)} ${refOf(after)}`]
    if (names.every((name) => name !== undefined)) {
      if (this.#seen.has(key)) return []
      this.#seen.add(key)
    }
    const [one, other] = [resolved(this.#documents.before, before), resolved(this.#documents.after, after)]
    const name = names[0]?.slice(names[0].lastIndexOf('/') + 1)
    const pair = { before: one, after: other, at: name ?? at }
    if (one['anyOf'] !== undefined || other['anyOf'] !== undefined)
      return this.#alternatives(direction, { before: one, after: other, at: pair.at })
    return [
      ...this.#values(direction, pair),
      ...(direction === 'sent' ? limits(pair) : []),
      ...this.#properties(direction, pair),
      ...(one['items'] !== undefined && other['items'] !== undefined
        ? this.compare(direction, { before: one['items'], after: other['items'], at: `${pair.at}[]` })
        : []),
    ]
  }

  /** What is sent must be accepted by one of the new alternatives, what is got must be one of the old ones. */
  #alternatives(
    direction: Direction,
    { before, after, at }: { before: Json; after: Json; at: string },
  ): string[] {
    const [old, current] = [alternativesOf(before), alternativesOf(after)]
    const [all, possible] = direction === 'sent' ? [old, current] : [current, old]
    return all.flatMap((one) => {
      const attempts = possible.map((other) => {
        const [first, second] = direction === 'sent' ? [one, other] : [other, one]
        const fresh = new Comparison(this.#documents, this.#mayGrow)
        for (const key of this.#seen) fresh.#seen.add(key)
        return fresh.compare(direction, { before: first, after: second, at })
      })
      if (attempts.some((faults) => faults.length === 0)) return []
      const [closest = []] = attempts.toSorted((x, y) => x.length - y.length)
      return closest.length > 0 ? closest : [`${at}: has another alternative`]
    })
  }

  #values(direction: Direction, { before, after, at }: { before: Json; after: Json; at: string }): string[] {
    const faults: string[] = []
    const [wide, narrow] = direction === 'sent' ? [after, before] : [before, after]
    const more = (key: string) => {
      const [most, few] = [listOf(wide[key]), listOf(narrow[key])]
      if (most === undefined) return []
      return few === undefined
        ? ['anything']
        : few.filter((one) => !most.includes(one) && !(one === 'integer' && most.includes('number')))
    }
    for (const key of ['type', 'enum', 'const']) {
      const beyond = more(key)
      if (beyond.length === 0) continue
      if (key === 'enum' && direction === 'got' && this.#mayGrow(at)) continue
      faults.push(
        `${at}: ${key} ${direction === 'sent' ? 'no longer accepts' : 'has also'} ${beyond.join(', ')}`,
      )
    }
    if (direction === 'got' && before['format'] !== after['format'])
      faults.push(`${at}: format ${text(before['format'])} is now ${text(after['format'])}`)
    return faults
  }

  #properties(
    direction: Direction,
    { before, after, at }: { before: Json; after: Json; at: string },
  ): string[] {
    const [old, current] = [mapOf(before['properties']), mapOf(after['properties'])]
    const [needed, neededNow] = [namesIn(before['required']), namesIn(after['required'])]
    const faults: string[] = []
    for (const [name, schema] of Object.entries(old)) {
      const where = `${at}.${name}`
      if (!Object.hasOwn(current, name)) {
        faults.push(`${where}: is gone`)
        continue
      }
      faults.push(...this.compare(direction, { before: schema, after: current[name], at: where }))
    }
    if (direction === 'sent')
      for (const name of neededNow.filter((one) => !needed.includes(one)))
        faults.push(`${at}.${name}: is required now`)
    else
      for (const name of needed.filter((one) => !neededNow.includes(one) && Object.hasOwn(current, one)))
        faults.push(`${at}.${name}: can be missing now`)
    if (
      direction === 'sent' &&
      after['additionalProperties'] === false &&
      before['additionalProperties'] !== false
    )
      faults.push(`${at}: refuses other fields now`)
    const [values, valuesNow] = [before['additionalProperties'], after['additionalProperties']]
    if (typeof values === 'object' && typeof valuesNow === 'object')
      faults.push(...this.compare(direction, { before: values, after: valuesNow, at: `${at}.*` }))
    return faults
  }
}

/** Limits of what is sent: each may only become wider. */
function limits({ before, after, at }: { before: Json; after: Json; at: string }): string[] {
  const faults: string[] = []
  for (const key of ['minimum', 'minLength', 'minItems', 'minProperties'])
    if (numberOf(after[key], -Infinity) > numberOf(before[key], -Infinity))
      faults.push(`${at}: ${key} ${text(before[key])} is now ${text(after[key])}`)
  for (const key of ['maximum', 'maxLength', 'maxItems', 'maxProperties'])
    if (numberOf(after[key], Infinity) < numberOf(before[key], Infinity))
      faults.push(`${at}: ${key} ${text(before[key])} is now ${text(after[key])}`)
  for (const key of ['pattern', 'format', 'uniqueItems'])
    if (after[key] !== undefined && after[key] !== false && after[key] !== before[key])
      faults.push(`${at}: ${key} ${text(before[key])} is now ${text(after[key])}`)
  return faults
}

const refOf = (schema: unknown): string | undefined => {
  const ref = mapOf(schema)['$ref']
  return typeof ref === 'string' ? ref : undefined
}

/** The schema, parameter, header or answer behind a reference. */
export function resolved(document: Json, given: unknown): Json {
  const ref = refOf(given)
  if (ref === undefined) return mapOf(given)
  const found = ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, name) => mapOf(at)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  if (found === undefined) throw new Error(`${ref} leads nowhere.`)
  return resolved(document, found)
}

export const mapOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const alternativesOf = (schema: Json): unknown[] =>
  Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [schema]

/** `const` and a single type are lists of one. */
const listOf = (value: unknown): unknown[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? (value as unknown[]) : [value]

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

const text = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value))
