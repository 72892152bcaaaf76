/** Reads what a page would show and keeps it on this device, so that the page is there without a network. */
import { readKept, writeKept } from './cache-store.ts'
import { type Body, type Given, type Id, type Place, type Request, pathOf, request } from './call.ts'
import type { SignedIn } from './session.ts'

/** A page asks the same functions for what it shows (`kept`, `pages`) and for what it needs later, so both have the same path. */
export type Ask<I extends Id, R> = (id: I, ...[place]: Given<Place<I>>) => R

/** Throws where the service does not give it or this device does not keep it. */
export type KeepAhead = <I extends Id>(id: I, ...[place]: Given<Place<I>>) => Promise<Body<I>>

/** All that a page shows when it is opened without a network; `keep` of the pages that are kept ahead. */
export type Keep = (keepAhead: KeepAhead, me: SignedIn) => Promise<void>

/** What was kept within this time is not read again, in milliseconds. */
const FRESH = 3_600_000

/** `wait` comes before each request. */
export function keepAheadFor({ user }: SignedIn, wait: () => Promise<void>): KeepAhead {
  return async function keepAhead<I extends Id>(id: I, ...[place]: Given<Place<I>>): Promise<Body<I>> {
    const asked = (place ?? {}) as Request
    const path = pathOf(id, asked)
    const known = await readKept(user.id, path)
    if (known && Date.now() - known.at < FRESH) return known.value
    await wait()
    // One try: whose session has ended is not asked to sign in for this.
    const { body, etag } = await request<Body<I>>(id, { ...asked, retry: false })
    const row = { value: body, at: Date.now(), ...(etag === undefined ? {} : { etag }) }
    if ((await writeKept(user.id, path, row)) === undefined) throw new Error('Nothing is kept here.')
    return body
  }
}
