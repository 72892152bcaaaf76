/**
 * Invitations in the inbox: questions to the caller and of the caller whether somebody is a ghost player, and how each invitation of
 * the caller ended, until the caller acknowledges it.
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { newestMatches } from '../ghost-players/newest-matches.ts'
import { isOpenInvitation } from '../visibility/invitations.ts'
import { communityRef, ghostPlayerRef, userRef } from '../ref-json.ts'
import { seesMembers } from '../visibility/parties.ts'
import { canonicalPlayerShown, userShown } from '../visibility/people.ts'
import { isClaimant } from '../visibility/relations.ts'
import { type InboxKind, direction, etag } from './kind.ts'
import { ACCEPTERS, MATCHES } from './schema.ts'

export const invitations: InboxKind = {
  kind: 'INVITATION',
  paths: ({ userId }) => [
    {
      direction: 'IN',
      from: sql`invitations i`,
      where: sql`i.inviter_id = ${userId} and i.unread_since is not null`,
      id: sql`i.id`,
      since: sql`i.unread_since`,
    },
    ...(['IN', 'OUT'] as const).map((towards) => ({
      direction: towards,
      from: sql`invitations i`,
      where: sql`${towards === 'IN' ? sql`i.recipient_id = ${userId}` : sql`i.inviter_id = ${userId} and i.recipient_id is not null`}
        and i.uses = 0 and ${isOpenInvitation}`,
      id: sql`i.id`,
      since: sql`i.created_at`,
    })),
  ],
  ids: sql`select i.id from invitations i`,
  json: (caller, id) => sql`coalesce(${questionJson(caller, id)}, ${answerJson(caller, id)})`,
}

const questionJson = (caller: UserCaller, id: Sql): Sql => sql`(
    select json_object(
      'id': i.id,
      'kind': 'INVITATION',
      'direction': ${direction(sql`i.recipient_id = ${caller.userId}`)},
      'since': rfc3339(i.created_at),
      'path': '/invitations/' || i.id || case when i.recipient_id = ${caller.userId} then '/answer' else '' end,
      'etag': ${etag(sql`i.version`)},
      'invitation': json_object(
        'kind': i.kind,
        'inviter': case when i.recipient_id = ${caller.userId} then ${userRef(sql`i.inviter_id`)} end,
        'recipient': case when i.inviter_id = ${caller.userId} then ${userShown(caller, sql`i.recipient_id`)} end,
        'ghostPlayer': ${ghostPlayerRef(sql`i.ghost_player_id`)},
        'declined': false,
        'accepted': 0,
        'acceptedBy': json_array(),
        'newest': case when i.recipient_id = ${caller.userId} then ${newestMatches(sql`i.ghost_player_id`)} end
        absent on null),
      'matches': ${matchesOf}
      absent on null)
    from invitations i
    where i.id = ${id} and ${caller.userId} in (i.inviter_id, i.recipient_id) and i.recipient_id is not null
      and i.uses = 0 and ${isOpenInvitation})`

/** The matches of a ghost player that its inviter recorded. */
const matchesOf = sql`(
  select json_object(
    'number': count(*), 'firstPlayedAt': rfc3339(min(mp.match_played_at)), 'lastPlayedAt': rfc3339(max(mp.match_played_at))
    absent on null)
  from (
    select newest.match_played_at from participants newest
    where newest.ghost_player_id = i.ghost_player_id and newest.match_final and newest.match_deleted_at is null
    order by newest.match_played_at desc, newest.match_id desc limit ${MATCHES}::int) mp)`

const answerJson = (caller: UserCaller, id: Sql): Sql => sql`(
    select json_object(
      'id': i.id,
      'kind': 'INVITATION',
      'direction': 'IN',
      'since': rfc3339(i.unread_since),
      'path': '/invitations/' || i.id || '/acknowledge',
      'etag': ${etag(sql`i.version`)},
      'invitation': json_object(
        'kind': i.kind,
        'ghostPlayer': ${ghostPlayerRef(sql`i.ghost_player_id`)},
        'community': ${communityRef(sql`i.community_id`)},
        'recipient': ${userShown(caller, sql`i.recipient_id`)},
        'declined': i.declined_at is not null,
        'accepted': (
          select count(*) from invitation_uses iu where iu.invitation_id = i.id and iu.acknowledged_at is null),
        'acceptedBy': ${accepters(caller)}
        absent on null)
      absent on null)
    from invitations i where i.id = ${id})`

/** The people who accepted an invitation. They are canonical players if it was for a ghost player, otherwise users. */
const accepters = (caller: UserCaller): Sql => sql`(
  select coalesce(json_agg(
    case when i.kind = 'GHOST_PLAYER'
      then ${canonicalPlayerShown(caller, sql`newest.canonical_player_id`, isClaimant(sql`newest.canonical_player_id`, sql`i.ghost_player_id`))}
      else ${userShown(caller, sql`newest.user_id`, anyOf([isMember(caller), isTrusted]))} end
    order by newest.created_at desc, newest.id desc), '[]')
  from (
    select iu.id, iu.user_id, iu.created_at, cp.id as canonical_player_id
    from invitation_uses iu join canonical_players cp on cp.user_id = iu.user_id
    where iu.invitation_id = i.id and iu.acknowledged_at is null
    order by iu.created_at desc, iu.id desc limit ${ACCEPTERS}::int) newest)`

/** True if the person who accepted is a member of the community and the caller may see its members. */
const isMember = (caller: UserCaller): Sql => sql`exists (
  select from memberships ms join communities c on c.id = ms.community_id
  where ms.community_id = i.community_id and ms.user_id = newest.user_id and ${seesMembers(caller)})`

const isTrusted = sql`(i.kind = 'TRUSTED_EDITOR' and exists (
  select from trusted_editors te
  where te.grantor_id = i.inviter_id and te.editor_id = newest.user_id and te.revoked_at is null))`
