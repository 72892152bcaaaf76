/** Makes a failing request smaller, as long as it still fails in the same way. */
import { randomUUID } from 'node:crypto'
import type { Asked } from './asked.ts'

/** How many smaller requests we try at most. */
const TRIES = 150

/** `breaks` sends a request and returns whether the same fault appears. */
export async function shrunk(asked: Asked, breaks: (smaller: Asked) => Promise<boolean>): Promise<Asked> {
  let smallest = asked
  let tries = 0
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const candidate of smallerThan(smallest)) {
      if (tries++ >= TRIES) return smallest
      if (!(await breaks(withNewKey(candidate)))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

/** Gives the request a new key. With a used key, it would get the stored answer. */
const withNewKey = (asked: Asked): Asked =>
  asked.headers['idempotency-key'] === undefined || !UUID.test(asked.headers['idempotency-key'])
    ? asked
    : { ...asked, headers: { ...asked.headers, 'idempotency-key': randomUUID() } }

const UUID = /^[0-9a-f-]{36}$/i

function* smallerThan(asked: Asked): Generator<Asked> {
  const { body, ...bodiless } = asked
  if (body !== undefined) yield bodiless
  const [plain = '', query] = asked.path.split('?')
  const parts = query?.split('&') ?? []
  for (const part of parts) {
    const left = parts.filter((one) => one !== part).join('&')
    yield { ...asked, path: left === '' ? plain : `${plain}?${left}` }
  }
  for (const name of Object.keys(asked.headers)) {
    const headers = { ...asked.headers }
    delete headers[name]
    yield { ...asked, headers }
  }
  if (body === undefined) return
  try {
    for (const smaller of smallerValues(JSON.parse(body))) yield { ...asked, body: JSON.stringify(smaller) }
  } catch {
    const half = Math.ceil(body.length / 2)
    if (half < body.length) {
      yield { ...asked, body: body.slice(0, half) }
      yield { ...asked, body: body.slice(half) }
    }
  }
}

/** Yields variants of a value: without one property or item, or with half of a text, at any depth. */
function* smallerValues(value: unknown): Generator {
  if (typeof value === 'string' && value.length > 1) yield value.slice(0, Math.ceil(value.length / 2) - 1)
  if (Array.isArray(value)) {
    if (value.length > 3) yield value.slice(0, Math.ceil(value.length / 2))
    for (const index of value.slice(0, 20).keys()) {
      yield value.toSpliced(index, 1)
      for (const smaller of smallerValues(value[index])) yield value.with(index, smaller)
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    for (const [name, inner] of entries) {
      yield Object.fromEntries(entries.filter(([other]) => other !== name))
      for (const smaller of smallerValues(inner))
        yield Object.fromEntries(entries.map(([other, one]) => [other, other === name ? smaller : one]))
    }
  }
}
