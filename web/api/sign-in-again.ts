/** Waits until the person signs in again, after their session ended or became too old for a change. Loaded with its dialog. */
import { signal } from '@preact/signals'
import { type SignedIn, ask, tabs } from './session.ts'

/**
 * Set while the person must sign in again; the frame then shows a dialog. `stale`: the session is valid, but the change needs a
 * newer sign-in. `other`: somebody else is signed in instead.
 */
export const wanted = signal<{ name: string; other?: string; stale?: boolean } | undefined>(undefined)

/** How often the dialog asks for the session, in milliseconds. Some browsers' tabs do not receive each other's messages. */
const BETWEEN_LOOKS = 4_000

/** Resolves to the same person, signed in again, or to undefined if they decline. */
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

/** The person closes the dialog, so the waiting calls fail. */
export const rather = (): void => giveUp()
