/** Makes the next matches of an import, in one transaction. */
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { uuidBeside } from '../db/uuid.ts'
import { events, wasMade } from '../resources/events/write.ts'
import { results } from '../resources/results/derived.ts'
import type { Scoring } from '../resources/results/finish.ts'
import type { StoredPlay } from './reading.ts'
import { resultsOf } from './results.ts'
import { type MadeMatch, insertions } from './made.ts'

/** How many plays a slice has. Writing a slice takes some 0.1 s. In this time others must wait for the owner's ghost players. */
export const SLICE = 200

export type Running = {
  id: string
  ownerId: string
  format: string
}

export type DuePlay = {
  id: string
  at: string
  sourceId: string
  gameKey: string
  personKeys: string[]
  playedAt: string
  digest: string
  play: StoredPlay
}

/** What the service has for the keys of a file. */
interface Known {
  people: Map<string, { id: string | null; name: string; leftOut: boolean }>
  games: Map<string, { id: string | null; scoring: Scoring; isCooperative: boolean }>
  expansions: Map<string, { id: string | null; gameId: string | null; name: string }>
  playsets: Map<string, string>
}

interface Outcome {
  playId: string
  status: 'IMPORTED' | 'LEFT_OUT'
  reason?: string
  notes: { at: string; kind: string; found: string }[]
  match?: MadeMatch
  sourceId: string
  digest: string
}

/** Returns how many plays were handled, or 0 if no new ones are left. The transaction must hold the import and its owner. */
export async function makeNew(tx: Transaction, running: Running): Promise<number> {
  const plays = await tx.many(duePlays(running.id))
  if (plays.length === 0) return 0
  const known = await namesOf(tx, running, plays)
  const outcomes = plays.map((play) => outcomeOf(play, known, running.ownerId))
  const made = outcomes.flatMap(({ match }) => match ?? [])
  await Promise.all(
    [
      ...insertions(made, running.ownerId),
      ...(made.length > 0
        ? events(wasMade('match', sql`s.id = any (${made.map(({ id }) => id)}::uuid[])`))
        : []),
      sql`
        insert into import_links (owner_id, format, source_id, match_id, digest, match_version)
        select ${running.ownerId}, ${running.format}, r."sourceId", r."matchId", decode(r.digest, 'hex'), 1
        from json_to_recordset(${links(outcomes)}) as r ("sourceId" text, "matchId" uuid, digest text)`,
      sql`
        update import_plays p set status = r.status, reason = r.reason, match_id = r."matchId", notes = p.notes || r.notes
        from json_to_recordset(${done(outcomes)}) as r (id uuid, status text, reason text, "matchId" uuid, notes jsonb)
        where p.id = r.id`,
    ].map((statement) => tx.many(statement)),
  )
  return plays.length
}

const links = (outcomes: Outcome[]) =>
  JSON.stringify(
    outcomes.flatMap(({ match, sourceId, digest }) =>
      match ? [{ sourceId, matchId: match.id, digest }] : [],
    ),
  )

const done = (outcomes: Outcome[]) =>
  JSON.stringify(
    outcomes.map(({ playId: id, status, reason, notes, match }) => ({
      id,
      status,
      reason,
      notes,
      matchId: match?.id,
    })),
  )

const duePlays = (id: string) => sql<DuePlay>`
  select p.id, p.at, p.source_id as "sourceId", p.game_key as "gameKey", p.person_keys as "personKeys",
    rfc3339(p.played_at) as "playedAt", encode(p.digest, 'hex') as digest, p.play
  from import_plays p where p.import_id = ${id} and p.status = 'NEW' order by p.position limit ${SLICE}`

type KnownName = {
  kind: 'PERSON' | 'GAME' | 'EXPANSION'
  key: string
  name: string
  decision: string
  isCooperative: boolean
  ghostPlayerId: string | null
  gameId: string | null
  expansionId: string | null
  expansionGameId: string | null
}

