/** The caller's invitations in the inbox: how each one ended, until the caller acknowledges it. */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { communityRef, ghostPlayerRef } from '../ref-json.ts'
import { seesMembers } from '../visibility/parties.ts'
import { canonicalPlayerShown, userShown } from '../visibility/people.ts'
import { isClaimant } from '../visibility/relations.ts'
import { type InboxKind, etag } from './kind.ts'
import { ACCEPTERS } from './schema.ts'

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
  ],
  ids: sql`select i.id from invitations i`,
  json: (caller, id) => sql`(
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
        'declined': i.declined_at is not null,
        'accepted': (
          select count(*) from invitation_uses iu where iu.invitation_id = i.id and iu.acknowledged_at is null),
        'acceptedBy': ${accepters(caller)}
        absent on null)
      absent on null)
    from invitations i where i.id = ${id})`,
}

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
