/** Who is signed in here, what they may do, and how they come back when their session has ended meanwhile. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { forgetEtags } from './etags.ts'
import { Offline } from './problem.ts'
import { withRetries } from './retries.ts'

export interface SignedIn {
  state: 'in'
  user: { id: string; displayName: string }
  canonicalPlayerId: string
  /** As the service names them, such as `svc-engine:match-create`. */
  scopes: ReadonlySet<string>
  /** The language that the browser prefers. */
  locale: string
}

export type Session = SignedIn | { state: 'out' } | { state: 'unknown' }

const current = signal<Session>({ state: 'unknown' })

export const session: ReadonlySignal<Session> = current

/** `may('match-create')`: whether the person's rights reach so far. The service decides in the end. */
export const may = (scope: string): boolean =>
  current.value.state === 'in' && current.value.scopes.has(`svc-engine:${scope}`)

/** Set while the person must sign in again; the frame shows a dialog. `other` is somebody else who has signed in instead. */
export const wanted = signal<{ name: string; other?: string } | undefined>(undefined)

/**
 * Who was here last, at once, as what they have on this device is theirs; else who the service says. `sure` is what the service
 * says, or who was here last where it does not answer.
 */
export async function loadSession(): Promise<{ sure: Promise<Session> }> {
  const before = isHere() ? localStorage.getItem(LAST) : null
  const last = before === null ? undefined : readLast()
  if (last) current.value = signedInAs(last)
  const sure = ask().then((found) => found ?? { state: 'out' as const }, fromLastTime)
  confirmed = sure.then((found) => {
    if (found.state === 'out') forgetLast()
    if (last && found.state === 'in' && found.user.id !== last.user.id) {
      location.reload()
      return new Promise<never>(() => {}) // the page is going
    }
    // What is as it was is not drawn again.
    if (!last || localStorage.getItem(LAST) !== before) current.value = found
    return found
  })
  if (!last) await confirmed
  return { sure: confirmed }
}

let confirmed: Promise<Session> = Promise.resolve(current.value)

/** Undefined: nobody is signed in. */
async function ask(): Promise<SignedIn | undefined> {
  const { status, text } = await withRetries({ url: '/web/session', method: 'GET' })
  if (status === 401) return undefined
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
  if (before && before.user.id !== said.user.id) for (const leave of leaving) void leave()
  localStorage.setItem(LAST, JSON.stringify(said))
  setHere(LONGEST)
}

/** Nobody has signed in or out in this browser since the service has said who is here: then it deletes this cookie. */
const HERE = 'scorebook-here'
/** As long as a session may last, in seconds. */
const LONGEST = 180 * 86_400

const isHere = () => document.cookie.split('; ').includes(`${HERE}=1`)

const setHere = (seconds: number) =>
  void (document.cookie = `${HERE}=1; path=/; max-age=${seconds}; samesite=strict`)

function readLast(): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(LAST) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

function forgetLast(): void {
  localStorage.removeItem(LAST)
  setHere(0)
}

function fromLastTime(error: unknown): Session {
  if (!(error instanceof Offline)) throw error
  const last = readLast()
  return last ? signedInAs(last) : { state: 'unknown' }
}

/** What else must go from this device when its person goes. */
const leaving = new Set<() => Promise<void> | void>([forgetEtags])

export function whenLeaving(forget: () => Promise<void> | void): void {
  leaving.add(forget)
}

/** Forgets what is the person's on this device, and signs out. */
export async function signOut(): Promise<void> {
  forgetLast()
  await Promise.all([...leaving].map(async (forget) => forget()))
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/sign-out'
  document.body.append(form)
  form.submit()
}

/** True when the same person is signed in again, false when they would rather not. All that wait share the dialog. */
export async function signInAgain(signal?: AbortSignal): Promise<boolean> {
  await confirmed
  const known = current.value
  if (known.state !== 'in') {
    goToSignIn()
    return new Promise(() => {}) // the page is going
  }
  waiting ??= untilBack(known)
  return signal ? Promise.race([waiting, aborted(signal)]) : waiting
}

let waiting: Promise<boolean> | undefined

export const goToSignIn = (): void =>
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)

/** The window that the dialog opens is called this, so that it knows to close itself. */
export const SIGN_IN_WINDOW = 'scorebook-sign-in'

/** In milliseconds: how often the session is asked for while the dialog is open, for browsers that tell tabs nothing of one another. */
const BETWEEN_LOOKS = 4_000

async function untilBack({ user }: SignedIn): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  wanted.value = { name: user.displayName }
  const look = async () => {
    if (document.visibilityState === 'hidden') return
    const found = await ask().catch(() => undefined)
    if (found?.user.id === user.id) {
      current.value = found
      resolve(true)
    } else if (found) wanted.value = { name: user.displayName, other: found.user.displayName }
  }
  const looked = () => void look()
  const timer = setInterval(looked, BETWEEN_LOOKS)
  const heard = tabs()
  heard.addEventListener('message', looked)
  addEventListener('focus', looked)
  giveUp = () => resolve(false)
  try {
    return await promise
  } finally {
    clearInterval(timer)
    heard.close()
    removeEventListener('focus', looked)
    wanted.value = undefined
    waiting = undefined
  }
}

let giveUp: () => void = () => {}

/** The person closes the dialog: what waits fails as it would have. */
export const rather = (): void => giveUp()

const tabs = () => new BroadcastChannel('scorebook-session')

/** Tells the tabs that wait, and closes the window that was opened for it. */
export function tellSignedIn(): void {
  const channel = tabs()
  channel.postMessage('in')
  channel.close()
  if (window.name === SIGN_IN_WINDOW) window.close()
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
