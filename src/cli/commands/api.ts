/** `scorebook api`: sends a request to the running service, with token, Idempotency-Key and If-Match. */
import { STATUS_CODES } from 'node:http'
import { configBeside } from '../service/running.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { PREFIX } from '../../http/prefix.ts'
import { type Command, CommandFailed, UsageError, type Values, textOf } from '../command.ts'
import { harmless } from '../harmless.ts'
import { KeptEtags } from '../client/etag-file.ts'
import { asksForVersion, problemLines } from '../client/problem-lines.ts'
import { type Answer, type Outgoing, Requests } from '../client/requests.ts'
import { METHODS, bodyIn, headersIn, methodIn, mustFit, partsOf, queryIn, sourceOf } from './api-arguments.ts'

export const api: Command = {
  name: 'api',
  summary: 'Send a request to the running service',
  about:
    'Adds the token of `scorebook login`, and to a change an Idempotency-Key and the ETag that you saw last, or else reads\n' +
    'the present one. Tries again, with the same key, when the service or the network is away for a moment. Prints the\n' +
    'answer, indented on a terminal. A refusal is printed as sentences, and the exit code is 1.',
  arguments: [
    { name: 'METHOD', help: METHODS.map((method) => method.toLowerCase()).join(', ') },
    { name: 'PATH', help: `Such as /matches; ${PREFIX} may be left out` },
  ],
  options: {
    data: {
      type: 'string',
      short: 'd',
      value: 'JSON',
      help: 'The body; @FILE reads it from a file, - from standard input',
    },
    filter: {
      type: 'string',
      value: 'RSQL',
      help: 'A filter for a list or count, such as finalizedAt=null=true',
    },
    sort: { type: 'string', value: 'FIELDS', help: 'How a list is sorted, such as playedAt:DESC' },
    limit: { type: 'string', value: 'N', help: 'How many items a page of a list has' },
    all: { type: 'boolean', help: 'Every page of a list: each item is a line of JSON' },
    query: {
      type: 'string',
      short: 'q',
      multiple: true,
      value: 'NAME=VALUE',
      help: 'Another query parameter, without percent-encoding; may be repeated',
    },
    header: {
      type: 'string',
      short: 'H',
      multiple: true,
      value: "'NAME: VALUE'",
      help: 'A header; it replaces a header that the command would send; may be repeated',
    },
    field: {
      type: 'string',
      short: 'f',
      value: 'FIELD',
      help: 'Print one field of the answer (with --all of each item), such as id or items[0].id',
    },
    'answer-header': {
      type: 'string',
      value: 'NAME',
      help: 'Print one header of the answer instead, such as ETag',
    },
    include: { type: 'boolean', short: 'i', help: 'Print the status and the headers too' },
    json: { type: 'boolean', help: 'Print every answer unchanged, even a refusal' },
    'token-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with an access token to use in place of the sign-in; SCOREBOOK_TOKEN can also hold a token',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    const method = methodIn(values)
    const path = textOf(values, 'PATH') ?? ''
    const { pathname, query } = partsOf(path, config.baseUrl)
    for (const [name, value] of queryIn(values)) query.append(name, value)
    const headers = headersIn(values)
    if (method !== 'GET' && !headers.has('idempotency-key')) headers.set('idempotency-key', uuidv7())
    mustFit(values, method)
    const source = await sourceOf(values, { env, cwd, config })
    const body = await bodyIn(values, cwd)
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const requests = new Requests(config.baseUrl, source, complain)
    const etags = new KeptEtags(env, config.baseUrl, await source.token())
    const shown = { ...shownIn(values), print: calmly(print, process.stdout) }
    if (values['all']) return everyPage(requests, { pathname, query, headers }, shown)
    const answer = await sendVersioned(requests, etags, { pathname, query, method, headers, body })
    return show(answer, shown)
  },
}

const complain = calmly((line: string) => void process.stderr.write(`${line}\n`), process.stderr)

/** On a terminal, makes control characters visible, because the text may come from other people. */
function calmly(print: (text: string) => void, { isTTY }: { isTTY?: boolean }): typeof print {
  return isTTY ? (text) => print(text.split('\n').map(harmless).join('\n')) : print
}

interface Shown {
  field: string | undefined
  header: string | undefined
  include: boolean
  json: boolean
  print: (line: string) => void
}

const shownIn = (values: Values): Omit<Shown, 'print'> => ({
  field: textOf(values, 'field'),
  header: textOf(values, 'answer-header'),
  include: values['include'] === true,
  json: values['json'] === true,
})

interface Versioned extends Outgoing {
  pathname: string
  query: URLSearchParams
}

/**
 * Sends a change with the version that the person last saw. If none is stored and the service needs one, it reads the resource
 * first.
 */
