/** The signed-in person, their rights, and how they sign in again when the session has ended. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { beside } from './beside.ts'
import { isHere, setHere } from './here.ts'
import { clearKept } from './cache-store.ts'
import { Offline } from './problem.ts'

export interface SignedIn {
  state: 'in'
  user: { id: string; displayName: string }
  canonicalPlayerId: string
  /** The scopes as the service names them, such as `svc-engine:match-create`. */
  scopes: ReadonlySet<string>
  locale: string
  signedInAt?: string
  /** True if somebody without an account can make one with an invitation by this person. */
  invites?: boolean
}

export type Session = SignedIn | { state: 'out' } | { state: 'unknown' }

const current = signal<Session>({ state: 'unknown' })

export const session: ReadonlySignal<Session> = current

/** Decides what the app shows. The service checks every request by itself. */
export const may = (scope: string): boolean =>
  current.value.state === 'in' && current.value.scopes.has(`svc-engine:${scope}`)

/** Returns the last person on this device at once, if there is one. `sure` resolves to what the service says. */
export async function loadSession(): Promise<{ sure: Promise<Session> }> {
  const before = isHere() ? localStorage.getItem(LAST) : null
  const last = before === null ? undefined : readLast()
  if (last) current.value = signedInAs(last)
  else if (localStorage.getItem(LAST) !== null) await forgetAll()
  const sure = ask().then((found) => found ?? { state: 'out' as const }, fromLastTime)
  confirmed = sure.then(async (found) => {
    if (found.state === 'out') await forgetAll()
    if (last && found.state === 'in' && found.user.id !== last.user.id) {
      location.reload()
      return new Promise<never>(() => {}) // the browser is leaving the page
    }
    if (!last || localStorage.getItem(LAST) !== before) current.value = found
    return found
  })
  if (!last) await confirmed
  return { sure: confirmed }
}

let confirmed: Promise<Session> = Promise.resolve(current.value)

/** The newest event when the session was read. Everything that the page shows was read later. */
export let readAt: string | undefined

export async function ask(): Promise<SignedIn | undefined> {
  const { status, text } = await beside.request('GET', '/web/session')
  if (status === 401) {
    await forgetRead()
    return undefined
  }
  if (status !== 200) throw new Offline(`The service answered ${status}.`)
  const { eventId, ...said } = JSON.parse(text) as Kept & { eventId: string }
  readAt = eventId
  keepLast(said)
  return signedInAs(said)
}

const signedInAs = (kept: Kept): SignedIn => ({ ...kept, state: 'in', scopes: new Set(kept.scopes) })

type Kept = Omit<SignedIn, 'state' | 'scopes'> & { scopes: string[] }

const LAST = 'scorebook-session'

function keepLast(said: Kept): void {
  const before = readLast()
  if (before && before.user.id !== said.user.id) void clearKept()
  localStorage.setItem(LAST, JSON.stringify(said))
  setHere(true)
}

function readLast(): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(LAST) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Forgets what was read. A page that is open stays, because the person may sign in again on it. */
async function forgetRead(): Promise<void> {
  setHere(false)
  localStorage.removeItem(LAST)
  await clearKept()
}

/** Forgets everything, including drafts. Only drafts that the service does not have are kept. */
async function forgetAll(): Promise<void> {
  await forgetRead()
  await import('../scripts/forget.js').then(
    ({ forget }) => forget(),
    () => undefined,
  )
}

/** Returns the last person. If they may have signed out since, throws the error. */
function fromLastTime(error: unknown): Session {
  if (!(error instanceof Offline)) throw error
  const last = isHere() ? readLast() : undefined
  return last ? signedInAs(last) : { state: 'unknown' }
}

/** If another tab has signed out, the browser can still show an old page by its back button. So the page is reloaded then. */
export function beginLeaving(): void {
  tabs().addEventListener('message', ({ data }) => data === 'out' && leave())
  addEventListener('pageshow', ({ persisted }) => persisted && leave())
}

const leave = () => void (isHere() || location.reload())

/**
 * Signs out. The next page says so, or that the account was erased. With `invitation` it is the page of the invitation that this
 * tab has opened, and drafts that the service does not have stay on the device.
 */
export async function signOut(next?: 'erased' | 'invitation'): Promise<void> {
  await (next === 'invitation' ? forgetAll() : forgetRead())
  const form = document.createElement('form')
  form.method = 'post'
  form.action = next ? `/sign-out?${next}` : '/sign-out'
  document.body.append(form)
  form.submit()
}

/**
 * Asks the person to sign in again. Resolves to false if they decline. All callers share one dialog. `stale` means that the
 * session is too old for the request.
 */
export async function signInAgain(signal?: AbortSignal, stale = false): Promise<boolean> {
  await confirmed
  const known = current.value
  if (known.state !== 'in') {
    goToSignIn()
    return new Promise(() => {}) // the browser is leaving the page
  }
  waiting ??= isBack(known, stale)
  return signal ? Promise.race([waiting, aborted(signal)]) : waiting
}

let waiting: Promise<boolean> | undefined

async function isBack(known: SignedIn, stale: boolean): Promise<boolean> {
  try {
    const { untilBack } = await import('./sign-in-again.ts')
    const found = await untilBack(known, stale)
    if (found) current.value = found
    return found !== undefined
  } finally {
    waiting = undefined
  }
}

export const goToSignIn = (): void =>
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)

/** A window with this name closes itself after signing in. */
export const SIGN_IN_WINDOW = 'scorebook-sign-in'

export const tabs = () => new BroadcastChannel('scorebook-session')

export function announceSignedIn(): void {
  const channel = tabs()
  channel.postMessage('in')
  channel.close()
  if (window.name === SIGN_IN_WINDOW) window.close()
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
