/** The actor of an audit event: who did it. Code that writes an event without an actor does not compile. */
import type { Caller } from '../../http/caller.ts'

/**
 * A person, a client that acts for itself, somebody in the shell, the service itself, or a stranger without a valid credential.
 */
export const ACTORS = ['PERSON', 'CLIENT', 'SHELL', 'ITSELF', 'STRANGER'] as const

export type Actor =
  | {
      kind: 'PERSON'
      /** The id of the account. For people who sign in at an outside issuer, the id of the user. */
      id: string
      clientId?: string | undefined
      tokenId?: string | undefined
    }
  | { kind: 'CLIENT'; clientId: string }
  | { kind: 'SHELL' | 'ITSELF' | 'STRANGER' }

export const person = (accountId: string): Actor => ({ kind: 'PERSON', id: accountId })
export const SHELL: Actor = { kind: 'SHELL' }
export const ITSELF: Actor = { kind: 'ITSELF' }
export const STRANGER: Actor = { kind: 'STRANGER' }

export function actorOf({ accountId, userId, clientId, tokenId }: Caller): Actor {
  const id = accountId ?? userId
  if (id !== undefined) return { kind: 'PERSON', id, clientId, tokenId }
  return clientId === undefined ? ITSELF : { kind: 'CLIENT', clientId }
}
