/** Who did what the audit tells of. There is always somebody: the type, the table and the answer have no event without one. */
import type { Caller } from '../../http/caller.ts'

/**
 * A person; a client for itself; whoever has the shell; the service itself; or a stranger, who has shown no credential that is
 * good.
 */
export const ACTORS = ['PERSON', 'CLIENT', 'SHELL', 'ITSELF', 'STRANGER'] as const

export type Actor =
  | {
      kind: 'PERSON'
      /** Of the account; of the user, where people sign in at outside issuers. */
      id: string
      /** The app that acts for the person. */
      clientId?: string | undefined
      /** The personal access token with which the person's script came. */
      tokenId?: string | undefined
    }
  | { kind: 'CLIENT'; clientId: string }
  | { kind: 'SHELL' | 'ITSELF' | 'STRANGER' }

/** In a browser of ours, or as the person whose credential was shown just now. */
export const person = (accountId: string): Actor => ({ kind: 'PERSON', id: accountId })
export const SHELL: Actor = { kind: 'SHELL' }
export const ITSELF: Actor = { kind: 'ITSELF' }
export const STRANGER: Actor = { kind: 'STRANGER' }

export function actorOf({ accountId, userId, clientId, tokenId }: Caller): Actor {
  const id = accountId ?? userId
  if (id !== undefined) return { kind: 'PERSON', id, clientId, tokenId }
  return clientId === undefined ? ITSELF : { kind: 'CLIENT', clientId }
}
