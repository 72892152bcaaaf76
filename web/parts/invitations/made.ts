/** Makes and ends invitations. Their links are remembered while the page is open, because no later answer contains them. */
import { signal } from '@preact/signals'
import { type Item, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { isStale } from '../changes/action.ts'

export type Invitation = Item<'listInvitations'>

/** The link of each invitation, by the invitation's id. */
const links = signal<ReadonlyMap<string, string>>(new Map())

export const linkOf = (invitationId: string): string | undefined => links.value.get(invitationId)

const CHANGED = /^\/(invitations|claim-edges|users\/me\/inbox)/

async function remember(making: Promise<{ body: { id: string; url: string } }>): Promise<void> {
  const { body } = await making
  links.value = new Map(links.peek()).set(body.id, body.url)
  refetch(CHANGED)
}

/** The address to which the service mails the link, and the language of the mail. Empty if no mail is sent. */
export interface ByMail {
  sendTo?: string
  locale?: 'en' | 'de'
}

export const inviteStandIn = (ghostPlayerId: string, mail: ByMail = {}): Promise<void> =>
  remember(call('inviteToGhostPlayer', { params: { ghostPlayerId }, body: mail }))

/** Asks a user, who finds the question in their inbox. */
export async function askUser(ghostPlayerId: string, userId: string): Promise<void> {
  await call('inviteUserToGhostPlayer', { params: { ghostPlayerId }, body: { userId } })
  refetch(CHANGED)
}

export const inviteMembers = (
  communityId: string,
  body: { uses: number; days: number } & ByMail,
): Promise<void> => remember(call('inviteToCommunity', { params: { communityId }, body }))

export const inviteEditor = (mail: ByMail = {}): Promise<void> =>
  remember(call('inviteTrustedEditor', { body: mail }))

/** Ends an invitation. If it was used meanwhile, the service refuses, and the list is read again and says so. */
export async function takeBack(invitationId: string): Promise<void> {
  try {
    await call('revokeInvitation', { params: { invitationId }, ifMatch: '*' })
  } catch (error) {
    if (!isStale(error)) throw error
  } finally {
    refetch(CHANGED)
  }
}

/** Reads the invitations again. While a code is on the screen, somebody may accept it at any moment. */
export const lookAgain = (): void => refetch(CHANGED)
