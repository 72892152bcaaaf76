/** The SQL of invitations to a user: the users that may be asked, the question, and a no. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { isOpenInvitation } from '../../resources/visibility/invitations.ts'
import { relationsTo } from '../../resources/visibility/people.ts'
import { openWhere } from '../accept.ts'
import { declineWhere } from '../preview.ts'
import { DAYS } from '../schema.ts'
import { ending, insertion as anyInsertion } from '../store.ts'

/** Nobody can be asked by strangers: the user must be in a community of the caller. */
export const askable = (userId: string, caller: UserCaller, ghostPlayerId: string) => sql<{
  isClaimed: boolean
  hasDeclined: boolean
}>`
  select
    exists (select from claim_edges ce where ce.ghost_player_id = ${ghostPlayerId} and ce.revoked_at is null) as "isClaimed",
    exists (
      select from invitations i
      where i.ghost_player_id = ${ghostPlayerId} and i.recipient_id = u.id and i.declined_at is not null) as "hasDeclined"
  from users u
  where u.id = ${userId} and u.id <> ${caller.userId} and u.erased_at is null and ${relationsTo(caller, sql`u.id`).COMMUNITY}
  for key share of u`

interface Question {
  id: string
  ghostPlayerId: string
  recipientId: string
}

/** A question that can no longer be accepted does not stand in the way of the next one. */
export const endingEarlier = (
  { userId }: UserCaller,
  { ghostPlayerId, recipientId }: Omit<Question, 'id'>,
): Sql[] => [
  ending(sql`i.ghost_player_id = ${ghostPlayerId}`),
  ending(sql`i.inviter_id = ${userId} and i.recipient_id = ${recipientId} and not ${isOpenInvitation}`),
]

export const insertion = (caller: UserCaller, question: Question): Sql =>
  anyInsertion(caller, {
    ...question,
    kind: 'GHOST_PLAYER',
    makesAccounts: false,
    byAdministrator: false,
    mostUses: 1,
    days: DAYS,
  })

export const inviterOf = (id: string): Sql => sql`select inviter_id from invitations where id = ${id}`

export const open = (id: string, caller: UserCaller) =>
  openWhere(sql`o.id = ${id} and o.recipient_id = ${caller.userId}`, caller)

/** A no is taken although the inviter's account is disabled: it gives nothing to anybody. */
export const decline = (id: string) => declineWhere(sql`i.id = ${id}`, isOpenInvitation)
