/** How the caller is related to other people: by trust, claims, communities, groups and what privacy settings allow. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'

export const DATA_TYPES = ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'] as const

/** What a privacy setting is about. */
export type DataType = (typeof DATA_TYPES)[number]

/** Those who made the caller a trusted editor. */
export const usersTrusting = ({ userId }: UserCaller): Sql => sql`
  select te.grantor_id as user_id from trusted_editors te where te.editor_id = ${userId} and te.revoked_at is null`

/** For a change that rests on it: it is looked at as it is now, and not revoked meanwhile. */
export const trustLocked = ({ userId }: UserCaller, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null for share)`

export const trustedBy = ({ userId }: UserCaller, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null)`

/** The ghost players of others that the caller has claimed, but for those who trust the caller with all they record. */
export const ghostPlayersOfOthers = (caller: UserCaller): Sql => sql`
  select ce.ghost_player_id from claim_edges ce
  where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
    and ce.owner_id <> ${caller.userId} and not ${trustedBy(caller, sql`ce.owner_id`)}`

/** The communities that the caller is a member of. */
export const communitiesOf = ({ userId }: UserCaller): Sql => sql`
  select ms.community_id from memberships ms where ms.user_id = ${userId}`

/** The groups that the caller is a member of. */
export const groupsOf = ({ userId }: UserCaller): Sql => sql`
  select gm.group_id from group_members gm where gm.user_id = ${userId}`

/** On `communities c`: its owner, and the members of its admin group. */
export const administers = (caller: UserCaller): Sql =>
  sql`coalesce(c.owner_id = ${caller.userId} or c.admin_group_id in (${groupsOf(caller)}), false)`

/** Whether the user's setting lets the caller in: everybody, or as a member of one of its groups. */
export const letsIn = (caller: UserCaller, userId: Sql, dataType: DataType): Sql => sql`exists (
  select from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} and (ps.level = 'PUBLIC' or
    ps.level = 'PRIVILEGED_ACCESS' and exists (
      select from privacy_setting_groups sg
      where sg.setting_id = ps.id and sg.group_id in (${groupsOf(caller)}))))`

/** Those whose setting lets the caller in as a member of a group. */
export const usersLettingIn = (caller: UserCaller, dataType: DataType): Sql => sql`
  select distinct ps.user_id from group_members gm
  join privacy_setting_groups sg on sg.group_id = gm.group_id
  join privacy_settings ps on ps.id = sg.setting_id
  where gm.user_id = ${caller.userId} and ps.data_type = ${dataType} and ps.level = 'PRIVILEGED_ACCESS'`
