/** Reads what a page sends: a form or JSON, and the path to go to afterwards. */
import type { FastifyRequest } from 'fastify'
import { JSON_TYPE, mustBeOfType } from '../http/server/exchange.ts'
import { parseLongJson } from '../http/json/read.ts'
import { decodeUtf8 } from '../http/json/utf8.ts'
import { inSlices } from '../http/turns/slices.ts'

/** In bytes. None of our forms, and no answer of an authenticator, is longer. */
export const FORM_LIMIT = 65_536

const MOST_VALUES = 1_000

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The fields of a form. A missing field counts as an empty text. */
export class Form {
  readonly values: URLSearchParams

  constructor(values: URLSearchParams) {
    this.values = values
  }

  text(name: string): string {
    return keepable(this.values.get(name) ?? '')
  }

  all(name: string): string[] {
    return this.values.getAll(name).map(keepable)
  }
}

/** Replaces NUL, which PostgreSQL would refuse. */
const keepable = (text: string) => text.replaceAll('\0', '\ufffd')

export function formOf(request: FastifyRequest): Form {
  const body = request.body as Buffer | undefined
  if (body === undefined || body.length === 0) return new Form(new URLSearchParams())
  mustBeOfType(request, FORM_TYPE)
  return new Form(new URLSearchParams(decodeUtf8(body)))
}

export async function jsonOf(request: FastifyRequest): Promise<unknown> {
  const body = request.body as Buffer | undefined
  if (body === undefined || body.length === 0) return undefined
  mustBeOfType(request, JSON_TYPE)
  return (await parseLongJson(decodeUtf8(body), MOST_VALUES, inSlices)).value
}

/** Returns `/` if the path is not one of ours, so that a sign-in never leads to another site. */
export function nextIn(given: string): string {
  const isPath = /^\/[\x21-\x7e]{0,1000}$/.test(given) && !given.includes('\\')
  const resolved = isPath ? URL.parse(given, 'http://ours.invalid') : null
  if (resolved?.origin !== 'http://ours.invalid') return '/'
  // `/.//host` resolves to `//host`, which browsers read as another host.
  return resolved.pathname.startsWith('//') ? '/' : resolved.pathname + resolved.search
}

export const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
