/**
 * The SQL that inserts many new matches at once. It writes the same rows as `createMatch` and `finalizeMatch` write for one
 * match.
 */
import { type Sql, sql } from '../db/sql.ts'
import { isPublic } from '../resources/privacy-settings/public-marks.ts'
import { withMatchesMadeFinal } from '../resources/ratings/changes.ts'
import * as circles from '../resources/visibility/circles.ts'
import type { ResultRow } from '../resources/results/derived.ts'

export interface MadeMatch {
  id: string
  gameId: string
  playsetId: string | undefined
  playedAt: string
  isFinal: boolean
  expansions: string[]
  participants: MadeParticipant[]
}

interface MadeParticipant {
  id: string
  ghostPlayerId: string
  score: number | undefined
  rank: number | undefined
  outcome: 'WIN' | 'LOSS' | undefined
  loadoutId: string
  loadout: string | undefined
  result: ResultRow | undefined
}

/** The transaction must hold the owner, the games, the playsets and the ghost players. */
export function insertions(made: readonly MadeMatch[], ownerId: string): Sql[] {
  const final = made.filter(({ isFinal }) => isFinal)
  const drafts = made.filter(({ isFinal }) => !isFinal)
  return [
    ...(final.length > 0 ? [withMatchesMadeFinal(insertMatches(final, ownerId))] : []),
    ...(drafts.length > 0 ? [insertMatches(drafts, ownerId)] : []),
    ...(made.length > 0 ? [insertParticipants(made), insertLoadouts(made), insertExpansions(made)] : []),
    ...(final.length > 0 ? circles.finalized(sql`m.id = any (${final.map(({ id }) => id)}::uuid[])`) : []),
  ]
}

const insertMatches = (made: readonly MadeMatch[], ownerId: string): Sql => sql`
  insert into matches (id, game_id, playset_id, recorder_id, played_at, finalized_at, is_public)
  select r.id, r."gameId", r."playsetId", ${ownerId}, r."playedAt", case when r."isFinal" then now() end,
    r."isFinal" and setting.is_public
  from json_to_recordset(${JSON.stringify(made.map(({ participants: _participants, expansions: _expansions, ...match }) => match))})
    as r (id uuid, "gameId" uuid, "playsetId" uuid, "playedAt" timestamptz, "isFinal" boolean),
    (select ${isPublic(sql`${ownerId}`, 'MATCH_HISTORY')} as is_public) setting
  returning *`

const insertParticipants = (made: readonly MadeMatch[]): Sql => sql`
  insert into participants (id, match_id, ghost_player_id, position, score, rank, outcome, match_created_at, match_played_at,
    match_finalized_at, match_game_id, kind, place, place_of, winners, tied, won, side)
  select r.id, m.id, r."ghostPlayerId", r.position, r.score, r.rank, r.outcome, m.created_at, m.played_at, m.finalized_at,
    case when m.finalized_at is not null then m.game_id end, r.kind, r.place, r."of", r.winners, r.tied, r.won, r.side
  from json_to_recordset(${JSON.stringify(seatsOf(made))}) as r (id uuid, "matchId" uuid, "ghostPlayerId" uuid, position int,
    score numeric, rank int, outcome text, kind text, place int, "of" int, winners int, tied boolean, won boolean, side int)
  join matches m on m.id = r."matchId"`

const seatsOf = (made: readonly MadeMatch[]) =>
  made.flatMap(({ id: matchId, participants }) =>
    participants.map(({ result, loadout: _loadout, loadoutId: _id, ...seat }, index) => ({
      ...result,
      ...seat,
      matchId,
      position: index + 1,
    })),
  )

const insertLoadouts = (made: readonly MadeMatch[]): Sql => sql`
  insert into loadouts (id, participant_id, attributes)
  select r.id, r."participantId", r.attributes::json
  from json_to_recordset(${JSON.stringify(
    made.flatMap(({ participants }) =>
      participants.flatMap(({ id: participantId, loadoutId: id, loadout }) =>
        loadout === undefined ? [] : [{ id, participantId, attributes: loadout }],
      ),
    ),
  )}) as r (id uuid, "participantId" uuid, attributes text)`

const insertExpansions = (made: readonly MadeMatch[]): Sql => sql`
  insert into match_expansions (match_id, expansion_id, position)
  select r."matchId", r."expansionId", r.position
  from json_to_recordset(${JSON.stringify(
    made.flatMap(({ id: matchId, expansions }) =>
      expansions.map((expansionId, index) => ({ matchId, expansionId, position: index + 1 })),
    ),
  )}) as r ("matchId" uuid, "expansionId" uuid, position int)`
