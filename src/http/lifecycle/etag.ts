/** ETags, made from a version or from the content, and the conditions that requests put on them (RFC 9110). */
import { createHash } from 'node:crypto'
import { type ViolationCode, preconditionFailed } from '../problem.ts'
import type { CheckResult } from '../schema/validate.ts'

export const etagOf = (version: number) => `"${version}"`

/** The tag of content without a version. The same text has the same tag on every instance. */
export const contentTag = (body: string) => `"${createHash('sha256').update(body).digest('base64url')}"`

/** A strong tag identifies the bytes that we send, so the same content has a different tag in each coding. */
export const tagInCoding = (etag: string, coding: string | undefined) =>
  coding === undefined ? etag : `${etag.slice(0, -1)}.${coding}"`

/** The state that a change requires: a version with one of the tags, any version (`*`), or no resource yet (`none`). */
export type Precondition = string[] | '*' | 'none'

/** The tags of an If-Match header; `*` for any version. A weak tag is well-formed but never matches. */
export function checkIfMatch(value: string | undefined): CheckResult<string[] | '*'> {
  if (value === undefined)
    return wrong('If-Match', 'REQUIRED', 'is required; send the ETag of the resource as it was read')
  return tagsOf('If-Match', value)
}

/** A PUT sends If-Match to replace a resource, or `If-None-Match: *` to make one. */
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

/** The tags that a reader has; an empty list if the header is absent. */
export const checkIfNoneMatch = (value: string | undefined): CheckResult<string[] | '*'> =>
  value === undefined ? { value: [] } : tagsOf('If-None-Match', value)

/** Compares weakly (RFC 9110), because a proxy can have weakened the tag. */
export const isAmong = (tags: string[] | '*', etag: string): boolean =>
  tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === etag)

/** `version` is null if the resource does not exist. */
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
/** Empty members are ignored (RFC 9110 §5.6.1.2). The limit for the header's size also limits their number. */
const LIST =
  /^[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*$/
