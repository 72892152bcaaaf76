/** The SQL of imports that reads and locks them for their owners. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Collection } from '../http/filter/collection.ts'
import {
  type Fields,
  booleanField,
  enumField,
  integerField,
  textField,
  timestampField,
  uuidField,
} from '../http/filter/fields.ts'
import type { Shown } from '../http/operation/operation.ts'
import { gameRef, ghostPlayerRef } from '../resources/ref-json.ts'
import { DECISIONS, FORMATS, KINDS, STATES, STATUSES } from './schema.ts'

export const MOST_IMPORTS = 50

/** In days. */
export const KEPT = {
  /** The plays of an import that is done. Those that wait for a game stay. */
  plays: 30,
  /** An import that asks or waits to be started. */
  unanswered: 90,
  /** An import that is done. */
  done: 365,
  /** What an expired import says. */
  expired: 90,
} as const

const playsUntil = sql`case
  when i.state = 'DONE' then i.updated_at + make_interval(days => ${KEPT.plays})
  when i.state in ('QUESTIONS', 'READY', 'FAILED') then i.updated_at + make_interval(days => ${KEPT.unanswered}) end`

export const importJson = sql`json_object(
  'id': i.id,
  'format': i.format,
  'timeZone': i.time_zone,
  'state': i.state,
  'openQuestions': (i.counts -> 'openQuestions')::int,
  'playsToDo': (i.counts -> 'playsToDo')::int,
  'playsDone': (i.counts -> 'playsDone')::int,
  'plays': i.counts -> 'plays',
  'names': i.counts -> 'names',
  'notes': i.notes,
  'fileDigest': encode(i.file_digest, 'hex'),
  'failure': i.failure,
  'startedAt': rfc3339(i.started_at),
  'endedAt': rfc3339(i.ended_at),
  'playsUntil': rfc3339(${playsUntil}),
  'createdAt': rfc3339(i.created_at),
  'updatedAt': rfc3339(i.updated_at)
  absent on null)`

export const imports: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`i.id`),
    format: enumField(sql`i.format`, FORMATS),
    state: enumField(sql`i.state`, STATES),
    createdAt: timestampField(sql`i.created_at`),
    updatedAt: timestampField(sql`i.updated_at`),
    fileDigest: textField(sql`encode(i.file_digest, 'hex')`),
  },
  sorts: ['id', 'createdAt', 'updatedAt'],
  rows: ({ caller }) => ({
    from: sql`imports i`,
    where: sql`i.owner_id = ${caller.userId}`,
    json: importJson,
  }),
}

export const show = (id: string, { userId }: UserCaller) => sql<Shown>`
  select i.id, i.version, (${importJson})::text as body from imports i where i.id = ${id} and i.owner_id = ${userId}`

const own = (id: string, { userId }: UserCaller): Sql<{ visible: boolean }> => sql<{ visible: boolean }>`
  select true as visible from imports i where i.id = ${id} and i.owner_id = ${userId}`

type OfImport = Collection<{ caller: UserCaller; params: { importId: string } }>

const questionFields: Fields = {
  id: uuidField(sql`q.id`),
  kind: enumField(sql`q.kind`, KINDS),
  name: textField(sql`q.name`),
  decision: enumField(sql`q.decision`, DECISIONS),
  answered: booleanField(sql`(q.answered_at is not null)`),
  plays: integerField(sql`q.plays`),
}

const candidates = sql`(
  select coalesce(json_agg(case when q.kind = 'PERSON' then ${ghostPlayerRef(sql`c.id`)} else ${gameRef(sql`c.id`)} end
    order by c.position), '[]')
  from unnest(q.candidates) with ordinality c (id, position))`

const questionJson = sql`json_object(
  'id': q.id,
  'kind': q.kind,
  'name': q.name,
  'bggId': q.bgg_id,
  'isOwner': q.is_owner,
  'plays': q.plays,
  'decision': q.decision,
  'answered': q.answered_at is not null,
  'ghostPlayer': ${ghostPlayerRef(sql`q.ghost_player_id`)},
  'game': ${gameRef(sql`q.game_id`)},
  'expansion': (
    select json_object('id': e.id, 'displayName': e.display_name) from expansions e where e.id = q.expansion_id),
  'playset': (select json_object('id': p.id, 'displayName': p.display_name) from playsets p where p.id = q.playset_id),
  'newGame': case when q.decision in ('WAITS', 'ASKED') then q.new_game end,
  'candidates': ${candidates},
  'suggestion': case when q.decision = 'ASKED' then json_object(
    'answer': case when q.suggests_first then 'USE' when q.kind = 'PERSON' then 'NEW' else 'WAIT' end,
    'id': case when q.suggests_first then q.candidates[1] end
    absent on null) end
  absent on null)`

