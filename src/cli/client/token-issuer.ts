/** Talks to a token issuer: discovery, the device flow (RFC 8628), refresh and revocation. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isSafe } from '../../identity/fetch-json.ts'
import { readAtMost } from '../../http/outgoing.ts'
import { CommandFailed } from '../command.ts'
import { harmless } from '../harmless.ts'
import { netReason } from '../reasons.ts'

/** The issuer is stored together with its tokens, so that the tokens are sent nowhere else. */
export interface Issuer {
  issuer: string
  clientId: string
  tokenEndpoint: string
  revocationEndpoint?: string
  /** The API for which the tokens are (RFC 8707), if the person has named one. */
  resource?: string
}

export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** In milliseconds since 1970. Absent if the issuer does not say when the token ends. */
  expiresAt?: number
}

interface DeviceCode {
  deviceCode: string
  userCode: string
  address: string
  addressWithCode?: string
  seconds: number
  interval: number
}

/** The issuer has answered with an error, such as `access_denied`. */
export class IssuerRefusal extends CommandFailed {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const LONGEST_WAIT = 10_000
const MOST_BYTES = 256 * 1024
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * Finds the endpoints of the issuer. If the service is its own issuer, they must have its origin, even if its document names
 * another issuer.
 */
export async function discover(
  at: string,
  clientId: string,
  isService: boolean,
): Promise<{ issuer: Issuer; deviceEndpoint: string }> {
  const address = `${at.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { status, body } = await ask(address, {})
  if (status === 404 && isService)
    throw new CommandFailed(
      `${at} issues no tokens itself. Name the issuer of its tokens with --issuer, and your client there with --client-id.`,
    )
  const { issuer } = body
  if (status !== 200 || typeof issuer !== 'string' || (!isService && issuer !== at))
    throw new CommandFailed(`${address} is not the discovery document of an OpenID issuer of that name.`)
  const endpoint = (name: string, required: boolean): string => {
    const given = body[name]
    if (given === undefined && !required) return ''
    const url = typeof given === 'string' ? URL.parse(given) : null
    if (url && (isService ? url.origin === new URL(at).origin : isSafe(url))) return url.href
    if (given === undefined)
      throw new CommandFailed(`${at} lets no devices in: its discovery document has no ${name}.`)
    throw new CommandFailed(
      isService
        ? `${at} names a ${name} that is elsewhere. Set SCOREBOOK_BASE_URL as the service has it.`
        : `${at} names a ${name} that is not https.`,
    )
  }
  const deviceEndpoint = endpoint('device_authorization_endpoint', true)
  const tokenEndpoint = endpoint('token_endpoint', true)
  const revocationEndpoint = endpoint('revocation_endpoint', false)
  return {
    issuer: { issuer, clientId, tokenEndpoint, ...(revocationEndpoint === '' ? {} : { revocationEndpoint }) },
    deviceEndpoint,
  }
}

export async function beginDevice(
  deviceEndpoint: string,
  { clientId }: Issuer,
  wanted: Record<string, string>,
): Promise<DeviceCode> {
  const { status, body } = await ask(deviceEndpoint, { client_id: clientId, ...wanted })
  const {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: address,
    verification_uri_complete: withCode,
  } = body
  if (status !== 200) throw refusal(deviceEndpoint, status, body)
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || !isWeb(address))
    throw new CommandFailed(`${deviceEndpoint} gives no code for a device.`)
  return {
    deviceCode,
    userCode: harmless(userCode),
    address: harmless(address),
    ...(isWeb(withCode) ? { addressWithCode: harmless(withCode) } : {}),
    seconds: seconds(body['expires_in']) ?? 600,
    interval: seconds(body['interval']) ?? 5,
  }
}

const isWeb = (text: unknown): text is string =>
  typeof text === 'string' && ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? '')

export async function waitForPerson(issuer: Issuer, code: DeviceCode): Promise<Tokens> {
  const deadline = Date.now() + 1000 * code.seconds
  for (let pause = code.interval; ;) {
    await sleep(1000 * pause)
    if (Date.now() > deadline) throw expired()
    try {
      return await tokens(issuer, { grant_type: DEVICE_CODE, device_code: code.deviceCode })
    } catch (error) {
      // After a lost connection we ask less often, as RFC 8628 §3.5 says.
      if (error instanceof Unreachable) pause = Math.min(2 * pause, 60)
      else if (!(error instanceof IssuerRefusal)) throw error
      else if (error.code === 'slow_down') pause += 5
      else if (error.code === 'expired_token') throw expired()
      else if (error.code === 'access_denied')
        throw new CommandFailed('The sign-in was refused in the browser. Nothing was stored.')
      else if (error.code !== 'authorization_pending') throw error
    }
  }
}

const expired = () =>
  new CommandFailed('Nobody entered the code in time. Run `scorebook login` again for a new one.')

export const refresh = (issuer: Issuer, refreshToken: string): Promise<Tokens> =>
  tokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken })

/** Ends the token. The issuer then ends all other tokens of the same sign-in too. */
export async function revoke(
  { revocationEndpoint, clientId }: Issuer,
  token: string,
  kind: 'refresh_token' | 'access_token',
): Promise<void> {
  if (revocationEndpoint === undefined) return
  const { status, body } = await ask(revocationEndpoint, {
    client_id: clientId,
    token,
    token_type_hint: kind,
  })
  if (status !== 200) throw refusal(revocationEndpoint, status, body)
}

async function tokens(
  { tokenEndpoint, clientId, resource }: Issuer,
  request: Record<string, string>,
): Promise<Tokens> {
  const { status, body } = await ask(tokenEndpoint, {
    ...request,
    client_id: clientId,
    ...(resource === undefined ? {} : { resource }),
  })
  if (status !== 200) throw refusal(tokenEndpoint, status, body)
  const { access_token: accessToken, refresh_token: refreshToken, token_type: type } = body
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer'
  if (!isToken(accessToken) || !isBearer)
    throw new CommandFailed(`${tokenEndpoint} answers without a bearer token.`)
  const left = seconds(body['expires_in'])
  return {
    accessToken,
    ...(isToken(refreshToken) ? { refreshToken } : {}),
    ...(left === undefined ? {} : { expiresAt: Date.now() + 1000 * left }),
  }
}

export const isToken = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)

const seconds = (value: unknown) =>
  typeof value === 'number' && value > 0 && value < 1e9 ? value : undefined

/** The issuer has not answered, or asks us to try again later. */
class Unreachable extends CommandFailed {}

type Fields = Record<string, unknown>

/**
 * Sends a POST if there is a form, otherwise a GET. Redirects are not followed, because another server must not get the secrets.
 */
async function ask(address: string, form: Record<string, string>): Promise<{ status: number; body: Fields }> {
  const isPost = Object.keys(form).length > 0
  try {
    const response = await fetch(address, {
      ...(isPost ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_WAIT),
    })
    const { status } = response
    const bytes = await readAtMost(MOST_BYTES, response.body)
    if (status === 429 || status >= 500)
      throw new Unreachable(`${address} answers ${status} at the moment. Try again.`)
    return { status, body: fieldsOf(new TextDecoder().decode(bytes)) }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`${new URL(address).origin} cannot be reached: ${netReason(error)}.`, {
      cause: error,
    })
  }
}

function fieldsOf(text: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Fields) : {}
  } catch {
    return {}
  }
}

function refusal(address: string, status: number, { error, error_description: why }: Fields): CommandFailed {
  if (typeof error !== 'string') return new CommandFailed(`${address} answers ${status}.`)
  const said = typeof why === 'string' ? `: ${harmless(why).replace(/\.$/, '')}` : ''
  return new IssuerRefusal(error, `${new URL(address).origin} refuses: ${harmless(error)}${said}.`)
}
