/** The answer of an operation that succeeds. */
import * as z from 'zod'

/** The media types of long texts. */
type TextMedia = 'text/csv; charset=utf-8' | 'application/xliff+xml; charset=utf-8'

export interface Responds<S extends z.ZodType | undefined = z.ZodType | undefined> {
  status: 200 | 201 | 204
  schema: S
  etag: boolean
  /** The path of the collection, if it is not the path of the request. */
  location: boolean | `/${string}`
  /** For a PUT: if it made the resource, it answers 201 with `Location`. It takes If-Match or `If-None-Match: *`. */
  orCreated?: true
  /** The client may keep the answer and ask whether it is still current. The ETag is a hash of the content. */
  revalidates?: true
  /** The media type, if it is not JSON. For an image, the operation selects the bytes as base64. */
  media?: 'image/webp' | TextMedia
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
/** 200 with content that clients may cache, or 304 while the content is the same. */
export const content = <S extends z.ZodType>(schema: S): Responds<S> => ({ ...ok(schema), revalidates: true })
/** 200 with bytes that clients may cache, or 304 while the bytes are the same. */
export const bytes = (media: 'image/webp'): Responds<z.ZodString> => ({
  ...content(z.string().meta({ format: 'binary' })),
  media,
})
/** 200 with a long text. */
export const text = (media: TextMedia): Responds<z.ZodString> => ({
  ...result(z.string()),
  media,
})
/** 200 with a result that is not a resource and has no ETag. */
export const result = <S extends z.ZodType>(schema: S): Responds<S> => ({ ...ok(schema), etag: false })
export const noContent: Responds<undefined> = { status: 204, schema: undefined, etag: false, location: false }

/** The path of the new resource. `sent` is the path of the request. */
export function locationOf(
  { path, responds: { location } }: { path: string; responds: Responds },
  sent: string,
  id: string,
): string | null {
  if (location === false) return null
  if (location === true) return `${sent}/${id}`
  const prefix = sent.split('/').slice(0, -(path.split('/').length - 1))
  return `${prefix.join('/')}${location}/${id}`
}
