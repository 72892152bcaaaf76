/** How an operation answers when all went well. */
import type * as z from 'zod'

export interface Responds {
  status: 200 | 201 | 204
  schema: z.ZodType | undefined
  etag: boolean
  location: boolean
  /** A PUT: 201 with `Location` where it made the resource. Its If-Match may give way to `If-None-Match: *`. */
  orCreated?: true
  /** The ETag is of the answer's content: whoever sends it as If-None-Match and is up to date gets 304. */
  revalidates?: true
}

/** 200 with the resource and its ETag. */
export const ok = (schema: z.ZodType): Responds => ({ status: 200, schema, etag: true, location: false })
/** 201 with the new resource, its ETag and where it is. */
export const created = (schema: z.ZodType): Responds => ({ status: 201, schema, etag: true, location: true })
/** 200 with the resource that was replaced, or 201 with the one that was made. */
export const okOrCreated = (schema: z.ZodType): Responds => ({ ...ok(schema), orCreated: true })
/** 200 with what many readers keep and ask for again: an ETag of the content, 304 while it is the same. */
export const content = (schema: z.ZodType): Responds => ({ ...ok(schema), revalidates: true })
/** 200 with a result that is no resource, and so has no ETag. */
export const result = (schema: z.ZodType): Responds => ({ ...ok(schema), etag: false })
/** 204 and nothing else. */
export const noContent: Responds = { status: 204, schema: undefined, etag: false, location: false }
