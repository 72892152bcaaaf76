/** The SQL that changes imports: makes one with its dry run, stores answers, and starts it. */
import { type Queryable, changeAndShow, withoutTimeout } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidBeside } from '../db/uuid.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Shown } from '../http/operation/operation.ts'
import { isPublic } from '../resources/privacy-settings/public-marks.ts'
import { gameName } from './matched.ts'
import { planned } from './plan.ts'
import type { Reading } from './reading.ts'
import type { UpdateImport } from './schema.ts'
import { MOST_IMPORTS, type LockedImport, show } from './store.ts'

/** Locks the owner, so that imports are inserted one at a time and `insert` counts all of them. */
export const lockOwner = ({ userId }: UserCaller): Sql<{ imports: number }> => sql<{ imports: number }>`
  with owner as (select id from users where id = ${userId} for no key update)
  select (select count(*)::int from imports i where i.owner_id = owner.id) as imports from owner`

export const mayHaveMore = (imports: number): boolean => imports < MOST_IMPORTS

export function insert(
  db: Queryable,
  caller: UserCaller,
  { format, fileDigest, notes, questions, chunks }: Reading,
  timeZone: string,
): Promise<Shown> {
  const id = uuidBeside(caller.userId)
  return changeAndShow(
    db,
    [
      withoutTimeout,
      sql`
        insert into imports (id, owner_id, format, time_zone, state, file_digest, notes)
        values (${id}, ${caller.userId}, ${format}, ${timeZone}, 'READY', decode(${fileDigest}, 'hex'), ${notes})`,
      sql`
        insert into import_questions (id, import_id, kind, key, name, plain_name, bgg_id, source_ref, is_owner,
          is_cooperative, game_key, new_game, plays, decision)
        select r.id, ${id}, r.kind, r.key, r.name, plain_name(r.name), r."bggId", r."sourceRef", r."isOwner",
          r."isCooperative", r."gameKey", r."newGame", r.plays, case r.kind when 'PERSON' then 'NEW' when 'GAME' then 'WAITS' else 'LEFT_OUT' end
        from json_to_recordset(${questions}) as r (id uuid, kind text, key text, name text, "bggId" int, "sourceRef" text,
          "isOwner" boolean, "isCooperative" boolean, "gameKey" text, "newGame" jsonb, plays int)`,
      ...chunks.map((chunk) => insertPlays(id, chunk)),
      inZone(id, timeZone),
      ...planned(id, caller.userId),
    ],
    show(id, caller),
  )
}

const insertPlays = (id: string, chunk: string): Sql => sql`
  insert into import_plays (id, import_id, position, at, source_id, game_key, person_keys, local_time, played_at, digest,
    play, notes, status, reason)
  select r.id, ${id}, r.position, r.at, r."sourceId", r."gameKey", coalesce(r."personKeys", '{}'), r."localTime", r."playedAt",
    decode(r.digest, 'hex'), r.play, r.notes, r.status, r.reason
  from json_to_recordset(${chunk}) as r (id uuid, position int, at text, "sourceId" text, "gameKey" text, "personKeys" text[],
    "localTime" timestamp, "playedAt" timestamptz, digest text, play jsonb, notes jsonb, status text, reason text)`

const inZone = (id: string, timeZone: string): Sql => sql`
  update import_plays set played_at = local_time at time zone ${timeZone}::text
  where import_id = ${id} and local_time is not null and status not in ('IMPORTED', 'CORRECTED', 'PROPOSED')`

export function update(
  db: Queryable,
  caller: UserCaller,
  { id }: LockedImport,
  { timeZone, answers = [] }: UpdateImport,
): Promise<Shown> {
  return changeAndShow(
    db,
    [
      withoutTimeout,
      ...(timeZone === undefined
        ? []
        : [sql`update imports set time_zone = ${timeZone} where id = ${id}`, inZone(id, timeZone)]),
      ...(answers.length === 0 ? [] : [answered(id, answers), remembered(id, caller)]),
      ...planned(id, caller.userId),
    ],
    show(id, caller),
  )
}

const answered = (id: string, answers: UpdateImport['answers']): Sql => sql`
  update import_questions q set answered_at = now(), ghost_player_id = r."ghostPlayerId", game_id = r."gameId",
    decision = case r.answer when 'USE' then 'KNOWN' when 'NEW' then 'NEW' when 'WAIT' then 'WAITS' else 'LEFT_OUT' end
  from json_to_recordset(${JSON.stringify(answers)})
    as r ("questionId" uuid, answer text, "ghostPlayerId" uuid, "gameId" uuid)
  where q.import_id = ${id} and q.id = r."questionId"`

