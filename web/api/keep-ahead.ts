/** Stores what a page would show on this device, so that the page works without a network. */
import { readKept, writeKept } from './cache-store.ts'
import { type Body, type Given, type Id, type Place, type Request, pathOf, request } from './call.ts'
import type { SignedIn } from './session.ts'

/** A page uses the same function to show data and to store them ahead, so the path is the same both times. */
export type Ask<I extends Id, R> = (id: I, ...[place]: Given<Place<I>>) => R

type KeepAhead = <I extends Id>(id: I, ...[place]: Given<Place<I>>) => Promise<Body<I>>

/** A page that works without a network exports this function under the name `keep`. */
export type Keep = (keepAhead: KeepAhead, me: SignedIn) => Promise<void>

/** In milliseconds: a stored answer that is younger is not read again. */
const FRESH = 3_600_000

export function keepAheadFor({ user }: SignedIn, wait: () => Promise<void>): KeepAhead {
  return async function keepAhead<I extends Id>(id: I, ...[place]: Given<Place<I>>): Promise<Body<I>> {
    const asked = (place ?? {}) as Request
    const path = pathOf(id, asked)
    const known = await readKept(user.id, path)
    if (known && Date.now() - known.at < FRESH) return known.value
    await wait()
    // The request is not retried, so that nobody is asked to sign in for it.
    const { body, etag } = await request<Body<I>>(id, { ...asked, retry: false })
    const row = { value: body, at: Date.now(), ...(etag === undefined ? {} : { etag }) }
    if ((await writeKept(user.id, path, row)) === undefined) throw new Error('Nothing is kept here.')
    return body
  }
}
