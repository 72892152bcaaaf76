/** ETags, and the headers by which a request requires a certain ETag (RFC 9110). */
import { createHash } from 'node:crypto'
import { type ViolationCode, preconditionFailed } from '../problem.ts'
import type { CheckResult } from '../schema/validate.ts'

export const etagOf = (version: number) => `"${version}"`

/** The ETag of content that has no version number. */
export const contentTag = (body: string) => `"${createHash('sha256').update(body).digest('base64url')}"`

/** A strong ETag stands for exact bytes. So each content coding needs an ETag of its own. */
export const tagInCoding = (etag: string, coding: string | undefined) =>
  coding === undefined ? etag : `${etag.slice(0, -1)}.${coding}"`

/**
 * What a change requires: a version with one of these ETags, any version (`*`), or that the resource does not exist yet (`none`).
 */
export type Precondition = string[] | '*' | 'none'

/** Reads If-Match. A weak ETag is accepted, but it never matches. */
export function checkIfMatch(value: string | undefined): CheckResult<string[] | '*'> {
  if (value === undefined)
    return wrong('If-Match', 'REQUIRED', 'is required; send the ETag of the resource as it was read')
  return tagsOf('If-Match', value)
}

/** Reads the header of a PUT. With If-Match it replaces a resource, with `If-None-Match: *` it makes one. */
export function checkMatchOrCreate(
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
): CheckResult<Precondition> {
  if (ifNoneMatch === undefined) {
    if (ifMatch !== undefined) return tagsOf('If-Match', ifMatch)
    const message =
      'is required; send the ETag of the resource as it was read, or If-None-Match: * to make it'
    return wrong('If-Match', 'REQUIRED', message)
  }
  if (ifMatch !== undefined)
    return wrong('If-None-Match', 'INVALID_VALUE', 'and If-Match exclude each other', ifNoneMatch)
  if (ifNoneMatch.trim() === '*') return { value: 'none' }
  return wrong(
    'If-None-Match',
    'INVALID_VALUE',
    'must be * here, to make a resource that does not exist',
    ifNoneMatch,
  )
}

export const checkIfNoneMatch = (value: string | undefined): CheckResult<string[] | '*'> =>
  value === undefined ? { value: [] } : tagsOf('If-None-Match', value)

/** True if the ETag is among these. `W/` is ignored, because a proxy may have weakened the ETag. */
export const isAmong = (tags: string[] | '*', etag: string): boolean =>
  tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === etag)

/** Throws unless the resource has a version that the request requires. `version` is null if the resource does not exist. */
export function mustMatch(tags: Precondition, version: number | null): void {
  if (tags === 'none') {
    if (version === null) return
    throw preconditionFailed('The resource exists already; read it, and send its ETag as If-Match.')
  }
  if (version === null)
    throw preconditionFailed('The resource does not exist; send If-None-Match: * to make it.')
  if (tags === '*' || tags.includes(etagOf(version))) return
  if (tags.some((tag) => tag.startsWith('W/'))) throw preconditionFailed(WEAKENED)
  throw preconditionFailed('The resource was changed since it was read; read it again and repeat the change.')
}

const WEAKENED =
  'If-Match has a weak tag (W/"…"), which never matches. The service sends strong ones: something between client and service, such as a proxy that compresses answers, weakened it. Configure the proxy to leave the answers of the API unchanged, or read the resource with Accept-Encoding: identity and send the ETag of that answer.'

function tagsOf(header: string, value: string): CheckResult<string[] | '*'> {
  if (value.trim() === '*') return { value: '*' }
  if (!LIST.test(value))
    return wrong(header, 'INVALID_FORMAT', 'must be an entity tag such as "3", a list of them, or *', value)
  return { value: value.match(TAG) ?? [] }
}

function wrong(field: string, code: ViolationCode, message: string, rejectedValue?: string) {
  const shown = rejectedValue === undefined ? {} : { rejectedValue }
  return { violations: [{ field, code, message: `${field} ${message}.`, ...shown }] }
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
/** A list of ETags. Empty members of the list are ignored (RFC 9110 §5.6.1.2). */
const LIST =
  /^[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*$/
