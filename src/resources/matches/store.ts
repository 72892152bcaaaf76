/** The SQL of matches: the rows that a change locks, the rows that a request names, and the changes. */
import type * as z from 'zod'
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { expansionRows, foundExpansions } from '../expansions/store.ts'
import { matchesChanged, withMatchesMadeFinal } from '../ratings/changes.ts'
import { type WrittenMatch, resultsOfFinal, writtenMatch } from '../results/derived.ts'
import * as circles from '../visibility/circles.ts'
import { matchDetailsPolicy, matchPolicy, seesDetailsOfOne, seesDisputes } from '../visibility/matches.ts'
import { isPublic } from '../privacy-settings/public-marks.ts'
import { playsetPolicy } from '../visibility/playsets.ts'
import { matchJson, ownMatchJson, unseenMatchJson } from './json.ts'
import type { CreateMatch, ParticipantInput } from './schema.ts'

export type LockedMatch = {
  id: string
  version: number
  recorderId: string
  gameId: string
  playsetId: string | null
  communityId: string | null
  playedAt: string
  editRequestsEnabled: boolean
  finalized: boolean
}

/**
 * What the ids in a request refer to. Ids that do not exist are left out. `participantIds` and `hasExpansions` describe the match
 * itself.
 */
export type MatchReferences = {
  participantIds: string[]
  hasExpansions: boolean
  gameExists: boolean
  playset: { gameId: string; usable: boolean } | null
  community: { isMember: boolean } | null
  expansions: { id: string; gameId: string }[]
  ghostPlayers: { id: string; ownerId: string }[]
}

export const show = (id: string, caller: UserCaller): Sql<Found> =>
  shown(id, caller, matchJson(caller, sql`true`, sql`caller_may.see_disputes`))

/** The answer for a caller who changed a finalized match but may not see all of it. */
export const showWhatIsSeen = (id: string, caller: UserCaller): Sql<Found> =>
  shown(
    id,
    caller,
    sql`(case when ${matchPolicy.sees(caller)} then ${matchJson(caller, matchDetailsPolicy.sees(caller))}
      else ${unseenMatchJson(caller)} end)`,
  )

/** Takes a third less time than `show`, because it needs no access conditions for other people. */
const showToRecorder = (id: string) => sql<Shown>`
  select m.id, m.version, ${ownMatchJson()}::text as body from matches m where m.id = ${id}`

const shown = (id: string, caller: UserCaller, json: Sql) => sql<Found>`
  select m.id, m.version, ${seesDetailsOfOne(caller, sql`caller_may.see_disputes`)} as visible, ${json}::text as body
  from matches m, lateral (select ${seesDisputes(caller)} as see_disputes offset 0) caller_may
  where m.id = ${id} and m.deleted_at is null`

export const lock = (id: string) => sql<LockedMatch>`
  select m.id, m.version, m.recorder_id as "recorderId", m.game_id as "gameId", m.playset_id as "playsetId",
    m.community_id as "communityId", rfc3339(m.played_at) as "playedAt", m.edit_requests_enabled as "editRequestsEnabled",
    m.finalized_at is not null as finalized
  from matches m where m.id = ${id} and m.deleted_at is null
  for update of m`

/**
 * Takes shared locks on everything that could be deleted before the commit. The match must be locked before. A community is
 * locked before its memberships, in the same order as when it is deleted.
 */
export const references = (
  caller: UserCaller,
  { gameId, playsetId, communityId, expansions = [], participants = [] }: Partial<BodyReferences>,
  matchId?: string,
) => sql<MatchReferences>`
  select
    array(select mp.id from participants mp where mp.match_id = ${matchId}) as "participantIds",
    exists (select from match_expansions me where me.match_id = ${matchId}) as "hasExpansions",
    exists (select from games where id = ${gameId}) as "gameExists",
    (select json_object('gameId': p.game_id, 'usable': ${playsetPolicy.sees(caller)})
      from playsets p where p.id = ${playsetId} and p.deleted_at is null for share of p) as playset,
    (select json_object('isMember': ${lockedMembership(caller, sql`c.id`)})
      from (select id from communities where id = ${communityId} and deleted_at is null for share) c) as community,
    ${foundExpansions(expansions)} as expansions,
    coalesce((
      select json_agg(json_object('id': id, 'ownerId': owner_id)) from (
        select gp.id, gp.owner_id from ghost_players gp
        where gp.id = any (${participants.map(({ ghostPlayerId }) => ghostPlayerId)}::uuid[])
          and (gp.deleted_at is null or exists (
            select from participants mp where mp.match_id = ${matchId} and mp.ghost_player_id = gp.id))
        order by gp.id for share of gp) found), '[]'
    ) as "ghostPlayers"`

/** `belongs` is true if the match has no community, or if its recorder is a member of the community. */
export type FinalizingFacts = {
  belongs: boolean
  written: WrittenMatch
}

/** The match must be locked before this statement runs. */
export const finalizable = (id: string, caller: UserCaller) => sql<FinalizingFacts>`
  select m.community_id is null or ${lockedMembership(caller, sql`m.community_id`)} as belongs, ${writtenMatch} as written
  from matches m where m.id = ${id}`

/** Locks the membership, so that it exists until the commit. The match must be locked before. */
const lockedMembership = ({ userId }: UserCaller, communityId: Sql): Sql => sql`exists (
  select from memberships ms where ms.community_id = ${communityId} and ms.user_id = ${userId} for key share)`

export interface BodyReferences {
  gameId: string | undefined
  playsetId?: string | null | undefined
  communityId?: string | null | undefined
  expansions?: string[] | undefined
  participants?: ParticipantInput[] | undefined
}

