/** The actor of an audit event. There is always one: the type, the table and the answer have no event without an actor. */
import type { Caller } from '../../http/caller.ts'

/** A person; a client for itself; whoever has the shell; the service itself; or a stranger, who has shown no valid credential. */
export const ACTORS = ['PERSON', 'CLIENT', 'SHELL', 'ITSELF', 'STRANGER'] as const

export type Actor =
  | {
      kind: 'PERSON'
      /** The id of the account, or of the user if people sign in at outside issuers. */
      id: string
      /** The app that acts for the person. */
      clientId?: string | undefined
      /** The personal access token that the person's script has sent. */
      tokenId?: string | undefined
    }
  | { kind: 'CLIENT'; clientId: string }
  | { kind: 'SHELL' | 'ITSELF' | 'STRANGER' }

/** A person who is signed in on our pages, or has just shown their credential. */
export const person = (accountId: string): Actor => ({ kind: 'PERSON', id: accountId })
export const SHELL: Actor = { kind: 'SHELL' }
export const ITSELF: Actor = { kind: 'ITSELF' }
export const STRANGER: Actor = { kind: 'STRANGER' }

export function actorOf({ accountId, userId, clientId, tokenId }: Caller): Actor {
  const id = accountId ?? userId
  if (id !== undefined) return { kind: 'PERSON', id, clientId, tokenId }
  return clientId === undefined ? ITSELF : { kind: 'CLIENT', clientId }
}
