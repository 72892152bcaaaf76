/**
 * Selects the ids of the users who follow a subject: its owner, the people that the owner trusts, claimed players, members of its
 * community, and members of groups that a privacy setting lets in.
 *
 *
 *
 * When an event is delivered, the policy decides which followers get it. If a match is public, strangers still do not follow it,
 * because nobody wants an event for each match of every public history.
 */
import { type Sql, join, sql } from '../../db/sql.ts'
import type { DataType } from './relations.ts'

/** The followers of a row of `matches m`. */
export const ofMatch = union(
  sql`select m.recorder_id`,
  editorsTrustedBy(sql`m.recorder_id`),
  sql`
    select cp.user_id from participants seat
    join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
    join canonical_players cp on cp.id = ce.canonical_player_id
    where seat.match_id = m.id and m.finalized_at is not null`,
  sql`select ms.user_id from memberships ms where ms.community_id = m.community_id and m.finalized_at is not null`,
  letInByGroups(sql`m.recorder_id`, 'MATCH_HISTORY'),
)

/** The followers of a row of `ghost_players gp`. */
export const ofGhostPlayer = union(
  sql`select gp.owner_id`,
  editorsTrustedBy(sql`gp.owner_id`),
  sql`
    select cp.user_id from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id
    where ce.ghost_player_id = gp.id and ce.revoked_at is null`,
  peopleOfCircles(sql`select sg.circle_id from seen_ghost_players sg where sg.ghost_player_id = gp.id`),
  letInByGroups(sql`gp.owner_id`, 'MATCH_HISTORY'),
)

/** The followers of a row of `playsets p`. */
export const ofPlayset = union(
  sql`select p.owner_id`,
  peopleOfCircles(sql`select sp.circle_id from seen_playsets sp where sp.playset_id = p.id`),
)

/** The followers of a row of `users u`. */
export const ofPerson = union(
  sql`select u.id`,
  sql`
    select other.user_id from memberships own join memberships other on other.community_id = own.community_id
    where own.user_id = u.id`,
  sql`select gm.user_id from groups g join group_members gm on gm.group_id = g.id where g.owner_id = u.id`,
  letInByGroups(sql`u.id`, 'PROFILE'),
)

/** The followers of a row of `claim_requests cr` or `claim_edges ce`: the owner and the claimant. */
export const ofClaim = (claim: Sql): Sql => sql`
  select ${claim}.owner_id
  union
  select cp.user_id from canonical_players cp where cp.id = ${claim}.canonical_player_id`

/** The followers of a row of `trusted_editors te`. */
export const ofTrust = sql`select te.grantor_id union select te.editor_id`

/** The followers of a row of `privacy_settings ps`. */
export const ofPrivacySetting = sql`select ps.user_id`

/** The followers of a row of `groups g`. */
export const ofGroup = union(
  sql`select g.owner_id`,
  sql`select gm.user_id from group_members gm where gm.group_id = g.id`,
)

/** The admins of a row of `communities c`. */
const admins = union(
  sql`select c.owner_id`,
  sql`select gm.user_id from group_members gm where gm.group_id = c.admin_group_id`,
)

/** The members and admins of a row of `communities c`. */
export const ofMembership = union(
  admins,
  sql`select ms.user_id from memberships ms where ms.community_id = c.id`,
)

/** The followers of a row of `communities c`: its members, its admins, and the people who have asked to join. */
export const ofCommunity = union(
  ofMembership,
  sql`select mr.user_id from membership_requests mr where mr.community_id = c.id and mr.status = 'PENDING'`,
)

/** The followers of a row of `membership_requests mr join communities c`. */
export const ofMembershipRequest = union(sql`select mr.user_id`, admins)

/** The followers of a row of `invitations i`: the inviter, the recipient, and the admins of its community. */
export const ofInvitation = union(
  sql`select i.inviter_id`,
  sql`select i.recipient_id where i.recipient_id is not null`,
  sql`select c.owner_id from communities c where c.id = i.community_id`,
  sql`
    select gm.user_id from communities c join group_members gm on gm.group_id = c.admin_group_id
    where c.id = i.community_id`,
)

function union(...people: Sql[]): Sql {
  return join(people, ' union ')
}

function editorsTrustedBy(grantorId: Sql): Sql {
  return sql`select te.editor_id from trusted_editors te where te.grantor_id = ${grantorId} and te.revoked_at is null`
}

/** The members of the groups that a user's privacy setting lets in. */
function letInByGroups(userId: Sql, dataType: DataType): Sql {
  return sql`
    select gm.user_id from privacy_settings ps
    join privacy_setting_groups sg on sg.setting_id = ps.id
    join group_members gm on gm.group_id = sg.group_id
    where ps.user_id = ${userId} and ps.data_type = ${dataType} and ps.level = 'PRIVILEGED_ACCESS'`
}

/**
 * The people who see something through these circles: members of communities, canonical players, recorders, and the people that
 * recorders trust.
 */
function peopleOfCircles(circles: Sql): Sql {
  return union(
    sql`select ms.user_id from memberships ms where ms.community_id in (${circles})`,
    sql`select cp.user_id from canonical_players cp where cp.id in (${circles})`,
    sql`select recorder.id from users recorder where recorder.id in (${circles})`,
    sql`select te.editor_id from trusted_editors te where te.grantor_id in (${circles}) and te.revoked_at is null`,
  )
}