export const questions: OfImport = {
  fields: questionFields,
  sorts: ['id', 'plays'],
  defaultSort: 'plays:DESC',
  rows: ({ caller, params }) => ({
    from: sql`import_questions q`,
    where: sql`q.import_id = ${params.importId}`,
    json: questionJson,
    parent: own(params.importId, caller),
  }),
}

const playJson = sql`json_object(
  'id': p.id,
  'position': p.position,
  'at': p.at,
  'status': p.status,
  'reason': p.reason,
  'game': (
    select q.name from import_questions q where q.import_id = p.import_id and q.kind = 'GAME' and q.key = p.game_key),
  'playedAt': rfc3339(p.played_at),
  'people': (
    select coalesce(json_agg(q.name order by k.position), '[]')
    from unnest(p.person_keys) with ordinality k (key, position)
    join import_questions q on q.import_id = p.import_id and q.kind = 'PERSON' and q.key = k.key),
  'notes': (
    select coalesce(json_agg(json_object('kind': n.note ->> 'kind', 'found': n.note ->> 'found') order by n.position), '[]')
    from jsonb_array_elements(p.notes) with ordinality n (note, position)),
  'matchId': p.match_id
  absent on null)`

export const plays: OfImport = {
  fields: {
    id: uuidField(sql`p.id`),
    position: integerField(sql`p.position`),
    status: enumField(sql`p.status`, STATUSES),
    reason: textField(sql`p.reason`),
    matchId: uuidField(sql`p.match_id`),
  },
  sorts: ['id', 'position'],
  defaultSort: 'position:ASC',
  rows: ({ caller, params }) => ({
    from: sql`import_plays p`,
    where: sql`p.import_id = ${params.importId}`,
    json: playJson,
    parent: own(params.importId, caller),
  }),
}

/** The JSON of an answer, for a select from `import_answers a`. */
export const answerJson = sql`json_object(
  'kind': a.kind,
  'name': a.name,
  'decision': a.decision,
  'ghostPlayer': ${ghostPlayerRef(sql`a.ghost_player_id`)},
  'game': ${gameRef(sql`a.game_id`)}
  absent on null)`

export type LockedImport = {
  id: string
  version: number
  state: (typeof STATES)[number]
  timeZone: string
  openQuestions: number
}

export const lock = (id: string, { userId }: UserCaller) => sql<LockedImport>`
  select i.id, i.version, i.state, i.time_zone as "timeZone", (i.counts -> 'openQuestions')::int as "openQuestions"
  from imports i where i.id = ${id} and i.owner_id = ${userId} for update of i`

export const removal = (id: string): Sql => sql`delete from imports where id = ${id}`

/** Deletes all imports of a user, for an erasure. */
export const forget = ({ userId }: UserCaller): Sql[] => [
  sql`delete from imports where owner_id = ${userId}`,
  sql`delete from import_links where owner_id = ${userId}`,
  sql`delete from import_answers where owner_id = ${userId}`,
]

/**
 * The games for which started imports wait. Imports that have not started do not count, because nobody else may see a name that
 * its owner has not sent yet.
 */
const waiting = sql`(
  select md5(coalesce(q.bgg_id::text, q.plain_name))::uuid as id, min(q.name) as name, q.bgg_id,
    count(distinct i.owner_id)::int as people, sum(q.plays)::int as plays
  from import_questions q join imports i on i.id = q.import_id
  where q.decision = 'WAITS' and i.state in ('RUNNING', 'DONE')
  group by q.bgg_id, case when q.bgg_id is null then q.plain_name end, coalesce(q.bgg_id::text, q.plain_name))`

export const missingGames: Collection<object> = {
  fields: {
    id: uuidField(sql`w.id`),
    name: textField(sql`w.name`),
    bggId: integerField(sql`w.bgg_id`),
    people: integerField(sql`w.people`),
    plays: integerField(sql`w.plays`),
  },
  sorts: ['id', 'name', 'people', 'plays'],
  defaultSort: 'plays:DESC',
  costly: true,
  rows: () => ({
    from: sql`${waiting} w`,
    where: sql`true`,
    json: sql`json_object('id': w.id, 'name': w.name, 'bggId': w.bgg_id, 'people': w.people, 'plays': w.plays absent on null)`,
  }),
}
