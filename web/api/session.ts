/** The person who is signed in, their rights, and how they sign in again when the session has ended. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { isHere, setHere } from './here.ts'
import { clearKept } from './cache-store.ts'
import { Offline } from './problem.ts'
import { withRetries } from './retries.ts'

export interface SignedIn {
  state: 'in'
  user: { id: string; displayName: string }
  canonicalPlayerId: string
  /** The service's names of the rights, such as `svc-engine:match-create`. */
  scopes: ReadonlySet<string>
  /** The language that the browser prefers. */
  locale: string
  /** When they signed in in this browser. */
  signedInAt?: string
}

export type Session = SignedIn | { state: 'out' } | { state: 'unknown' }

const current = signal<Session>({ state: 'unknown' })

export const session: ReadonlySignal<Session> = current

/** Whether the person has a right: `may('match-create')`. The service has the last word. */
export const may = (scope: string): boolean =>
  current.value.state === 'in' && current.value.scopes.has(`svc-engine:${scope}`)

/**
 * Returns at once the person who used this device last, if known; otherwise asks the service. `sure` resolves to the service's
 * answer, or to that last person if the service does not answer.
 */
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
      return new Promise<never>(() => {}) // the page is being left
    }
    // Unchanged, so nothing is drawn again.
    if (!last || localStorage.getItem(LAST) !== before) current.value = found
    return found
  })
  if (!last) await confirmed
  return { sure: confirmed }
}

let confirmed: Promise<Session> = Promise.resolve(current.value)

/** Undefined: nobody is signed in. */
export async function ask(): Promise<SignedIn | undefined> {
  const { status, text } = await withRetries({ url: '/web/session', method: 'GET' })
  if (status === 401) {
    await forgetRead()
    return undefined
  }
  if (status !== 200) throw new Offline(`The service answered ${status}.`)
  const said = JSON.parse(text) as Kept
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

/** Deletes the last person and what they read from this device. An open page stays, as they might sign in again over it. */
async function forgetRead(): Promise<void> {
  setHere(false)
  localStorage.removeItem(LAST)
  await clearKept()
}

/** Also deletes drafts, except drafts that the service does not have. */
async function forgetAll(): Promise<void> {
  await forgetRead()
  await import('../scripts/forget.js').then(
    ({ forget }) => forget(),
    () => undefined,
  )
}

/** Without an answer from the service: the last person, unless they might have signed out since. */
function fromLastTime(error: unknown): Session {
  if (!(error instanceof Offline)) throw error
  const last = isHere() ? readLast() : undefined
  return last ? signedInAs(last) : { state: 'unknown' }
}

/** Reloads the page when another tab has signed out, or when the browser shows the page again after that. */
export function beginLeaving(): void {
  tabs().addEventListener('message', ({ data }) => data === 'out' && leave())
  addEventListener('pageshow', ({ persisted }) => persisted && leave())
}

const leave = () => void (isHere() || location.reload())

/** Deletes the person's data from this device, and signs out. */
export async function signOut(): Promise<void> {
  await forgetRead()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/sign-out'
  document.body.append(form)
  form.submit()
}

/**
 * Resolves to true when the same person has signed in again, and to false when they decline. All callers share one dialog.
 * `stale` asks for a newer sign-in than the session's.
 */
export async function signInAgain(signal?: AbortSignal, stale = false): Promise<boolean> {
  await confirmed
  const known = current.value
  if (known.state !== 'in') {
    goToSignIn()
    return new Promise(() => {}) // the page is being left
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

/** The name of the window that the dialog opens. The window knows by it to close itself. */
export const SIGN_IN_WINDOW = 'scorebook-sign-in'

export const tabs = () => new BroadcastChannel('scorebook-session')

/** Informs the tabs that wait, and closes the window that was opened for the sign-in. */
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
