/** Lost-update protection: a resource's version as its ETag, and If-Match compared with it (RFC 9110, strong comparison). */
import { preconditionFailed } from './problem.ts'
import type { Checked } from './validate.ts'

export const etagOf = (version: number) => `"${version}"`

/** The tags of an If-Match header; `*` for any. A weak tag is well-formed but never matches. */
export function checkIfMatch(value: string | undefined): Checked<string[] | '*'> {
  const wrong = (code: 'REQUIRED' | 'INVALID_FORMAT', message: string) => ({
    violations: [
      {
        field: 'If-Match',
        code,
        message: `If-Match ${message}.`,
        ...(value === undefined ? {} : { rejectedValue: value }),
      },
    ],
  })
  if (value === undefined)
    return wrong('REQUIRED', 'is required; send the ETag of the resource as it was read')
  if (value.trim() === '*') return { value: '*' }
  if (!LIST.test(value))
    return wrong('INVALID_FORMAT', 'has to be an entity tag such as "3", a list of them, or *')
  return { value: value.match(TAG) ?? [] }
}

export function mustMatch(tags: string[] | '*', version: number): void {
  if (tags === '*' || tags.includes(etagOf(version))) return
  throw preconditionFailed('The resource was changed since it was read; read it again and repeat the change.')
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
const LIST =
  /^[ \t]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t]*$/
