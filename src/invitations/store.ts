/** The SQL of invitations. The database has only the hash of a secret. */
import { hash } from 'node:crypto'
import { type Queryable, changeAndShow } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidBeside } from '../db/uuid.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Collection } from '../http/filter/collection.ts'
import { type Fields, enumField, timestampField, uuidField } from '../http/filter/fields.ts'
import type { Locale } from '../http/schema/address.ts'
import type { Found, Shown } from '../http/operation/operation.ts'
import { communityRef, ghostPlayerRef } from '../resources/ref-json.ts'
import {
  INVITATION_KINDS,
  invitationPolicy,
  isOpenInvitation,
  mayEnd,
} from '../resources/visibility/invitations.ts'
import { userShown } from '../resources/visibility/people.ts'
import { INVITATION_STATES } from './schema.ts'

export type InvitationKind = (typeof INVITATION_KINDS)[number]

export type LockedInvitation = {
  id: string
  version: number
  mayEnd: boolean
  isInviter: boolean
  isOpen: boolean
}

/** `invitations i` with a column `state`. */
export const withState = sql`(
  select i.*, case when i.uses = i.most_uses then 'USED' when i.declined_at is not null then 'DECLINED'
    when ${isOpenInvitation} then 'OPEN'
  when i.ended_at is null and i.expires_at <= now() then 'EXPIRED' else 'ENDED' end as state
  from invitations i) i`

/** How much of an invitation `i` its inviter has not acknowledged: each use, and the decline. */
const unread = sql`(
  select count(*) + case when i.declined_at is not null and i.unread_since is not null then 1 else 0 end
  from invitation_uses iu where iu.invitation_id = i.id and iu.acknowledged_at is null)`

/** Needs `withState` with the alias `i`. */
export const invitationJson = (caller: UserCaller): Sql => sql`json_object(
  'id': i.id,
  'kind': i.kind,
  'inviter': ${userShown(caller, sql`i.inviter_id`)},
  'recipient': ${userShown(caller, sql`i.recipient_id`)},
  'ghostPlayer': ${ghostPlayerRef(sql`i.ghost_player_id`)},
  'community': ${communityRef(sql`i.community_id`)},
  'state': i.state,
  'uses': i.uses,
  'mostUses': i.most_uses,
  'unread': ${unread},
  'lastUsedAt': rfc3339(i.last_used_at),
  'expiresAt': rfc3339(i.expires_at),
  'endedAt': rfc3339(i.ended_at),
  'createdAt': rfc3339(i.created_at),
  'updatedAt': rfc3339(i.updated_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`i.id`),
  kind: enumField(sql`i.kind`, INVITATION_KINDS),
  state: enumField(sql`i.state`, INVITATION_STATES),
  inviterId: uuidField(sql`i.inviter_id`),
  recipientId: uuidField(sql`i.recipient_id`),
  ghostPlayerId: uuidField(sql`i.ghost_player_id`),
  communityId: uuidField(sql`i.community_id`),
  expiresAt: timestampField(sql`i.expires_at`),
  createdAt: timestampField(sql`i.created_at`),
}

export const invitations: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: ({ caller }) => ({
    from: withState,
    where: sql`true`,
    paths: invitationPolicy.paths(caller),
    json: invitationJson(caller),
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select i.id, i.version, ${invitationPolicy.sees(caller)} as visible, (${invitationJson(caller)})::text as body
  from ${withState} where i.id = ${id}`

export interface NewInvitation {
  id: string
  kind: InvitationKind
  ghostPlayerId?: string
  communityId?: string
  recipientId?: string
  /** Absent if it has a recipient. */
  secret?: string
  makesAccounts: boolean
  /** True if it makes accounts also where only administrators let people in. */
  byAdministrator: boolean
  mostUses: number
  days: number
}

/** The language that the caller has chosen for mail. */
export const localeOf = ({ userId }: UserCaller) => sql<{ locale: Locale }>`
  select locale from notification_settings where user_id = ${userId}`

export const newId = ({ userId }: UserCaller): string => uuidBeside(userId)

export const insertion = (caller: UserCaller, invitation: NewInvitation): Sql => sql`
  insert into invitations (
    id, kind, inviter_id, ghost_player_id, community_id, recipient_id, hash, makes_accounts, by_administrator, most_uses,
    expires_at)
  values (${invitation.id}, ${invitation.kind}, ${caller.userId}, ${invitation.ghostPlayerId}, ${invitation.communityId},
    ${invitation.recipientId}, ${invitation.secret === undefined ? null : hashOf(invitation.secret)}, ${invitation.makesAccounts}, ${invitation.byAdministrator}, ${invitation.mostUses},
    now() + make_interval(days => ${invitation.days}))`

export const lock = (id: string, caller: UserCaller) => sql<LockedInvitation>`
  select i.id, i.version, ${mayEnd(caller)} as "mayEnd", i.inviter_id = ${caller.userId} as "isInviter",
    ${isOpenInvitation} as "isOpen"
  from invitations i where i.id = ${id} for update of i`

/** Ends invitations before their time. `which` is on `invitations i`. */
export const ending = (which: Sql): Sql => sql`
  update invitations i set ended_at = now(), version = version + 1, updated_at = now()
  where i.ended_at is null and i.uses < i.most_uses and ${which}`

export const acknowledge = (db: Queryable, id: string, caller: UserCaller): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        update invitation_uses set acknowledged_at = now() where invitation_id = ${id} and acknowledged_at is null`,
      sql`
        update invitations set unread_since = null, version = version + 1, updated_at = now() where id = ${id}`,
    ],
    show(id, caller),
  )

export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
