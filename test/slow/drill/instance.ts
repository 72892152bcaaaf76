/** An instance of the service as a process, and requests to it that may fail. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../src/db/embedded/address.ts'
import { waitFor } from '../../wait-for.ts'

export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- who asks says what it expects
  body: any
}

export interface Instance {
  /** Undefined where there is no answer. */
  send: (
    token: string,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer | undefined>
  end: () => Promise<void>
}

const root = new URL('../../../', import.meta.url)
/** In milliseconds: an instance promises an answer within 5 s. */
const PATIENCE = 30_000
/** A start takes 5 s of CPU time, and a busy machine gives little. */
const START = 180_000

/** Runs the present code, or another checkout of it. */
export async function startInstance(databaseUrl: string, issuer: object, cwd = root): Promise<Instance> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SCOREBOOK_PORT: String(port),
      SCOREBOOK_DATABASE_URL: databaseUrl,
      SCOREBOOK_AUTH_ISSUERS: JSON.stringify([issuer]),
      SCOREBOOK_PIPELINE: 'off',
      SCOREBOOK_LOG_LEVEL: 'silent',
    },
  })
  const exited = once(child, 'exit')
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`An instance has ended with ${child.exitCode}.`)
    return fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await waitFor(`an instance at ${base}`, isReady, START).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    async send(token, method, path, body, headers = {}) {
      try {
        const answer = await fetch(`${base}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(PATIENCE),
        })
        return { status: answer.status, headers: answer.headers, body: await answer.json() }
      } catch {
        return undefined
      }
    },
    async end() {
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), 20_000)
      if (child.exitCode === null && child.signalCode === null) await exited
      clearTimeout(killing)
    },
  }
}
