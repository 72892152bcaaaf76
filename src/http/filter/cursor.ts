/** A cursor says where a page begins. It is signed, and valid only for the same list, filter and sort. */
import { type KeyObject, createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The page begins after the row with these sort keys, or ends before it. If `inclusive` is true, the page includes this row. */
export interface Cursor {
  towards: 'after' | 'before'
  inclusive: boolean
  /** The sort keys of a row, as texts that PostgreSQL has written. The last one is the id. */
  keys: string[]
}

export interface CursorScope {
  secret: KeyObject
  path: string
  filter: string
  sort: string
}

export function writeCursor({ towards, inclusive, keys }: Cursor, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([towards === 'after' ? 1 : 0, inclusive ? 1 : 0, ...keys]))
  return written(payload, signature(payload, scope))
}

/** Returns undefined if this service did not make the cursor, or if it was made for another list, filter or sort. */
export function readCursor(text: string, scope: CursorScope): Cursor | undefined {
  const [encoded, signed, more] = text.split('.')
  if (encoded === undefined || signed === undefined || more !== undefined) return undefined
  const payload = Buffer.from(encoded, 'base64url')
  const given = Buffer.from(signed, 'base64url')
  const expected = signature(payload, scope)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  if (text !== written(payload, given)) return undefined // because base64url can write the same bytes in several ways
  const [towards, inclusive, ...keys] = JSON.parse(payload.toString()) as [number, number, ...string[]]
  return { towards: towards === 1 ? 'after' : 'before', inclusive: inclusive === 1, keys }
}

const written = (payload: Buffer, signed: Buffer) =>
  `${payload.toString('base64url')}.${signed.toString('base64url')}`

/** The first 128 bits are enough: they are short in a URL, and nobody can guess them. */
function signature(payload: Buffer, { secret, path, filter, sort }: CursorScope): Buffer {
  const bound = createHash('sha256')
    .update(JSON.stringify([path, filter, sort]))
    .digest()
  return createHmac('sha256', secret).update(bound).update(payload).digest().subarray(0, 16)
}
