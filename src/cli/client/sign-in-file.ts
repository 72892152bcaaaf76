/** The file of `scorebook login` with the tokens for a service. Only one process at a time renews the tokens. */
import { isSafe } from '../../identity/fetch-json.ts'
import { CommandFailed } from '../command.ts'
import { type Issuer, IssuerRefusal, type Tokens, isToken, refresh, revoke } from './token-issuer.ts'
import { fileOf, inTurn, readOwn, removeOwn, writeOwn } from './user-folder.ts'

export interface SignIn extends Issuer, Tokens {
  service: string
}

/** In milliseconds. If a token ends within this time, it is renewed before it is used. */
const MARGIN = 30_000

const pathOf = (env: NodeJS.ProcessEnv, service: string) => fileOf(env, 'sign-ins', service)

export async function accessToken(env: NodeJS.ProcessEnv, service: string): Promise<string> {
  const kept = await read(pathOf(env, service), service)
  if (!kept)
    throw new CommandFailed(
      `You are not signed in to ${service}. Run \`scorebook login\`, or set SCOREBOOK_TOKEN.`,
    )
  return isFresh(kept) ? kept.accessToken : renewed(env, service, kept.accessToken)
}

/**
 * Gets a new token in place of one that the service has refused. A refresh token works only once, so only one process at a time
 * uses it.
 */
export async function renewed(env: NodeJS.ProcessEnv, service: string, useless: string): Promise<string> {
  const path = pathOf(env, service)
  return inTurn(path, () =>
    uninterrupted(async () => {
      const kept = await read(path, service)
      if (kept && kept.accessToken !== useless && isFresh(kept)) return kept.accessToken
      if (kept?.refreshToken === undefined) throw ended(service)
      try {
        const tokens = await refresh(kept, kept.refreshToken)
        const { expiresAt: _, ...same } = kept
        await writeOwn(path, { ...same, ...tokens })
        return tokens.accessToken
      } catch (error) {
        if (!(error instanceof IssuerRefusal) || error.code !== 'invalid_grant') throw error
        await removeOwn(path)
        throw ended(service)
      }
    }),
  )
}

export const mustKeep = (env: NodeJS.ProcessEnv, service: string): Promise<void> =>
  inTurn(pathOf(env, service), async () => {})

/** Stores a sign-in. Returns the one that it replaces, or undefined if there was none or its file is damaged. */
export async function keep(env: NodeJS.ProcessEnv, signIn: SignIn): Promise<SignIn | undefined> {
  const { service } = signIn
  const path = pathOf(env, service)
  return inTurn(path, async () => {
    const former = await read(path, service, true).catch(() => undefined)
    await writeOwn(path, signIn)
    return former
  })
}

/** Ends the sign-in, and returns it if there was one. If the issuer does not answer, this throws, and the file stays. */
export async function forget(env: NodeJS.ProcessEnv, service: string): Promise<SignIn | undefined> {
  const path = pathOf(env, service)
  return inTurn(path, async () => {
    const kept = await read(path, service, true)
    if (kept)
      await end(kept).catch((error: unknown) => {
        if (!(error instanceof IssuerRefusal)) throw error // the issuer has ended the sign-in already
      })
    await removeOwn(path)
    return kept
  })
}

export const end = (signIn: Issuer & Tokens): Promise<void> =>
  signIn.refreshToken === undefined
    ? revoke(signIn, signIn.accessToken, 'access_token')
    : revoke(signIn, signIn.refreshToken, 'refresh_token')

const isFresh = ({ expiresAt }: SignIn) => expiresAt === undefined || expiresAt - Date.now() > MARGIN

const ended = (service: string) =>
  new CommandFailed(`Your sign-in to ${service} has ended. Run \`scorebook login\` again.`)

/** Reads the file. Refuses one that belongs to another service, or that was changed by hand. */
async function read(path: string, service: string, toGiveUp = false): Promise<SignIn | undefined> {
  const kept = (await readOwn(path, toGiveUp)) as Partial<SignIn> | undefined
  if (kept === undefined) return undefined
  const { tokenEndpoint, revocationEndpoint = tokenEndpoint } = kept
  const areSafe = [tokenEndpoint, revocationEndpoint].every(
    (one) => typeof one === 'string' && isSafeFor(one, service),
  )
  if (kept.service === service && isToken(kept.accessToken) && typeof kept.clientId === 'string' && areSafe)
    return kept as SignIn
  throw new CommandFailed(`${path} is damaged. Delete it, and run \`scorebook login\` again.`)
}

const isSafeFor = (endpoint: string, service: string) => {
  const url = URL.parse(endpoint)
  return url !== null && (isSafe(url) || url.origin === new URL(service).origin)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Delays signals until the new refresh token is in the file. The old one no longer works, so without the delay the sign-in could
 * be lost.
 */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let waiting: NodeJS.Signals | undefined
  const wait = (signal: NodeJS.Signals) => void (waiting = signal)
  for (const signal of SIGNALS) process.on(signal, wait)
  try {
    return await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, wait)
    if (waiting) process.kill(process.pid, waiting)
  }
}
