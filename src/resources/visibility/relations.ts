/**
 * How the caller is related to other people: by trust, claims, communities, groups and privacy settings.
 *
 * A select of ids has a plural noun as its name, a condition a verb. A privacy setting of level PUBLIC lets in every user,
 * PRIVILEGED_ACCESS the members of the setting's groups, PRIVATE nobody.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'

export const DATA_TYPES = ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'] as const

/** What a privacy setting is about. */
export type DataType = (typeof DATA_TYPES)[number]

/** The users who made the caller a trusted editor. */
export const usersTrusting = ({ userId }: UserCaller): Sql => sql`
  select te.grantor_id as user_id from trusted_editors te where te.editor_id = ${userId} and te.revoked_at is null`

/** For a recorder's id: this recorder made the caller a trusted editor. */
export const isTrustedBy = ({ userId }: UserCaller, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null)`

/** The same with a lock: nobody can revoke the trust until the change that depends on it is committed. */
export const isTrustedByLocked = ({ userId }: UserCaller, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null for share)`

/**
 * The ghost players of other owners that the caller has claimed. Owners who trust the caller are left out, because a trusted
 * editor sees everything that they record.
 */
export const claimedGhostPlayersOfOthers = (caller: UserCaller): Sql => sql`
  select ce.ghost_player_id from claim_edges ce
  where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
    and ce.owner_id <> ${caller.userId} and not ${isTrustedBy(caller, sql`ce.owner_id`)}`

/**
 * For the ids of a canonical player and a ghost player: the player has claimed the ghost player, or asks to. Meanwhile the owner
 * of the ghost player sees the name of the canonical player.
 */
export const isClaimant = (canonicalPlayerId: Sql, ghostPlayerId: Sql): Sql => sql`(
  exists (
    select from claim_edges le
    where le.ghost_player_id = ${ghostPlayerId} and le.canonical_player_id = ${canonicalPlayerId} and le.revoked_at is null)
  or exists (
    select from claim_requests lr
    where lr.canonical_player_id = ${canonicalPlayerId} and lr.ghost_player_id = ${ghostPlayerId} and lr.status = 'PENDING'))`

/** The communities that the caller is a member of. */
export const communitiesOf = ({ userId }: UserCaller): Sql => sql`
  select ms.community_id from memberships ms where ms.user_id = ${userId}`

/** The groups that the caller is a member of. */
export const groupsOf = ({ userId }: UserCaller): Sql => sql`
  select gm.group_id from group_members gm where gm.user_id = ${userId}`

/** For a row of `communities c`: the caller owns it or is in its admin group. */
export const administers = (caller: UserCaller): Sql =>
  sql`coalesce(c.owner_id = ${caller.userId} or c.admin_group_id in (${groupsOf(caller)}), false)`

/** For a user's id: this user's setting lets the caller in. */
export const letsIn = (caller: UserCaller, userId: Sql, dataType: DataType): Sql => sql`exists (
  select from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} and ${isLetInBy(caller)})`

/** On a user's id: each of these settings of the user lets the caller in. */
export const letsInToAll = (caller: UserCaller, userId: Sql, dataTypes: readonly DataType[]): Sql => sql`(
  select count(*) = ${dataTypes.length} from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = any (${dataTypes}) and ${isLetInBy(caller)})`

/** For a row of `privacy_settings ps`: the setting lets the caller in. */
const isLetInBy = (caller: UserCaller): Sql => sql`(ps.level = 'PUBLIC' or
  ps.level = 'PRIVILEGED_ACCESS' and exists (
    select from privacy_setting_groups sg
    where sg.setting_id = ps.id and sg.group_id in (${groupsOf(caller)})))`

/** The users whose setting lets the caller in as a member of a group. */
export const usersLettingIn = (caller: UserCaller, dataType: DataType): Sql => sql`
  select distinct ps.user_id from group_members gm
  join privacy_setting_groups sg on sg.group_id = gm.group_id
  join privacy_settings ps on ps.id = sg.setting_id
  where gm.user_id = ${caller.userId} and ps.data_type = ${dataType} and ps.level = 'PRIVILEGED_ACCESS'`
