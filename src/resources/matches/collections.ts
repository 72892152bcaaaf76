/**
 * Lists and counts of matches: all matches that the caller may see, the matches of one ghost player, and the history of a
 * canonical player.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import {
  type Fields,
  booleanField,
  onlyIf,
  some,
  textField,
  timestampField,
  uuidField,
} from '../../http/filter/fields.ts'
import type { Collection, RowPath } from '../../http/filter/collection.ts'
import { parent } from '../canonical-players/store.ts'
import { communityName, gameName, nameOfPlayset, userName } from '../name-fields.ts'
import { ghostPlayerPolicy } from '../visibility/ghost-players.ts'
import { matchDetailsPolicy, matchPolicy, seesDraftsOf } from '../visibility/matches.ts'
import { RESOURCE_FIELDS } from '../visibility/fields.ts'
import { seesHistoryOf } from '../visibility/people.ts'
import { draftsOf, finalMatchesOf } from '../visibility/played-matches.ts'
import { seenFinalMatchesOf } from '../visibility/seen-matches.ts'
import { rightRead } from '../visibility/rights.ts'
import { matchJson } from './json.ts'

/**
 * The first condition excludes most matches by their game. The `is true` stops the planner from making joins, which would check
 * the same expansions again for each match of a page.
 */
const withExpansion = (condition: Sql) => sql`(
  (m.game_id in (select e.game_id from expansions e where ${condition})) is true and (exists (
    select from match_expansions me
    where me.match_id = m.id and (me.expansion_id in (select e.id from expansions e where ${condition})) is true)) is true)`

const fields: Fields = {
  playsetId: uuidField(sql`m.playset_id`),
  playsetName: nameOfPlayset(sql`m.playset_id`),
  expansionsId: some(uuidField(sql`e.id`), withExpansion),
  expansionsName: some(textField(sql`e.display_name`), withExpansion),
  id: uuidField(sql`m.id`),
  gameId: uuidField(sql`m.game_id`),
  gameName: gameName(sql`m.game_id`),
  communityId: uuidField(sql`m.community_id`),
  communityName: communityName(sql`m.community_id`),
  recorderId: uuidField(sql`m.recorder_id`),
  recorderName: userName(sql`m.recorder_id`),
  playedAt: timestampField(sql`m.played_at`),
  finalizedAt: timestampField(sql`m.finalized_at`, sql`coalesce(m.finalized_at, 'infinity'::timestamptz)`),
  editRequestsEnabled: booleanField(sql`m.edit_requests_enabled`),
  lastEditedAt: timestampField(sql`m.last_edited_at`),
  lastEditedById: uuidField(sql`m.last_edited_by`),
  createdAt: timestampField(sql`m.created_at`),
}

/** The fields of a match that some callers do not see. */
const details = Object.fromEntries(
  Object.entries(fields).filter(([name]) => rightRead(RESOURCE_FIELDS.Match.rights, name) !== 'seen'),
)

/**
 * Filter fields for a caller who may not see all details: a filter by a detail never finds a match whose details are hidden from
 * the caller.
 */
const withheldFields = (caller: UserCaller): Fields => ({
  ...fields,
  ...onlyIf(matchDetailsPolicy.sees(caller), details),
})

const sorts = ['id', 'playedAt', 'finalizedAt', 'createdAt']

const all = (caller: UserCaller) => ({
  from: sql`matches m`,
  where: sql`m.deleted_at is null`,
  json: matchJson(caller, matchDetailsPolicy.sees(caller)),
})

export const matches: Collection<{ caller: UserCaller }> = {
  fields,
  sorts,
  rows: ({ caller }) => ({ ...all(caller), paths: matchPolicy.paths(caller, withheldFields(caller)) }),
}

export const matchesOfGhostPlayer: Collection<{ caller: UserCaller; params: { ghostPlayerId: string } }> = {
  fields,
  sorts,
  rows({ caller, params: { ghostPlayerId } }) {
    const seats = sql`
      select gp.id as ghost_player_id, gp.owner_id from ghost_players gp where gp.id = ${ghostPlayerId}`
    return {
      ...all(caller),
      paths: [
        ...seenFinal(seats, caller),
        draftsOf(
          sql`select seat.ghost_player_id from (${seats}) seat where ${seesDraftsOf(caller, sql`seat.owner_id`)}`,
        ),
      ],
      parent: sql`
        select ${ghostPlayerPolicy.sees(caller)} as visible from ghost_players gp
        where gp.id = ${ghostPlayerId} and gp.deleted_at is null`,
    }
  },
}

/** The matches of a canonical player. If two ghost players in a match are this person, the match appears once. */
export const history: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> = {
  fields,
  sorts,
  rows({ caller, params: { canonicalPlayerId } }) {
    const seats = sql`
      select ce.ghost_player_id, ce.owner_id from claim_edges ce
      where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null`
    const chosen = (which: Sql) => sql`select seat.ghost_player_id from (${seats}) seat where ${which}`
    const own = canonicalPlayerId === caller.canonicalPlayerId
    const paths = [
      ...(own ? [finalMatchesOf(chosen(sql`true`))] : seenFinal(seats, caller)),
      draftsOf(chosen(seesDraftsOf(caller, sql`seat.owner_id`))),
    ]
    return {
      ...all(caller),
      paths: paths.map(repeating),
      parent: parent(canonicalPlayerId, seesHistoryOf(caller, sql`cp.user_id`)),
    }
  },
}

const repeating = (path: RowPath): RowPath => ({ ...path, mayRepeat: true })

function seenFinal(seats: Sql, caller: UserCaller): RowPath[] {
  const withholding = (path: RowPath): RowPath => ({ ...path, fields: withheldFields(caller) })
  return seenFinalMatchesOf(caller, seats).map(withholding)
}
