/** Stores what a page would show on this device, so that the page works without a network. */
import { readKept, writeKept } from './cache-store.ts'
import { type Body, type Given, type Id, type Place, type Request, pathOf, request } from './call.ts'
import type { SignedIn } from './session.ts'

/** A page uses the same function to show data and to store it ahead, so that both use the same path. */
export type Ask<I extends Id, R> = (id: I, ...[place]: Given<Place<I>>) => R

type KeepAhead = <I extends Id>(id: I, ...[place]: Given<Place<I>>) => Promise<Body<I>>

/** Pages that work without a network export this function as `keep`. */
export type Keep = (keepAhead: KeepAhead, me: SignedIn) => Promise<void>

/** Milliseconds in which a stored answer is not read again. */
const FRESH = 3_600_000

export function keepAheadFor({ user }: SignedIn, wait: () => Promise<void>): KeepAhead {
  return async function keepAhead<I extends Id>(id: I, ...[place]: Given<Place<I>>): Promise<Body<I>> {
    const asked = (place ?? {}) as Request
    const path = pathOf(id, asked)
    const known = await readKept(user.id, path)
    if (known && Date.now() - known.at < FRESH) return known.value
    await wait()
    // The request is made without retries, so that nobody is asked to sign in for it.
    const { body, etag } = await request<Body<I>>(id, { ...asked, retry: false })
    const row = { value: body, at: Date.now(), ...(etag === undefined ? {} : { etag }) }
    if ((await writeKept(user.id, path, row)) === undefined) throw new Error('Nothing is kept here.')
    return body
  }
}
