/** Adds invitations of each kind and in each state. Nobody knows their secrets, so nobody can accept those that are open. */
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { accept, open } from '../invitations/accept.ts'
import { decline } from '../invitations/preview.ts'
import { DAYS } from '../invitations/schema.ts'
import { type NewInvitation as AnyInvitation, ending, insertion, newId } from '../invitations/store.ts'
import { actorOf } from '../identity/audit/actor.ts'
import { auditRecord } from '../identity/audit/record.ts'
import { type Host, standIns } from './claims.ts'

type NewInvitation = AnyInvitation & { secret: string }

export async function addInvitations(tx: Queryable, hosts: Host[]): Promise<void> {
  const [first, second, third] = hosts
  const last = hosts.at(-1)
  if (!first || !second || !third || !last) return
  for (const { host, claimant, ghostPlayerId, how } of standIns(hosts))
    if (how === 'INVITED')
      await use(tx, claimant, await invite(tx, host, { kind: 'GHOST_PLAYER', ghostPlayerId }))
  await use(tx, first, await invite(tx, last, { kind: 'TRUSTED_EDITOR' }))
  const [club] = third.communityIds
  if (club !== undefined)
    await use(tx, last, await invite(tx, third, { kind: 'COMMUNITY', communityId: club, mostUses: 4 }))
  await inviteGuest(tx, first)
  await letExpire(tx, await invite(tx, second, { kind: 'TRUSTED_EDITOR' }))
}

/** The first link for the guest went to somebody else, the second was revoked, and the third is open. */
async function inviteGuest(tx: Queryable, host: Host): Promise<void> {
  const ghostPlayerId = host.standIns.at(-1) ?? ''
  const guest = { kind: 'GHOST_PLAYER', ghostPlayerId } as const
  await tx.many(decline((await invite(tx, host, guest)).secret))
  const { id } = await invite(tx, host, guest)
  await tx.many(ending(sql`i.id = ${id}`))
  await invite(tx, host, guest)
}

async function invite(
  tx: Queryable,
  { caller }: Host,
  about: Pick<NewInvitation, 'kind' | 'ghostPlayerId' | 'communityId'> & { mostUses?: number },
): Promise<NewInvitation> {
  const id = newId(caller)
  const secret = randomBytes(32).toString('base64url')
  const invitation = {
    mostUses: 1,
    days: DAYS,
    makesAccounts: false,
    byAdministrator: false,
    ...about,
    id,
    secret,
  }
  await tx.many(insertion(caller, invitation))
  await tx.many(recorded('INVITATION_MADE', caller, invitation))
  return invitation
}

async function use(tx: Queryable, { caller }: Host, invitation: NewInvitation): Promise<void> {
  const opened = await tx.maybe(open(invitation.secret, caller))
  await accept(tx, caller, opened, recorded('INVITATION_ACCEPTED', caller, invitation))
}

const recorded = (
  kind: 'INVITATION_MADE' | 'INVITATION_ACCEPTED',
  caller: Host['caller'],
  { id, kind: invitation }: NewInvitation,
) =>
  auditRecord({
    kind,
    accountId: caller.accountId,
    by: actorOf(caller),
    details: { invitationId: id, invitation },
  })

const letExpire = (tx: Queryable, { id }: NewInvitation) =>
  tx.many(sql`
    update invitations set created_at = now() - make_interval(days => ${DAYS + 2}),
      updated_at = now() - make_interval(days => ${DAYS + 2}), expires_at = now() - interval '2 days'
    where id = ${id}`)