/** Locks in the usual order: games first, then the users of playsets, and ghost players last. */
export async function namesOf(tx: Transaction, running: Running, plays: DuePlay[]): Promise<Known> {
  const keys = new Set(
    plays.flatMap(({ gameKey, personKeys, play }) => [gameKey, ...personKeys, ...play.expansions]),
  )
  const playsets = [...new Set(plays.flatMap(({ play }) => play.playset ?? []))]
  const names = await tx.many(sql<KnownName>`
    select q.kind, q.key, q.name, q.decision, q.is_cooperative as "isCooperative", q.ghost_player_id as "ghostPlayerId",
      q.game_id as "gameId", q.expansion_id as "expansionId", e.game_id as "expansionGameId"
    from import_questions q left join expansions e on e.id = q.expansion_id
    where q.import_id = ${running.id} and q.key = any (${[...keys]}::text[])`)
  const gameIds = names.flatMap(({ gameId }) => gameId ?? [])
  const ghostPlayerIds = names.flatMap(({ ghostPlayerId }) => ghostPlayerId ?? [])
  const [ownPlaysets, games, there] = await Promise.all([
    tx.many(sql<{ id: string; gameId: string; name: string }>`
      select p.id, p.game_id as "gameId", p.display_name as name from playsets p
      where p.owner_id = ${running.ownerId} and p.deleted_at is null and p.game_id = any (${gameIds}::uuid[])
        and p.display_name = any (${playsets}::text[])
      order by p.id for share of p`),
    tx.many(sql<{ id: string; scoreType: Scoring['scoreType']; winCondition: Scoring['winCondition'] }>`
      select g.id, g.score_type as "scoreType", g.win_condition as "winCondition" from games g
      where g.id = any (${gameIds}::uuid[]) order by g.id for share of g`),
    tx.many(sql<{ id: string }>`
      select gp.id from ghost_players gp
      where gp.id = any (${ghostPlayerIds}::uuid[]) and gp.owner_id = ${running.ownerId} and gp.deleted_at is null
      order by gp.id for share of gp`),
  ])
  const scoring = new Map(games.map(({ id, scoreType, winCondition }) => [id, { scoreType, winCondition }]))
  const alive = new Set(there.map(({ id }) => id))
  const known: Known = {
    people: new Map(),
    games: new Map(),
    expansions: new Map(),
    playsets: new Map(ownPlaysets.map(({ id, gameId, name }) => [`${gameId} ${name}`, id])),
  }
  for (const one of names) {
    const { kind, key, name, decision, isCooperative } = one
    if (kind === 'PERSON') {
      const id = one.ghostPlayerId !== null && alive.has(one.ghostPlayerId) ? one.ghostPlayerId : null
      known.people.set(key, { id, name, leftOut: decision === 'LEFT_OUT' })
    } else if (kind === 'GAME') {
      const found = one.gameId === null ? undefined : scoring.get(one.gameId)
      known.games.set(key, {
        id: found ? one.gameId : null,
        scoring: found ?? { scoreType: 'SCORE' },
        isCooperative,
      })
    } else known.expansions.set(key, { id: one.expansionId, gameId: one.expansionGameId, name })
  }
  return known
}

/** Decides what becomes of a play, and checks again what may have changed since the plan. */
function outcomeOf(due: DuePlay, known: Known, ownerId: string): Outcome {
  const { id: playId, at, sourceId, digest, play } = due
  const notes: Outcome['notes'] = []
  const leftOut = (reason: string): Outcome => ({
    playId,
    status: 'LEFT_OUT',
    reason,
    notes,
    sourceId,
    digest,
  })
  const game = known.games.get(due.gameKey)
  if (!game?.id) return leftOut('GAME_LEFT_OUT')
  const matchId = uuidBeside(ownerId)
  const participants = participantsOf(due, known, notes)
  if (participants === undefined) return leftOut('PERSON_DELETED')
  if (participants.length === 0) return leftOut('PEOPLE_LEFT_OUT')
  if (new Set(participants.map(({ ghostPlayerId }) => ghostPlayerId)).size < participants.length)
    return leftOut('PERSON_TWICE')
  const expansions = expansionsOf(due, known, game.id, notes)
  const playsetId = play.playset === undefined ? undefined : known.playsets.get(`${game.id} ${play.playset}`)
  if (play.playset !== undefined && playsetId === undefined)
    notes.push({ at, kind: 'PLAYSET_UNKNOWN', found: play.playset })
  const written = resultsOf(
    participants.map(({ stored }) => stored),
    game.scoring,
    game.isCooperative,
  )
  const seats = participants.map(({ ghostPlayerId, stored }, index) => ({
    score: written[index]?.score,
    rank: written[index]?.rank,
    outcome: written[index]?.outcome,
    team: written[index]?.team,
    id: uuidBeside(ownerId),
    ghostPlayerId,
    loadoutId: uuidBeside(ownerId),
    loadout: stored.loadout,
  }))
  const isFinal = play.isDraft !== true
  const rows = isFinal ? results({ scoring: game.scoring, seats }) : []
  const match: MadeMatch = {
    id: matchId,
    gameId: game.id,
    playsetId,
    playedAt: due.playedAt,
    isFinal,
    expansions,
    participants: seats.map(({ id, ghostPlayerId, score, rank, outcome, loadoutId, loadout }, index) => ({
      id,
      ghostPlayerId,
      score,
      rank,
      outcome,
      loadoutId,
      loadout,
      result: rows[index],
    })),
  }
  return {
    playId,
    status: 'IMPORTED',
    ...(isFinal ? {} : { reason: 'UNFINISHED' }),
    notes,
    match,
    sourceId,
    digest,
  }
}

/** Undefined if one of the people was deleted since the plan. */
export function participantsOf({ at, play }: DuePlay, { people }: Known, notes: Outcome['notes']) {
  const found = []
  for (const stored of play.participants) {
    const person = people.get(stored.person)
    if (person?.leftOut) notes.push({ at, kind: 'PERSON_LEFT_OUT', found: person.name })
    else if (person?.id) found.push({ ghostPlayerId: person.id, stored })
    else return undefined
  }
  return found
}

export function expansionsOf(
  { at, play }: DuePlay,
  { expansions }: Known,
  gameId: string,
  notes: Outcome['notes'],
): string[] {
  const found = new Set<string>()
  for (const key of play.expansions) {
    const expansion = expansions.get(key)
    if (expansion?.id && expansion.gameId === gameId) found.add(expansion.id)
    else notes.push({ at, kind: 'EXPANSION_UNKNOWN', found: expansion?.name ?? key })
  }
  return [...found]
}
