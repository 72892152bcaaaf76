/** `scorebook call`: one request to the running service, with the headers that every request needs. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textIn } from 'node:stream/consumers'
import { readConfig } from '../config.ts'
import { uuidv7 } from '../db/uuid.ts'
import { PREFIX } from '../http/prefix.ts'
import { type Command, CommandFailed, UsageError, type Values, textOf, textsOf } from './command.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Longer than any request: the service ends each within 30 s. */
const LONGEST_WAIT = 60_000

export const call: Command = {
  name: 'call',
  summary: 'Send a request to the running service',
  about:
    'Sends the token and, with a change, a new Idempotency-Key; prints the answer, indented on a terminal. Exits with 1\n' +
    'when the answer is an error. Calls the service at SCOREBOOK_BASE_URL.',
  arguments: [
    { name: 'METHOD', help: METHODS.map((method) => method.toLowerCase()).join(', ') },
    { name: 'PATH', help: `Below ${PREFIX}, such as /matches` },
  ],
  options: {
    token: { type: 'string', short: 't', value: 'TOKEN', help: 'An access token; required' },
    data: {
      type: 'string',
      short: 'd',
      value: 'JSON',
      help: 'The body; @FILE reads it from a file, - from the input',
    },
    query: {
      type: 'string',
      short: 'q',
      multiple: true,
      value: 'NAME=VALUE',
      help: 'A query parameter, not encoded yet; may be repeated',
    },
    header: {
      type: 'string',
      short: 'H',
      multiple: true,
      value: "'NAME: VALUE'",
      help: 'A header, which may replace one that is sent anyway; may be repeated',
    },
    'etag-of': {
      type: 'string',
      value: 'PATH',
      help: 'Read PATH first, and send its ETag as If-Match',
    },
    pick: {
      type: 'string',
      short: 'p',
      value: 'FIELD',
      help: 'Print one field of the answer, such as id or items[0].id',
    },
    'pick-header': { type: 'string', value: 'NAME', help: 'Print one header of the answer, such as ETag' },
    include: { type: 'boolean', short: 'i', help: 'Print the status and the headers too' },
  },
  async run(values, { env, cwd, print }) {
    const { baseUrl } = readConfig(env, cwd)
    const method = methodIn(values)
    const headers = new Headers({ authorization: `Bearer ${tokenIn(values)}` })
    const current = textOf(values, 'etag-of')
    if (current !== undefined) {
      const answer = await request(urlOf(baseUrl, current), { headers })
      if (!answer.ok) return refused(answer)
      headers.set('if-match', answer.headers.get('etag') ?? '')
    }
    if (method !== 'GET') headers.set('idempotency-key', uuidv7())
    const body = await bodyIn(values, cwd)
    if (body !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of headersIn(values)) headers.set(name, value)
    const url = urlOf(baseUrl, textOf(values, 'PATH') ?? '', textsOf(values, 'query'))
    const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body }) })
    const field = textOf(values, 'pick')
    const header = textOf(values, 'pick-header')
    if (!answer.ok && (field ?? header) !== undefined) return refused(answer)
    if (values['include']) print(headOf(answer))
    const shown =
      header !== undefined
        ? (answer.headers.get(header) ?? lacks(`header ${header}`))
        : shownOf(await answer.text(), field)
    if (shown !== '') print(shown)
    return answer.ok ? 0 : 1
  },
}

function methodIn(values: Values): string {
  const method = (textOf(values, 'METHOD') ?? '').toUpperCase()
  if (METHODS.includes(method)) return method
  throw new UsageError(`METHOD must be one of ${METHODS.join(', ')}, not '${method}'.`)
}

function tokenIn(values: Values): string {
  const token = textOf(values, 'token') ?? ''
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError('--token must be an access token; `scorebook token --user NAME` prints one.')
}

function urlOf(baseUrl: string, path: string, query: string[] = []): URL {
  if (!path.startsWith('/'))
    throw new UsageError(`PATH must begin with /, as /matches does; '${path}' does not.`)
  const url = new URL(baseUrl + (path.startsWith(`${PREFIX}/`) ? path : PREFIX + path))
  for (const one of query) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(one) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--query must be NAME=VALUE, not '${one}'.`)
    url.searchParams.append(name, value)
  }
  return url
}

function headersIn(values: Values): [string, string][] {
  return textsOf(values, 'header').map((one) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(one) ?? []
    if (name !== undefined && value !== undefined) return [name, value]
    throw new UsageError(`--header must be 'NAME: VALUE', not '${one}'.`)
  })
}

async function bodyIn(values: Values, cwd: string): Promise<string | undefined> {
  const data = textOf(values, 'data')
  if (data === '-') return textIn(process.stdin)
  if (!data?.startsWith('@')) return data
  const path = resolve(cwd, data.slice(1))
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw (await import('./explain.ts')).cannotRead(path, error) // the reasons load the service's code
  }
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LONGEST_WAIT) })
  } catch (error) {
    const { netReason } = await import('./explain.ts')
    throw new CommandFailed(
      `${url.origin} cannot be reached: ${netReason(error)}. Start the service with \`npm start\`, or set SCOREBOOK_BASE_URL to where it is.`,
      { cause: error },
    )
  }
}

/** Prints a problem to stderr, so that a shell variable doesn't take it for an id. */
async function refused(answer: Response): Promise<number> {
  process.stderr.write(`${shownOf(await answer.text())}\n`)
  return 1
}

function shownOf(text: string, field?: string): string {
  const value = parsed(text)
  if (field === undefined) return typeof value === 'string' ? value : written(value)
  const found = field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((whole, step) => partOf(whole, step), value)
  if (found === undefined) return lacks(`field ${field}`)
  return typeof found === 'string' ? found : JSON.stringify(found)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const written = (value: unknown) => JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)

const partOf = (whole: unknown, step: string) =>
  typeof whole === 'object' && whole !== null && Object.hasOwn(whole, step)
    ? (whole as Record<string, unknown>)[step]
    : undefined

function lacks(part: string): never {
  throw new CommandFailed(`The answer has no ${part}.`)
}

const headOf = ({ status, statusText, headers }: Response) =>
  [`HTTP/1.1 ${status} ${statusText}`, ...[...headers].map(([name, value]) => `${name}: ${value}`), ''].join(
    '\n',
  )
