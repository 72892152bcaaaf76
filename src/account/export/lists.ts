/** The lists in an export: what they contain, and in which order. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { auditEventJson } from '../../identity/audit/store.ts'
import { appJson, appsOf } from '../../identity/provider/apps.ts'
import { personalTokenJson } from '../../identity/personal-tokens/store.ts'
import { answerJson, importJson } from '../../imports/store.ts'
import { invitationJson, withState } from '../../invitations/store.ts'
import { translationJson } from '../../messages/translations/store.ts'
import { deviceJson } from '../../notifications/push/store.ts'
import { settingsJson } from '../../notifications/store.ts'
import { claimEdgeJson } from '../../resources/claim-edges/store.ts'
import { claimRequestJson } from '../../resources/claim-requests/store.ts'
import { communityJson } from '../../resources/communities/store.ts'
import { ghostPlayerJson } from '../../resources/ghost-players/store.ts'
import { groupMemberJson } from '../../resources/groups/members.ts'
import { groupJson } from '../../resources/groups/store.ts'
import { matchEditJson } from '../../resources/match-edits/json.ts'
import { matchJson } from '../../resources/matches/json.ts'
import { membershipRequestJson } from '../../resources/membership-requests/store.ts'
import { membershipJson } from '../../resources/memberships/store.ts'
import { playsetJson } from '../../resources/playsets/store.ts'
import { privacySettingJson } from '../../resources/privacy-settings/store.ts'
import { samePersonJson } from '../../resources/same-people/store.ts'
import { trustedEditorJson } from '../../resources/trusted-editors/store.ts'
import { groupsOf } from '../../resources/visibility/relations.ts'
import { webhookJson } from '../../webhooks/store.ts'
import { type Key, type Lists, PAGE, beyond } from './pages.ts'

const byAge = (alias: Sql) => [sql`${alias}.created_at`, sql`${alias}.id`]

/** The lists in the document. They include decided, withdrawn and revoked resources, but no deleted ones. */
export const EXPORT_LISTS = {
  accounts: ({ accountId }) => ({
    json: accountJson,
    from: sql`accounts a`,
    where: sql`a.id = ${accountId}`,
    keys: byAge(sql`a`),
  }),
  sessions: ({ accountId, userId }) => ({
    json: sessionJson,
    from: sql`sessions s`,
    where:
      accountId === undefined
        ? sql`s.account_id is null and (s.issuer, s.subject) = (select u.issuer, u.subject from users u where u.id = ${userId})`
        : sql`s.account_id = ${accountId}`,
    keys: byAge(sql`s`),
  }),
  apps: ({ accountId }) => ({
    json: appJson,
    from: sql`(${appsOf(accountId)}) app`,
    where: sql`true`,
    keys: [sql`app.since`, sql`md5(app."clientId")::uuid`],
  }),
  personalTokens: ({ accountId }) => ({
    json: personalTokenJson,
    from: sql`personal_tokens pt`,
    where: sql`pt.account_id = ${accountId}`,
    keys: byAge(sql`pt`),
  }),
  webhooks: ({ accountId }) => ({
    json: webhookJson,
    from: sql`webhooks w`,
    where: sql`w.maker_id = ${accountId}`,
    keys: byAge(sql`w`),
  }),
  auditEvents: ({ accountId }) => ({
    json: auditEventJson,
    from: sql`audit_events ae`,
    where: sql`ae.account_id = ${accountId}`,
    keys: byAge(sql`ae`),
  }),
  privacySettings: ({ userId }) => ({
    json: privacySettingJson,
    from: sql`privacy_settings ps`,
    where: sql`ps.user_id = ${userId}`,
    keys: byAge(sql`ps`),
  }),
  notifications: ({ userId }) => ({
    json: settingsJson,
    from: sql`users u join notification_settings n on n.user_id = u.id`,
    where: sql`u.id = ${userId}`,
    keys: [sql`n.created_at`, sql`n.user_id`],
  }),
  notificationDevices: (caller) => ({
    json: deviceJson(caller),
    from: sql`push_devices pd`,
    where: sql`pd.user_id = ${caller.userId}`,
    keys: byAge(sql`pd`),
  }),
  imports: ({ userId }) => ({
    json: importJson,
    from: sql`imports i`,
    where: sql`i.owner_id = ${userId}`,
    keys: byAge(sql`i`),
  }),
  importAnswers: ({ userId }) => ({
    json: answerJson,
    from: sql`import_answers a`,
    where: sql`a.owner_id = ${userId}`,
    keys: [sql`a.created_at`, sql`md5(a.kind || ' ' || a.name)::uuid`],
  }),
  ghostPlayers: ({ userId }) => ({
    json: ghostPlayerJson,
    from: sql`ghost_players gp`,
    where: sql`gp.owner_id = ${userId} and gp.deleted_at is null`,
    keys: byAge(sql`gp`),
  }),
  playsets: ({ userId }) => ({
    json: playsetJson,
    from: sql`playsets p`,
    where: sql`p.owner_id = ${userId} and p.deleted_at is null`,
    keys: byAge(sql`p`),
  }),
  recordedMatches: (caller) => ({
    json: matchJson(caller, sql`true`),
    from: sql`matches m`,
    where: sql`m.recorder_id = ${caller.userId} and m.deleted_at is null`,
    keys: byAge(sql`m`),
  }),
  playedMatches: (caller, after) => ({
    json: matchJson(caller, sql`true`),
    from: sql`(${played(caller, after)}) played join matches m on m.id = played.match_id`,
    where: sql`true`,
    keys: [sql`played.match_created_at`, sql`played.match_id`],
  }),
  matchEdits: (caller) => ({
    json: matchEditJson(caller),
    from: sql`match_edits me`,
    where: sql`me.proposed_by = ${caller.userId}`,
    keys: byAge(sql`me`),
  }),
  claimRequests: (caller) => ({
    json: claimRequestJson(caller),
    from: sql`claim_requests cr`,
    where: sql`cr.canonical_player_id = ${caller.canonicalPlayerId}`,
    keys: byAge(sql`cr`),
  }),
  claimEdges: (caller) => ({
    json: claimEdgeJson(caller),
    from: sql`claim_edges ce`,
    where: sql`ce.canonical_player_id = ${caller.canonicalPlayerId}`,
    keys: byAge(sql`ce`),
  }),
  samePeople: (caller) => ({
    json: samePersonJson(caller),
    from: sql`same_people sp`,
    where: sql`sp.user_id = ${caller.userId}`,
    keys: byAge(sql`sp`),
  }),
  trustedEditors: (caller) => ({
    json: trustedEditorJson(caller),
    from: sql`trusted_editors te`,
    where: sql`(te.grantor_id = ${caller.userId} or te.editor_id = ${caller.userId})`,
    keys: byAge(sql`te`),
  }),
  invitations: (caller) => ({
    json: invitationJson(caller),
    from: withState,
    where: sql`(i.inviter_id = ${caller.userId} or i.recipient_id = ${caller.userId})`,
    keys: byAge(sql`i`),
  }),
  acceptedInvitations: ({ userId }) => ({
    json: sql`json_object(
      'invitationId': iu.invitation_id,
      'kind': (select i.kind from invitations i where i.id = iu.invitation_id),
      'acceptedAt': rfc3339(iu.created_at))`,
    from: sql`invitation_uses iu`,
    where: sql`iu.user_id = ${userId}`,
    keys: byAge(sql`iu`),
  }),
  groups: (caller) => ({
    json: groupJson,
    from: sql`groups g`,
    where: sql`g.deleted_at is null and (g.owner_id = ${caller.userId} or g.id in (${groupsOf(caller)}))`,
    keys: byAge(sql`g`),
  }),
  groupMembers: (caller) => ({
    json: sql`json_object('groupId': g.id, 'member': ${groupMemberJson(caller)})`,
    from: sql`groups g join group_members gm on gm.group_id = g.id`,
    where: sql`g.owner_id = ${caller.userId} and g.deleted_at is null`,
    keys: [sql`gm.created_at`, sql`gm.user_id`, sql`gm.group_id`],
  }),
  communities: ({ userId }) => ({
    json: communityJson,
    from: sql`communities c`,
    where: sql`c.owner_id = ${userId} and c.deleted_at is null`,
    keys: byAge(sql`c`),
  }),
  memberships: ({ userId }) => ({
    json: membershipJson,
    from: sql`memberships ms`,
    where: sql`ms.user_id = ${userId}`,
    keys: byAge(sql`ms`),
  }),
  membershipRequests: (caller) => ({
    json: membershipRequestJson(caller),
    from: sql`membership_requests mr`,
    where: sql`mr.user_id = ${caller.userId}`,
    keys: byAge(sql`mr`),
  }),
  translations: ({ userId }) => ({
    json: translationJson,
    from: sql`translations t`,
    where: sql`(t.drafted_by = ${userId} or t.published_by = ${userId})`,
    keys: byAge(sql`t`),
  }),
} satisfies Lists

