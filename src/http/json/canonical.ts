/** The canonical text of a JSON value. Fingerprints are made from it. */
import { InexactNumber, type JsonObject, type JsonValue } from './value.ts'
import { normalNumber } from './number.ts'
import { isLong } from './source.ts'

/**
 * All spellings of a value give the same text: keys are sorted, there is no white space, and numbers are written by their value
 * (1.0 = 1 = 1e0, -0 = 0).
 */
export function canonicalJson(value: JsonValue): string {
  if (value instanceof InexactNumber) return normalNumber(value.text)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Makes the text in pieces, so that other requests can run between two pieces. A short value is one piece. */
export function* canonicalPieces(value: JsonValue): Generator<string, void> {
  if (!isLong(value)) yield canonicalJson(value)
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* canonicalPieces(item)
    }
    yield ']'
  } else {
    const members = Object.entries(value as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [index, [key, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
      yield* canonicalPieces(member)
    }
    yield '}'
  }
}

function canonicalObject(object: JsonObject): string {
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(value)}`)
  }
  return `{${members.join(',')}}`
}