export async function insert(
  db: Queryable,
  caller: UserCaller,
  match: z.output<typeof CreateMatch>,
): Promise<Shown> {
  const id = uuidBeside(caller.userId)
  const changes = [
    sql`
      insert into matches (id, game_id, playset_id, community_id, recorder_id, played_at, edit_requests_enabled)
      values (${id}, ${match.gameId}, ${match.playsetId}, ${match.communityId}, ${caller.userId}, ${match.playedAt},
        ${match.editRequestsEnabled})`,
    ...putParticipants(id, match.participants),
    ...(match.expansions ? [insertExpansions(id, match.expansions)] : []),
  ]
  return changeAndShow(db, changes, showToRecorder(id))
}

/** Writes the match. If `participants` or `expansions` is undefined, the match keeps the ones that it has. */
export async function update(
  db: Queryable,
  caller: UserCaller,
  match: LockedMatch,
  participants: ParticipantInput[] | undefined,
  expansions: string[] | undefined,
): Promise<Shown> {
  const { id } = match
  // This statement runs before and after the change: the change can move the match to another time, and ratings are due from both
  // times on.
  const rated = match.finalized ? [matchesChanged(sql`m.id = ${id}`)] : []
  const changes = [
    ...rated,
    sql`
      update matches set
        game_id = ${match.gameId}, playset_id = ${match.playsetId}, community_id = ${match.communityId},
        played_at = ${match.playedAt}, edit_requests_enabled = ${match.editRequestsEnabled},
        last_edited_at = now(), last_edited_by = ${caller.userId}, version = version + 1, updated_at = now()
      where id = ${id}`,
    sql`
      update participants set match_played_at = ${match.playedAt}
      where match_id = ${id} and match_played_at <> ${match.playedAt}`,
    ...rated,
    ...(participants ? [removeOthers(id, participants), ...putParticipants(id, participants)] : []),
    ...(expansions
      ? [sql`delete from match_expansions where match_id = ${id}`, insertExpansions(id, expansions)]
      : []),
  ]
  return changeAndShow(db, changes, match.finalized ? show(id, caller) : showToRecorder(id))
}

export const finalize = (db: Queryable, id: string, written: WrittenMatch): Promise<Shown> =>
  changeAndShow(
    db,
    [
      withMatchesMadeFinal(sql`
        update matches m set finalized_at = now(), is_public = ${isPublic(sql`m.recorder_id`, 'MATCH_HISTORY')},
          version = version + 1, updated_at = now()
        where m.id = ${id} returning m.*`),
      resultsOfFinal(id, written),
      ...circles.finalized(sql`m.id = ${id}`),
    ],
    showToRecorder(id),
  )

export const deletion = (which: Sql): Sql => sql`
  with match as (
    update matches set deleted_at = now(), version = version + 1, updated_at = now() where ${which} returning id
  )
  update participants mp set match_deleted_at = now() from match where mp.match_id = match.id`

/**
 * Writes the participants. A participant who is also in the new list keeps their id and `createdAt`; fields that the request
 * leaves out are cleared.
 */
function putParticipants(matchId: string, participants: ParticipantInput[]): Sql[] {
  const loadouts = participants.filter(({ loadoutAttributes }) => loadoutAttributes !== undefined)
  return [
    sql`
      insert into participants
        (id, match_id, ghost_player_id, position, score, rank, outcome, match_created_at, match_played_at)
      select input.id, m.id, "ghostPlayerId", position, score, rank, outcome, m.created_at, m.played_at
      from matches m, rows from (json_to_recordset(${withIds(matchId, participants)}) as (
          id uuid, "ghostPlayerId" uuid, score numeric, rank int, outcome text))
        with ordinality as input (id, "ghostPlayerId", score, rank, outcome, position)
      where m.id = ${matchId}
      on conflict (match_id, ghost_player_id) do update set
        position = excluded.position, score = excluded.score, rank = excluded.rank, outcome = excluded.outcome,
        updated_at = excluded.updated_at`,
    ...(loadouts.length === 0 ? [] : [putLoadouts(matchId, loadouts)]),
  ]
}

const putLoadouts = (matchId: string, participants: ParticipantInput[]) => sql`
  insert into loadouts (id, participant_id, attributes)
  select input.id, mp.id, input."loadoutAttributes"::json
  from json_to_recordset(${withIds(matchId, participants)})
    as input (id uuid, "ghostPlayerId" uuid, "loadoutAttributes" text)
  join participants mp on mp.match_id = ${matchId} and mp.ghost_player_id = input."ghostPlayerId"
  on conflict (participant_id) do update set attributes = excluded.attributes, updated_at = excluded.updated_at`

const withIds = (matchId: string, participants: ParticipantInput[]) =>
  JSON.stringify(participants.map((one) => ({ ...one, id: uuidBeside(matchId) })))

/** Deletes the participants who are not in the new list, and the old loadouts of those who now have none. */
const removeOthers = (matchId: string, participants: ParticipantInput[]) => {
  const staying = participants.map(({ ghostPlayerId }) => ghostPlayerId)
  const withLoadout = participants
    .filter((one) => one.loadoutAttributes !== undefined)
    .map((one) => one.ghostPlayerId)
  return sql`
    with gone as (
      delete from participants where match_id = ${matchId} and ghost_player_id <> all (${staying}::uuid[])
    )
    delete from loadouts l using participants mp
    where l.participant_id = mp.id and mp.match_id = ${matchId} and mp.ghost_player_id <> all (${withLoadout}::uuid[])`
}

const insertExpansions = (matchId: string, expansions: string[]) => sql`
  insert into match_expansions (match_id, expansion_id, position) ${expansionRows(matchId, expansions)}`
