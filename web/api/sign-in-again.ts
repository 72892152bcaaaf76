/** Waits until a person whose session has ended, or is too old for what they do, is signed in again; loaded with its dialog. */
import { signal } from '@preact/signals'
import { type SignedIn, ask, tabs } from './session.ts'

/**
 * Set while the person must sign in again; the frame shows a dialog. `stale` where the session goes on, but what they do needs a newer
 * sign-in; `other` is somebody else who has signed in instead.
 */
export const wanted = signal<{ name: string; other?: string; stale?: boolean } | undefined>(undefined)

/** In milliseconds: how often the session is asked for while the dialog is open, for browsers whose tabs don't hear one another. */
const BETWEEN_LOOKS = 4_000

/** The same person as they are signed in now; undefined when they would rather not sign in. */
export async function untilBack({ user }: SignedIn, stale: boolean): Promise<SignedIn | undefined> {
  const before = stale ? (await ask().catch(() => undefined))?.signedInAt : undefined
  const { promise, resolve } = Promise.withResolvers<SignedIn | undefined>()
  wanted.value = { name: user.displayName, stale }
  const look = async () => {
    if (document.visibilityState === 'hidden') return
    const found = await ask().catch(() => undefined)
    if (found?.user.id === user.id) {
      if (!stale || found.signedInAt !== before) resolve(found)
    } else if (found) wanted.value = { name: user.displayName, other: found.user.displayName }
  }
  const looked = () => void look()
  const timer = setInterval(looked, BETWEEN_LOOKS)
  const heard = tabs()
  heard.addEventListener('message', looked)
  addEventListener('focus', looked)
  giveUp = () => resolve(undefined)
  try {
    return await promise
  } finally {
    clearInterval(timer)
    heard.close()
    removeEventListener('focus', looked)
    wanted.value = undefined
  }
}

let giveUp: () => void = () => {}

/** The person closes the dialog: what waits fails as it would have. */
export const rather = (): void => giveUp()
