/** The export: one statement selects one document with all that the service stores about the caller. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'
import type { Shown } from '../http/operation.ts'
import { translationJson } from '../messages/translations/store.ts'
import { claimEdgeJson } from '../resources/claim-edges/store.ts'
import { claimRequestJson } from '../resources/claim-requests/store.ts'
import { communityJson } from '../resources/communities/store.ts'
import { ghostPlayerJson } from '../resources/ghost-players/store.ts'
import { groupMemberJson } from '../resources/groups/members.ts'
import { groupJson } from '../resources/groups/store.ts'
import { matchEditJson } from '../resources/match-edits/json.ts'
import { matchJson } from '../resources/matches/json.ts'
import { membershipRequestJson } from '../resources/membership-requests/store.ts'
import { membershipJson } from '../resources/memberships/store.ts'
import { playsetJson } from '../resources/playsets/store.ts'
import { privacySettingJson } from '../resources/privacy-settings/store.ts'
import { trustedEditorJson } from '../resources/trusted-editors/store.ts'
import { groupsOf } from '../resources/visibility/relations.ts'
import { meJson } from '../resources/users/store.ts'

/** It has no deleted resources, but has those that were decided, withdrawn or revoked, because these are stored. */
export const showExport = (caller: UserCaller): Sql<Shown> => {
  const { userId, canonicalPlayerId } = caller
  const match = matchJson(caller, sql`true`)
  const claimedGhostPlayers = sql`
    select ce.ghost_player_id from claim_edges ce
    where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null`
  return sql<Shown>`
    select json_object(
      'user': ${meJson},
      'privacySettings': ${all(privacySettingJson, sql`privacy_settings ps where ps.user_id = u.id`, sql`ps`)},
      'ghostPlayers': ${all(ghostPlayerJson, sql`ghost_players gp where gp.owner_id = u.id and gp.deleted_at is null`, sql`gp`)},
      'playsets': ${all(playsetJson, sql`playsets p where p.owner_id = u.id and p.deleted_at is null`, sql`p`)},
      'recordedMatches': ${all(match, sql`matches m where m.recorder_id = u.id and m.deleted_at is null`, sql`m`)},
      'playedMatches': ${all(
        match,
        sql`matches m where m.recorder_id <> u.id and m.finalized_at is not null and m.id in (
          select mp.match_id from participants mp where mp.ghost_player_id in (${claimedGhostPlayers}))`,
        sql`m`,
      )},
      'matchEdits': ${all(matchEditJson, sql`match_edits me where me.proposed_by = u.id`, sql`me`)},
      'claimRequests': ${all(
        claimRequestJson(caller),
        sql`claim_requests cr where cr.canonical_player_id = ${canonicalPlayerId}`,
        sql`cr`,
      )},
      'claimEdges': ${all(claimEdgeJson, sql`claim_edges ce where ce.canonical_player_id = ${canonicalPlayerId}`, sql`ce`)},
      'trustedEditors': ${all(
        trustedEditorJson(caller),
        sql`trusted_editors te where te.grantor_id = u.id or te.editor_id = u.id`,
        sql`te`,
      )},
      'groups': ${all(
        groupJson,
        sql`groups g where g.deleted_at is null and (g.owner_id = u.id or g.id in (${groupsOf(caller)}))`,
        sql`g`,
      )},
      'groupMembers': coalesce((
        select json_agg(json_object('groupId': g.id, 'member': ${groupMemberJson(caller)}) order by gm.created_at, gm.user_id)
        from groups g join group_members gm on gm.group_id = g.id
        where g.owner_id = u.id and g.deleted_at is null), '[]'),
      'communities': ${all(communityJson, sql`communities c where c.owner_id = u.id and c.deleted_at is null`, sql`c`)},
      'memberships': ${all(membershipJson, sql`memberships ms where ms.user_id = u.id`, sql`ms`)},
      'membershipRequests': ${all(membershipRequestJson, sql`membership_requests mr where mr.user_id = u.id`, sql`mr`)},
      'translations': ${all(translationJson, sql`translations t where t.drafted_by = u.id or t.published_by = u.id`, sql`t`)}
    )::text as body
    from users u where u.id = ${userId}`
}

/** All resources of a kind, oldest first. */
const all = (json: Sql, fromWhere: Sql, alias: Sql): Sql => sql`coalesce((
  select json_agg(${json} order by ${alias}.created_at, ${alias}.id) from ${fromWhere}), '[]')`
