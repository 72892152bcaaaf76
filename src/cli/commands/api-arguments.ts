/** Turns the arguments of `scorebook api` into the parts of a request. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textIn } from 'node:stream/consumers'
import { PREFIX } from '../../http/prefix.ts'
import { UsageError, type Values, textOf, textsOf } from '../command.ts'
import { accessToken, renewed } from '../client/sign-in-file.ts'
import { type TokenSource, inApi } from '../client/requests.ts'
import { isToken } from '../client/token-issuer.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function methodIn(values: Values): string {
  const method = (textOf(values, 'METHOD') ?? '').toUpperCase()
  if (METHODS.includes(method)) return method
  throw new UsageError(`METHOD must be one of ${METHODS.join(', ')}, not '${method}'.`)
}

export function mustFit(values: Values, method: string): void {
  if (!values['all']) return
  if (method !== 'GET') throw new UsageError('--all is for lists, which are read with get.')
  const other = ['include', 'answer-header'].find((name) => values[name] !== undefined)
  if (other !== undefined) throw new UsageError(`--${other} is for one answer, and --all takes several.`)
}

export function partsOf(path: string, baseUrl: string): { pathname: string; query: URLSearchParams } {
  const url = URL.parse(`http://localhost${inApi(path)}`)
  if (!url || url.hash !== '') throw new UsageError(`PATH must be a path such as /matches, not '${path}'.`)
  if (!url.pathname.startsWith(`${PREFIX}/`))
    throw new UsageError(`PATH must lead below ${baseUrl}${PREFIX}; '${path}' does not.`)
  return { pathname: url.pathname, query: url.searchParams }
}

export function queryIn(values: Values): [string, string][] {
  const own = ['filter', 'sort', 'limit'].flatMap((name): [string, string][] => {
    const value = textOf(values, name)
    return value === undefined ? [] : [[name, value]]
  })
  const others = textsOf(values, 'query').map((one): [string, string] => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(one) ?? []
    if (name !== undefined && value !== undefined) return [name, value]
    throw new UsageError(`--query must be NAME=VALUE, not '${one}'.`)
  })
  return [...own, ...others]
}

/** Reads the headers. A fault does not repeat the value, because it may be a secret. */
export function headersIn(values: Values): Headers {
  const headers = new Headers()
  for (const one of textsOf(values, 'header')) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(one) ?? []
    if (name?.toLowerCase() === 'authorization')
      throw new UsageError(
        'The token comes from `scorebook login`, SCOREBOOK_TOKEN or --token-file: others on this machine can read the options of a command.',
      )
    if (name === undefined || value === undefined)
      throw new UsageError(`--header must be 'NAME: VALUE', not '${one.split(':')[0]}…'.`)
    headers.append(name, value)
  }
  return headers
}

export async function sourceOf(
  values: Values,
  {
    env,
    cwd,
    config,
  }: { env: NodeJS.ProcessEnv; cwd: string; config: { baseUrl: string; token?: string | undefined } },
): Promise<TokenSource> {
  const file = textOf(values, 'token-file')
  if (file !== undefined) {
    const token = (await fileText(resolve(cwd, file))).trim()
    if (!isToken(token))
      throw new UsageError(`--token-file: ${file} must have an access token and nothing else.`)
    return { token: async () => token }
  }
  const { token, baseUrl } = config
  if (token !== undefined) {
    if (!isToken(token)) throw new UsageError('SCOREBOOK_TOKEN must be an access token and nothing else.')
    return { token: async () => token }
  }
  return {
    token: () => accessToken(env, baseUrl),
    renew: (useless) => renewed(env, baseUrl, useless),
  }
}

export async function bodyIn(values: Values, cwd: string): Promise<string | undefined> {
  const data = textOf(values, 'data')
  if (data === '-' || data === '@-') return textIn(process.stdin)
  return data?.startsWith('@') ? fileText(resolve(cwd, data.slice(1))) : data
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw (await import('../explain.ts')).cannotRead(path, error) // loads the service's code only when it is needed
  }
}
