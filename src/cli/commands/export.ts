/**
 * `scorebook export` saves a file with everything that the running service stores about the caller, or with the caller's matches.
 */
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { configBeside } from '../service/running.ts'
import { PREFIX } from '../../http/prefix.ts'
import { problemLines } from '../client/problem-lines.ts'
import type { TokenSource } from '../client/requests.ts'
import { type Command, CommandFailed, UsageError, textOf } from '../command.ts'
import { harmless } from '../harmless.ts'
import { fileReason, netReason } from '../reasons.ts'
import { sourceOf } from './api-arguments.ts'

const PATHS: Record<string, string> = {
  json: '/users/me/export',
  csv: '/users/me/export/csv',
  'bg-stats': '/users/me/export/bg-stats',
}
const FORMATS = Object.keys(PATHS).join(', ')

export const exportCommand: Command = {
  name: 'export',
  summary: 'Save your data from the running service in a file',
  about:
    'Signs in as `scorebook api` does. The file appears when it is complete; a file that is there already stays as it is.\n' +
    'Local times are in the time zone of this machine, unless TZ names another one.',
  arguments: [{ name: 'FILE', help: 'The new file; - is standard output' }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      help: `json (all your data), csv (your matches), or bg-stats (your finished matches); without it json`,
    },
    'token-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with an access token to use in place of the sign-in; SCOREBOOK_TOKEN can also hold a token',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    const format = textOf(values, 'format') ?? 'json'
    const path = PATHS[format]
    if (path === undefined)
      throw new UsageError(`--format must be one of ${FORMATS}, not ${harmless(format)}.`)
    const name = textOf(values, 'FILE') ?? ''
    const target = resolve(cwd, name)
    if (name !== '-' && existsSync(target))
      throw new UsageError(`${target} is there already. Choose another name, or remove it first.`)
    const url = new URL(config.baseUrl + PREFIX + path)
    if (format !== 'json')
      url.searchParams.set('timeZone', new Intl.DateTimeFormat().resolvedOptions().timeZone)
    const answer = await ask(url, await sourceOf(values, { env, cwd, config }))
    if (answer.status !== 200 || !answer.body) {
      for (const line of problemLines(answer.status, await answer.text())) process.stderr.write(`${line}\n`)
      return 1
    }
    if (name === '-') {
      await sent(pipeline(readable(answer.body), process.stdout, { end: false }))
      return 0
    }
    await store(answer.body, target)
    print(`Saved in ${target}.`)
    return 0
  },
}

type Body = NonNullable<Response['body']>

/** The stream must be read at once, because an error before anybody reads it would end the process. */
const readable = (body: Body) => Readable.fromWeb(body)

/** Asks the service. If it refuses the token, gets a new one, but only once. */
async function ask(url: URL, source: TokenSource): Promise<Response> {
  const token = await source.token()
  const answer = await askWith(url, token)
  if (answer.status !== 401 || !source.renew) return answer
  return askWith(url, await source.renew(token))
}

async function askWith(url: URL, token: string): Promise<Response> {
  try {
    return await fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: 'error' })
  } catch (error) {
    throw new CommandFailed(
      `${url.origin} cannot be reached: ${netReason(error)}. Start the service with \`npm start\`, or set SCOREBOOK_BASE_URL to where it is.`,
      { cause: error },
    )
  }
}

async function store(body: Body, target: string): Promise<void> {
  const part = `${target}.part`
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandFailed(`${part} cannot be written: ${fileReason(error)}.`, { cause: error })
  })
  try {
    await sent(pipeline(readable(body), file.createWriteStream()))
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Waits for the whole answer. An export that breaks off has no last chunk, so it is never taken for a complete one. */
async function sent(transfer: Promise<void>): Promise<void> {
  try {
    await transfer
  } catch (error) {
    throw new CommandFailed(`The export broke off: ${netReason(error)}. Run the command again.`, {
      cause: error,
    })
  }
}