async function sendVersioned(requests: Requests, etags: KeptEtags, request: Versioned): Promise<Answer> {
  const { pathname, query, method, headers } = request
  const isChange = method !== 'GET'
  const names = () => headers.has('if-match') || headers.has('if-none-match')
  let about = pathname
  if (isChange && method !== 'POST' && !names()) {
    const seen = await etags.of(pathname)
    if (seen !== undefined) headers.set('if-match', seen)
  }
  let answer = await requests.send(pathname, query, request)
  if (isChange && answer.status === 400 && !names() && asksForVersion(answer.text)) {
    const found = await findVersion(requests, etags, request)
    about = found.about
    if (names()) answer = await requests.send(pathname, query, request)
    else answer = found.refusal ?? answer
  }
  if (answer.status < 300) {
    const etag = answer.headers.get('etag') ?? undefined
    const made = answer.status === 201 ? pathOf(answer.headers.get('location')) : undefined
    if (made !== undefined) await etags.see(made, etag)
    else if (!isChange || names()) await etags.see(await seenAs(etags, about, method), etag)
  }
  return answer
}

/**
 * Finds the resource that a request changes. A POST changes one that is above its path, so this returns the nearest one that the
 * person has seen.
 */
async function seenAs(etags: KeptEtags, about: string, method: string): Promise<string> {
  if (method !== 'POST') return about
  for (const path of [about, ...above(about)]) if ((await etags.of(path)) !== undefined) return path
  return about
}

/** Sets If-Match. Returns the path of the resource, or the reason why the resource cannot be read. */
async function findVersion(
  requests: Requests,
  etags: KeptEtags,
  { pathname, method, headers }: Versioned,
): Promise<{ about: string; refusal?: Answer | undefined }> {
  const paths = [...(method === 'POST' ? [] : [pathname]), ...above(pathname)]
  let refusal: Answer | undefined
  for (const path of paths) {
    const seen = await etags.of(path)
    if (seen !== undefined) {
      headers.set('if-match', seen)
      return { about: path }
    }
    const current = await requests.send(path, new URLSearchParams(), {
      method: 'GET',
      headers: new Headers(),
    })
    const etag = current.headers.get('etag')
    if (current.status === 200 && etag !== null) {
      headers.set('if-match', etag)
      return { about: path }
    }
    if (current.status >= 400) refusal = current
    if (method === 'PUT' && path === pathname && current.status === 404) {
      headers.set('if-none-match', '*')
      return { about: path }
    }
  }
  return { about: pathname, refusal }
}

function above(pathname: string): string[] {
  const steps = pathname.slice(PREFIX.length + 1).split('/')
  return steps.slice(1).map((_, index) => `${PREFIX}/${steps.slice(0, steps.length - 1 - index).join('/')}`)
}

const pathOf = (location: string | null) =>
  location === null ? undefined : URL.parse(location, 'http://localhost')?.pathname

async function everyPage(
  requests: Requests,
  { pathname, query, headers }: Pick<Versioned, 'pathname' | 'query' | 'headers'>,
  shown: Shown,
): Promise<number> {
  for (;;) {
    const answer = await requests.send(pathname, query, { method: 'GET', headers })
    if (answer.status !== 200) return show(answer, shown)
    const { items, nextCursor } = parsed(answer.text) as { items?: unknown; nextCursor?: unknown }
    if (!Array.isArray(items)) throw new UsageError('--all is for lists, and this is none.')
    for (const item of items)
      shown.print(shown.field === undefined ? JSON.stringify(item) : fieldOf(item, shown.field))
    if (typeof nextCursor !== 'string') return 0
    if (query.get('cursor') === nextCursor)
      throw new CommandFailed('The list leads back to the same page, so it was given up.')
    query.set('cursor', nextCursor)
  }
}

function show(answer: Answer, { field, header, include, json, print }: Shown): number {
  const { status, headers, text } = answer
  const isRefusal = status >= 400
  // If a script reads a field into a variable, the text of a problem must not end up there.
  const say = isRefusal && (!json || field !== undefined || header !== undefined) ? complain : print
  if (include) say(headOf(answer))
  const part = isRefusal ? undefined : partOf(headers, text, field, header)
  if (part !== undefined) print(part)
  else if (isRefusal && !json) for (const line of problemLines(status, text)) complain(line)
  else if (text !== '') say(json ? text : written(text))
  return isRefusal ? 1 : 0
}

function partOf(headers: Headers, text: string, field?: string, header?: string): string | undefined {
  if (header !== undefined) return headers.get(header) ?? lacks(`header ${header}`)
  return field === undefined ? undefined : fieldOf(parsed(text), field)
}

function fieldOf(whole: unknown, field: string): string {
  const found = field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => stepInto(value, step), whole)
  if (found === undefined) return lacks(`field ${field}`)
  return typeof found === 'string' ? found : JSON.stringify(found)
}

const stepInto = (whole: unknown, step: string) =>
  typeof whole === 'object' && whole !== null && Object.hasOwn(whole, step)
    ? (whole as Record<string, unknown>)[step]
    : undefined

function lacks(part: string): never {
  throw new CommandFailed(`The answer has no ${part}.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function written(text: string): string {
  const value = parsed(text)
  return typeof value === 'string' ? value : JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)
}

const headOf = ({ status, headers }: Answer) =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\n')
