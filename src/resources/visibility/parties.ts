/** Who may see resources that concern only a few people: claims, trust, settings, groups, and the members of communities. */
import { type Sql, sql } from '../../db/sql.ts'
import { type Viewer, administers, communitiesOf, groupsOf } from './relations.ts'

/** A condition on a row of `claim_requests cr`. */
export const seesClaimRequest = ({ userId, canonicalPlayerId }: Viewer): Sql =>
  sql`(cr.owner_id = ${userId} or cr.canonical_player_id = ${canonicalPlayerId})`

/** A condition on a row of `claim_edges ce`. */
export const seesClaimEdge = ({ userId, canonicalPlayerId }: Viewer): Sql =>
  sql`(ce.owner_id = ${userId} or ce.canonical_player_id = ${canonicalPlayerId})`

/** A condition on a row of `trusted_editors te`. */
export const seesTrust = ({ userId }: Viewer): Sql => sql`(${userId} in (te.grantor_id, te.editor_id))`

/** A condition on a row of `privacy_settings ps`. */
export const seesPrivacySetting = ({ userId }: Viewer): Sql => sql`(ps.user_id = ${userId})`

/** A condition on a row of `groups g`. */
export const seesGroup = (caller: Viewer): Sql =>
  sql`(g.owner_id = ${caller.userId} or g.id in (${groupsOf(caller)}))`

/** A condition on a row of `communities c`: its members and admins see who is a member. */
export const seesMembers = (caller: Viewer): Sql =>
  sql`(c.id in (${communitiesOf(caller)}) or ${administers(caller)})`

/** A condition on a row of `membership_requests mr join communities c`. */
export const seesMembershipRequest = (caller: Viewer): Sql =>
  sql`(mr.user_id = ${caller.userId} or ${administers(caller)})`
