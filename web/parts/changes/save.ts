/**
 * Saves a person's changes. If the resource changed meanwhile (412), merges field by field and never overwrites another
 * person's change.
 */
import { type Clash, type Fields, changes, merge, same } from './merge.ts'

export interface Answer<Body> {
  body: Body
  etag?: string | undefined
}

export interface Saving<F extends Fields, Body> {
  /** `before` are the fields when the form was filled, `mine` the fields now. */
  before: F
  mine: F
  /** The ETag of `before`. If it is not known, such as for an item of a list, the resource is read before anything is sent. */
  etag: string | undefined
  /** The form's fields of a resource. */
  fieldsOf: (body: Body) => F
  read: () => Promise<Answer<Body>>
  send: (changed: Partial<F>, etag: string) => Promise<Answer<Body>>
  /** Asks the person to choose for each clash; undefined if they gave up. */
  ask: (clashes: Clash<Extract<keyof F, string>>[]) => Promise<Partial<F> | undefined>
  /** Whether the service refused because the resource's version has changed. */
  isStale: (error: unknown) => boolean
}

export interface Saved<F extends Fields, Body> {
  body: Body
  /** The fields that others changed meanwhile, kept beside my changes. */
  taken: Extract<keyof F, string>[]
}

/** After this number of new versions in a row, we stop, and the refusal goes to the page. */
const ROUNDS = 5

/** Undefined if the person gave up at a choice. */
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
