/** The secret of the invitation that was opened, and the requests that strangers send with it before they have a session. */
import type { Body } from './call.ts'
import { problemOf } from '../../client/src/problem.ts'
import type { Reply } from '../../client/src/reply.ts'
import { beside } from './beside.ts'
import { Offline, type Problem } from './problem.ts'

export type Invitation = Body<'lookUpInvitation'>

export interface Opened {
  invitation: Invitation
  /** True if somebody without an account can make one with this invitation. */
  canJoin: boolean
}

/** The secret is stored for this tab, so that it is still there after signing in on another page. */
const SECRET = 'scorebook-invitation'
/** Set when the person has accepted and has made an account. */
const AGREED = 'scorebook-invitation-agreed'

/** Reads the secret from the address, and removes it from the address and the history. */
export function openedSecret(): string | undefined {
  const given = location.hash.slice(1)
  if (given !== '') {
    sessionStorage.setItem(SECRET, given)
    sessionStorage.removeItem(AGREED)
    history.replaceState(history.state, '', location.pathname)
  }
  return sessionStorage.getItem(SECRET) ?? undefined
}

export const agree = (): void => sessionStorage.setItem(AGREED, 'yes')
export const hasAgreed = (): boolean => sessionStorage.getItem(AGREED) !== null

export function forgetInvitation(): void {
  sessionStorage.removeItem(SECRET)
  sessionStorage.removeItem(AGREED)
}

/** Throws `Problem` if the invitation is no longer valid, and `Offline` if the service does not answer. */
export const lookUp = (secret: string): Promise<Opened> => post<Opened>('/invitation/look-up', { secret })

export const decline = (secret: string): Promise<unknown> => post('/invitation/decline', { secret })

export async function joinByPassword(secret: string, name: string, password: string): Promise<boolean> {
  await post('/join/password', { invited: secret, name, password })
  return true
}

/** Returns false if the person or the device made no passkey. */
export async function joinByPasskey(secret: string, name: string): Promise<boolean> {
  const { options, accountId } = await post<{
    options: PublicKeyCredentialCreationOptionsJSON
    accountId: string
  }>('/join/passkey/options', { invited: secret, name })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    if (error instanceof DOMException) return null
    throw error
  })
  if (!(made instanceof PublicKeyCredential)) return false
  await post('/join/passkey', { invited: secret, name, accountId, credential: made.toJSON() as unknown })
  return true
}

/** False if the browser cannot make passkeys here, for example at an IP address, or if the device has no lock. */
export async function canMakePasskey(): Promise<boolean> {
  const isName = !/^[\d.]+$|^\[/.test(location.hostname)
  if (
    !isName ||
    !('PublicKeyCredential' in window) ||
    !('parseCreationOptionsFromJSON' in PublicKeyCredential)
  )
    return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** A refusal by one of these pages: a sentence, and perhaps the field that is wrong. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message)
    this.fields = fields
  }
}

async function post<T = unknown>(url: string, body: object): Promise<T> {
  const reply = await beside.request('POST', url, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // A password or passkey is sent only once, because the service may have accepted it even if no answer came.
    isSafe: url.startsWith('/invitation'),
  })
  if (reply.status < 300) return (reply.text === '' ? undefined : JSON.parse(reply.text)) as T
  if (reply.status >= 500) throw new Offline(`The service answered ${reply.status}.`)
  throw refusalOf(reply)
}

function refusalOf(reply: Reply): Refusal | Problem {
  const isProblem = reply.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem) return problemOf(reply)
  const { message = '', fields = {} } = JSON.parse(reply.text) as {
    message?: string
    fields?: Record<string, string>
  }
  return new Refusal(message, fields)
}
