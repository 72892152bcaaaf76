/** Reads what a page would show and stores it on this device, so that the page works without a network. */
import { readKept, writeKept } from './cache-store.ts'
import { type Body, type Given, type Id, type Place, type Request, pathOf, request } from './call.ts'
import type { SignedIn } from './session.ts'

/** A page calls the same functions to show data (`kept`, `pages`) and to store it ahead, so both use the same path. */
export type Ask<I extends Id, R> = (id: I, ...[place]: Given<Place<I>>) => R

/** Throws if the service refuses, or if this device cannot store the answer. */
export type KeepAhead = <I extends Id>(id: I, ...[place]: Given<Place<I>>) => Promise<Body<I>>

/** Stores everything that a page shows without a network; the pages that are kept ahead export it as `keep`. */
export type Keep = (keepAhead: KeepAhead, me: SignedIn) => Promise<void>

/** An answer stored within this time is not read again, in milliseconds. */
const FRESH = 3_600_000

/** Calls `wait` before each request. */
export function keepAheadFor({ user }: SignedIn, wait: () => Promise<void>): KeepAhead {
  return async function keepAhead<I extends Id>(id: I, ...[place]: Given<Place<I>>): Promise<Body<I>> {
    const asked = (place ?? {}) as Request
    const path = pathOf(id, asked)
    const known = await readKept(user.id, path)
    if (known && Date.now() - known.at < FRESH) return known.value
    await wait()
    // One try: a person whose session has ended is not asked to sign in for this.
    const { body, etag } = await request<Body<I>>(id, { ...asked, retry: false })
    const row = { value: body, at: Date.now(), ...(etag === undefined ? {} : { etag }) }
    if ((await writeKept(user.id, path, row)) === undefined) throw new Error('Nothing is kept here.')
    return body
  }
}
