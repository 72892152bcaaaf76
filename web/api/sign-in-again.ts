/** Waits until the person signs in again, because the session has ended or is too old for a change. */
import { signal } from '@preact/signals'
import { type SignedIn, ask, tabs } from './session.ts'

/**
 * What the dialog must say. `stale`: the session is valid, but too old for the change. `other`: the name of somebody else who is
 * signed in now.
 */
export const wanted = signal<{ name: string; other?: string; stale?: boolean } | undefined>(undefined)

/** In milliseconds: how often the session is checked, because in some browsers tabs get no messages from each other. */
const BETWEEN_LOOKS = 4_000

/** Undefined if the person declines. */
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

export const rather = (): void => giveUp()