/** Stores the answers for the next import, except NEW: a new ghost player is stored when the import makes it. */
const remembered = (id: string, { userId }: UserCaller): Sql => sql`
  with answers as (
    select distinct on (q.kind, name) q.kind, case q.kind when 'PERSON' then q.plain_name else ${gameName(sql`q`)} end as name,
      q.decision, q.ghost_player_id, q.game_id
    from import_questions q where q.import_id = ${id} and q.answered_at is not null and q.kind in ('PERSON', 'GAME') order by q.kind, name, q.id),
  undone as (
    delete from import_answers a using answers
    where a.owner_id = ${userId} and a.kind = answers.kind and a.name = answers.name
      and answers.decision = 'NEW')
  insert into import_answers (owner_id, kind, name, decision, ghost_player_id, game_id)
  select ${userId}, kind, name, decision, ghost_player_id, game_id from answers where decision <> 'NEW'
  on conflict (owner_id, kind, name) do update set decision = excluded.decision,
    ghost_player_id = excluded.ghost_player_id, game_id = excluded.game_id, created_at = excluded.created_at`

export type AnswerReferences = {
  questions: { id: string; kind: string }[]
  ghostPlayers: { id: string; ownerId: string }[]
  games: string[]
}

export const references = (importId: string, { answers = [] }: UpdateImport) => {
  const ids = (read: (answer: (typeof answers)[number]) => string | undefined) =>
    answers.map(read).filter((id) => id)
  return sql<AnswerReferences>`
    select
      coalesce((
        select json_agg(json_object('id': q.id, 'kind': q.kind)) from import_questions q
        where q.import_id = ${importId} and q.id = any (${ids(({ questionId }) => questionId)}::uuid[])), '[]') as questions,
      coalesce((
        select json_agg(json_object('id': found.id, 'ownerId': found.owner_id)) from (
          select gp.id, gp.owner_id from ghost_players gp
          where gp.id = any (${ids(({ ghostPlayerId }) => ghostPlayerId)}::uuid[]) and gp.deleted_at is null
          order by gp.id for share of gp) found), '[]') as "ghostPlayers",
      array(select g.id from games g where g.id = any (${ids(({ gameId }) => gameId)}::uuid[])) as games`
}

export type StartFacts = {
  /** The questions about people who need a new ghost player. */
  newcomers: string[]
}

/** Must be sent after the import is locked. */
export const startFacts = (id: string): Sql<StartFacts> => sql<StartFacts>`
  select array(
    select q.id from import_questions q
    where q.import_id = ${id} and q.kind = 'PERSON' and q.decision = 'NEW' and q.ghost_player_id is null
    order by q.id) as newcomers`

/**
 * Starts the import: makes the new ghost players, and plans again because games may have been added. The worker does the rest.
 */
export function start(
  db: Queryable,
  caller: UserCaller,
  { id }: LockedImport,
  { newcomers }: StartFacts,
): Promise<Shown> {
  const made = JSON.stringify(newcomers.map((question) => ({ question, id: uuidBeside(caller.userId) })))
  return changeAndShow(
    db,
    [
      withoutTimeout,
      sql`
        with made as (
          insert into ghost_players (id, owner_id, display_name, is_public)
          select r.id, ${caller.userId}, q.name, ${isPublic(sql`${caller.userId}`, 'MATCH_HISTORY')}
          from json_to_recordset(${made}) as r (id uuid, question uuid) join import_questions q on q.id = r.question
          returning id)
        update import_questions q set ghost_player_id = r.id
        from json_to_recordset(${made}) as r (id uuid, question uuid) join made on made.id = r.id
        where q.id = r.question`,
      sql`
        insert into import_answers (owner_id, kind, name, decision, ghost_player_id)
        select distinct on (q.plain_name) ${caller.userId}::uuid, 'PERSON', q.plain_name, 'KNOWN', q.ghost_player_id
        from import_questions q where q.id = any (${newcomers}::uuid[]) order by q.plain_name, q.id
        on conflict (owner_id, kind, name) do nothing`,
      ...planned(id, caller.userId),
      sql`
        update imports set state = 'RUNNING', failures = 0, failure = null, started_at = now(), ended_at = null,
          worked_at = now(), dropped_at = null
        where id = ${id}`,
    ],
    show(id, caller),
  )
}
