/**
 * Saves a person's changes. If somebody else has changed the resource meanwhile (412), the two changes are merged field by field.
 */
import { type Clash, type Fields, changes, merge, same } from './merge.ts'

export interface Answer<Body> {
  body: Body
  etag?: string | undefined
}

export interface Saving<F extends Fields, Body> {
  /** `before` has the fields when the form was filled, `mine` has the fields now. */
  before: F
  mine: F
  /** If undefined, as for an item of a list, the resource is read before it is changed. */
  etag: string | undefined
  fieldsOf: (body: Body) => F
  read: () => Promise<Answer<Body>>
  send: (changed: Partial<F>, etag: string) => Promise<Answer<Body>>
  /** Asks the person to choose. Undefined if the person gives up. */
  ask: (clashes: Clash<Extract<keyof F, string>>[]) => Promise<Partial<F> | undefined>
  isStale: (error: unknown) => boolean
}

interface Saved<F extends Fields, Body> {
  body: Body
  taken: Extract<keyof F, string>[]
}

/** If the resource has changed this many times in a row while we tried to save, the refusal is shown. */
const ROUNDS = 5

export async function saveByField<F extends Fields, Body>(
  saving: Saving<F, Body>,
): Promise<Saved<F, Body> | undefined> {
  const { fieldsOf, read, send, ask, isStale } = saving
  let { before, mine, etag } = saving
  const taken = new Set<Extract<keyof F, string>>()
  for (let round = 1; ; round++) {
    if (etag !== undefined)
      try {
        const { body } = await send(changes(before, mine), etag)
        return { body, taken: [...taken] }
      } catch (error) {
        if (!isStale(error) || round >= ROUNDS) throw error
      }
    const fresh = await read()
    const now = fieldsOf(fresh.body)
    const { values, clashes } = merge(before, mine, now)
    const chosen = clashes.length > 0 ? await ask(clashes) : {}
    if (!chosen) return undefined
    const result = { ...values, ...chosen }
    for (const field of Object.keys(now) as Extract<keyof F, string>[])
      if (!same(before[field], now[field]) && same(result[field], now[field])) taken.add(field)
    before = now
    mine = result
    etag = fresh.etag ?? '*'
    if (Object.keys(changes(before, mine)).length === 0) return { body: fresh.body, taken: [...taken] }
  }
}
