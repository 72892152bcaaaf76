/** Lists and counts of matches: all that the caller may see, those of a ghost player, and a canonical player's history. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
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
import { seesHistoryOf } from '../visibility/people.ts'
import { draftsOf, finalMatchesOf } from '../visibility/played-matches.ts'
import { matchJson } from './json.ts'

/**
 * The expansions of a match are of its game, so a narrow condition leaves out most matches by their games. `is true` keeps the
 * planner from joining: for a page it would ask the condition of the same expansions again for each match.
 */
const withExpansion = (condition: Sql) => sql`(
  (m.game_id in (select e.game_id from expansions e where ${condition})) is true and (exists (
    select from match_expansions me
    where me.match_id = m.id and (me.expansion_id in (select e.id from expansions e where ${condition})) is true)) is true)`

const details = {
  playsetId: uuidField(sql`m.playset_id`),
  playsetName: nameOfPlayset(sql`m.playset_id`),
  expansionsId: some(uuidField(sql`e.id`), withExpansion),
  expansionsName: some(textField(sql`e.display_name`), withExpansion),
}

const fields: Fields = {
  ...details,
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

/** The fields of a filter where the caller may see a match without its details: a filter by these finds no such match. */
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
    const ghostPlayer = sql`select ${ghostPlayerId}::uuid`
    const owner = sql`(select gp.owner_id from ghost_players gp where gp.id = ${ghostPlayerId})`
    return {
      ...all(caller),
      paths: [
        visible(finalMatchesOf(ghostPlayer), caller),
        narrowed(draftsOf(ghostPlayer), seesDraftsOf(caller, owner)),
      ],
      parent: sql`
        select ${ghostPlayerPolicy.sees(caller)} as visible from ghost_players gp
        where gp.id = ${ghostPlayerId} and gp.deleted_at is null`,
    }
  },
}

/** A canonical player's history: the matches of all ghost players that they have claimed, each match once. */
export const history: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> = {
  fields,
  sorts,
  rows({ caller, params: { canonicalPlayerId } }) {
    const claimedGhostPlayers = (which: Sql) => sql`
      select ce.ghost_player_id from claim_edges ce
      where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null and ${which}`
    const final = finalMatchesOf(claimedGhostPlayers(sql`true`))
    const own = canonicalPlayerId === caller.canonicalPlayerId
    return {
      ...all(caller),
      paths: [
        // The caller sees every final match of their own history.
        { ...(own ? final : visible(final, caller)), mayRepeat: true },
        { ...draftsOf(claimedGhostPlayers(seesDraftsOf(caller, sql`ce.owner_id`))), mayRepeat: true },
      ],
      parent: parent(canonicalPlayerId, seesHistoryOf(caller, sql`cp.user_id`)),
    }
  },
}

/** Keeps the matches of a path that the caller sees. Hidden details can't be filtered by. */
const visible = (path: RowPath, caller: UserCaller): RowPath => ({
  ...narrowed({ ...path, indexOnly: undefined }, matchPolicy.sees(caller)),
  fields: withheldFields(caller),
})

/** Keeps the rows of a path for which the condition holds. */
const narrowed = (path: RowPath, condition: Sql): RowPath => ({
  ...path,
  where: sql`${path.where} and ${condition}`,
})
