/**
 * How the caller is related to other people: by trust, claims, communities, groups and privacy settings.
 *
 *
 *
 * In this file a plural noun names a select of ids, and a verb names a condition. A privacy setting of the level PUBLIC lets in
 * every user, PRIVILEGED_ACCESS lets in the members of the setting's groups, and PRIVATE lets in nobody.
 */
import { type Sql, empty, sql } from '../../db/sql.ts'

export const DATA_TYPES = ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'] as const

export type DataType = (typeof DATA_TYPES)[number]

export const LEVELS = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS'] as const

export type Level = (typeof LEVELS)[number]

/**
 * The person who looks. Mostly this is the caller, but `audience.ts` asks what other people see. The ids can be columns of a row.
 */
export interface Viewer {
  userId: string | Sql
  canonicalPlayerId: string | Sql
  /** A select of the ids of communities that count. Without it, all communities of the viewer count. */
  communities?: Sql
  /** A select of the ids of groups that count. Without it, all groups of the viewer count. */
  groups?: Sql
  /** The only user whose trust counts. Without it, everybody's trust in the viewer counts. */
  trustedBy?: string
}

export const usersTrusting = (viewer: Viewer): Sql => sql`
  select te.grantor_id as user_id from trusted_editors te
  where te.editor_id = ${viewer.userId} and te.revoked_at is null ${countedTrust(viewer)}`

export const isTrustedBy = (viewer: Viewer, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${viewer.userId} and te.grantor_id = ${recorderId} and te.revoked_at is null ${countedTrust(viewer)})`

const countedTrust = ({ trustedBy }: Viewer): Sql =>
  trustedBy === undefined ? empty : sql`and te.grantor_id = ${trustedBy}`

/** Also locks the row of the trust, so that nobody revokes it before the caller's change is committed. */
export const isTrustedByLocked = ({ userId }: Viewer, recorderId: Sql): Sql => sql`exists (
  select from trusted_editors te
  where te.editor_id = ${userId} and te.grantor_id = ${recorderId} and te.revoked_at is null for share)`

/** The owners who trust the caller are left out, because the caller sees all their matches anyway. */
export const claimedGhostPlayersOfOthers = (caller: Viewer, ownerId?: Sql): Sql => sql`
  select ce.ghost_player_id from claim_edges ce
  where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null
    and ce.owner_id <> ${caller.userId} ${ownerId ? sql`and ce.owner_id = ${ownerId}` : empty} and not ${isTrustedBy(caller, sql`ce.owner_id`)}`

/**
 * The circles through which the caller sees matches: the caller and the recorders who trust the caller, and the ghost players
 * that the caller has claimed.
 */
export const circlesOfPart = (caller: Viewer): Sql => sql`
  select ${caller.userId}::uuid
  union all
  (${usersTrusting(caller)})
  union all
  (${claimedGhostPlayersOfOthers(caller)})`

/** True while a claim or its request is active. Meanwhile the owner of the ghost player sees the claimant's name. */
export const isClaimant = (canonicalPlayerId: Sql, ghostPlayerId: Sql): Sql => sql`(
  exists (
    select from claim_edges le
    where le.ghost_player_id = ${ghostPlayerId} and le.canonical_player_id = ${canonicalPlayerId} and le.revoked_at is null)
  or exists (
    select from claim_requests lr
    where lr.canonical_player_id = ${canonicalPlayerId} and lr.ghost_player_id = ${ghostPlayerId} and lr.status = 'PENDING'))`

export const communitiesOf = ({ userId, communities }: Viewer): Sql =>
  communities ?? sql`select ms.community_id from memberships ms where ms.user_id = ${userId}`

export const groupsOf = ({ userId, groups }: Viewer): Sql =>
  groups ?? sql`select gm.group_id from group_members gm where gm.user_id = ${userId}`

export const administers = (caller: Viewer): Sql =>
  sql`coalesce(c.owner_id = ${caller.userId} or c.admin_group_id in (${groupsOf(caller)}), false)`

/** The communities for which `administers` is true. */
export const communitiesAdministeredBy = (caller: Viewer): Sql => sql`
  select own.id from communities own where own.owner_id = ${caller.userId} and own.deleted_at is null
  union
  select led.id from communities led where led.admin_group_id in (${groupsOf(caller)}) and led.deleted_at is null`

/** If `level` is given, it is used in place of the setting's own level. */
export const letsIn = (caller: Viewer, userId: Sql, dataType: DataType, level?: Level): Sql => sql`exists (
  select from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = ${dataType} and ${isLetInBy(caller, level)})`

export const letsInToAll = (caller: Viewer, userId: Sql, dataTypes: readonly DataType[]): Sql => sql`(
  select count(*) = ${dataTypes.length} from privacy_settings ps
  where ps.user_id = ${userId} and ps.data_type = any (${dataTypes}) and ${isLetInBy(caller)})`

const isLetInBy = (caller: Viewer, atLevel?: Level): Sql => {
  const level = atLevel === undefined ? sql`ps.level` : sql`${atLevel}::text`
  return sql`(${level} = 'PUBLIC' or
  ${level} = 'PRIVILEGED_ACCESS' and exists (
    select from privacy_setting_groups sg
    where sg.setting_id = ps.id and sg.group_id in (${groupsOf(caller)})))`
}

/** The users whose settings let the caller in as a member of a group. `open.ts` finds the users with PUBLIC settings. */
export const usersLettingIn = (caller: Viewer, dataType: DataType): Sql => sql`
  select distinct ps.user_id from group_members gm
  join privacy_setting_groups sg on sg.group_id = gm.group_id
  join privacy_settings ps on ps.id = sg.setting_id
  where gm.user_id = ${caller.userId} and ps.data_type = ${dataType} and ps.level = 'PRIVILEGED_ACCESS'`
