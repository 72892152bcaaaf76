/**
 * Who may see an invitation: its inviter, its recipient, and the admins of the community that it is for. A person who has only the
 * secret of the invitation sees who invites them, and what the invitation is for.
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import type { Policy } from './policy.ts'
import { type Viewer, administers, groupsOf } from './relations.ts'

export const INVITATION_KINDS = ['GHOST_PLAYER', 'COMMUNITY', 'TRUSTED_EDITOR'] as const

/** Each condition is about a row of `invitations i`. */
export const invitationPolicy = {
  sees: (caller: Viewer): Sql => anyOf([sql`i.recipient_id = ${caller.userId}`, mayEnd(caller)]),

  paths: (caller: Viewer): RowPath[] => [
    { where: sql`i.inviter_id = ${caller.userId}` },
    { where: sql`i.recipient_id = ${caller.userId}` },
    {
      range: { column: sql`i.community_id`, values: communitiesAdministered(caller) },
      where: sql`i.inviter_id <> ${caller.userId}`,
    },
  ],
} satisfies Policy

/** A condition on a row of `invitations i`. */
export const mayEnd = (caller: Viewer): Sql =>
  anyOf([
    sql`i.inviter_id = ${caller.userId}`,
    sql`exists (
      select from communities c where c.id = i.community_id and c.deleted_at is null and ${administers(caller)})`,
  ])

/**
 * True for a row of `invitations i` that can still be accepted: it is not used up, it has not ended, and the inviter can still
 * give what it promises.
 */
export const isOpenInvitation = sql`(
  i.uses < i.most_uses and i.ended_at is null and i.expires_at > now()
  and case i.kind
    when 'GHOST_PLAYER' then exists (
      select from ghost_players gp where gp.id = i.ghost_player_id and gp.deleted_at is null and not exists (
        select from claim_edges ce where ce.ghost_player_id = gp.id and ce.revoked_at is null))
    when 'COMMUNITY' then exists (
      select from communities c where c.id = i.community_id and c.deleted_at is null and (
        c.owner_id = i.inviter_id or exists (
          select from group_members gm where gm.group_id = c.admin_group_id and gm.user_id = i.inviter_id)))
    else true
  end)`

const communitiesAdministered = (caller: Viewer): Sql => sql`
  select c.id from communities c where c.owner_id = ${caller.userId} and c.deleted_at is null
  union
  select c.id from communities c where c.admin_group_id in (${groupsOf(caller)}) and c.deleted_at is null`
