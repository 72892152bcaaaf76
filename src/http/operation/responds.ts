/** The answer of an operation that succeeds. */
import type * as z from 'zod'

export interface Responds<S extends z.ZodType | undefined = z.ZodType | undefined> {
  status: 200 | 201 | 204
  schema: S
  etag: boolean
  location: boolean
  /** For a PUT: 201 with `Location` if it made the resource. The client may send `If-None-Match: *` instead of If-Match. */
  orCreated?: true
  /** The ETag is a hash of the content. A client that sends the current one as If-None-Match gets 304. */
  revalidates?: true
}

/** 200 with the resource and its ETag. */
export const ok = <S extends z.ZodType>(schema: S): Responds<S> => ({
  status: 200,
  schema,
  etag: true,
  location: false,
})
/** 201 with the new resource, its ETag and its location. */
export const created = <S extends z.ZodType>(schema: S): Responds<S> => ({
  status: 201,
  schema,
  etag: true,
  location: true,
})
/** 200 with the replaced resource, or 201 with the new one. */
export const okOrCreated = <S extends z.ZodType>(schema: S): Responds<S> => ({
  ...ok(schema),
  orCreated: true,
})
/** 200 with a body that clients cache and request again: an ETag of the content, and 304 while the content is the same. */
export const content = <S extends z.ZodType>(schema: S): Responds<S> => ({ ...ok(schema), revalidates: true })
/** 200 with a result that is not a resource and has no ETag. */
export const result = <S extends z.ZodType>(schema: S): Responds<S> => ({ ...ok(schema), etag: false })
/** 204 without a body. */
export const noContent: Responds<undefined> = { status: 204, schema: undefined, etag: false, location: false }