/** The first matches of each ghost player that the user has claimed. They are enough to make a page. */
const played = ({ userId, canonicalPlayerId }: UserCaller, after: Key | undefined): Sql => sql`
  select distinct seat.match_created_at, seat.match_id
  from claim_edges ce cross join lateral (
    select mp.match_created_at, mp.match_id from participants mp
    where mp.ghost_player_id = ce.ghost_player_id and mp.match_final and mp.match_deleted_at is null
      and ${beyond([sql`mp.match_created_at`, sql`mp.match_id`], after)}
    order by mp.match_created_at, mp.match_id limit ${PAGE}
  ) seat
  where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null and ce.owner_id <> ${userId}`

const accountJson = sql`json_object(
  'id': a.id,
  'name': a.name,
  'email': a.email,
  'roles': to_json(a.roles),
  'hasPassword': a.password_hash is not null,
  'passkeys': (
    select coalesce(json_agg(json_object(
      'name': pk.name,
      'createdAt': rfc3339(pk.created_at),
      'lastUsedAt': rfc3339(pk.last_used_at)
      absent on null) order by pk.created_at), '[]')
    from passkeys pk where pk.account_id = a.id),
  'createdAt': rfc3339(a.created_at),
  'updatedAt': rfc3339(a.updated_at)
  absent on null)`

const sessionJson = sql`json_object(
  'id': s.id,
  'method': s.method,
  'address': s.address,
  'userAgent': s.user_agent,
  'createdAt': rfc3339(s.created_at),
  'lastSeenAt': rfc3339(s.last_seen_at))`
