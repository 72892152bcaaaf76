/** Makes rows by SQL before a turn: drafts, edits and accounts for changes that use them up, and stored answers for retries. */
import type pg from 'pg'
import type { Database } from '../src/db/database.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { numberedMatches, participantsOf } from './load.ts'
import { playerTokens } from './people.ts'
import { type Stage, accounts } from './stage.ts'
import { plainMatch } from './works/plain-match.ts'
import { type Asked, pick } from './works/work.ts'

/** Makes drafts with four participants each. Returns the requests that finalize these drafts. */
export async function insertDrafts(
  { callers, people, gameIds }: Stage,
  client: pg.Client,
  count: number,
): Promise<Asked[]> {
  const drafts = Array.from({ length: count }, () => ({
    id: uuidv7(),
    person: pick(callers),
    gameId: pick(gameIds),
  }))
  const ids = drafts.map(({ id }) => id)
  await client.query(
    `insert into matches (id, recorder_id, game_id, played_at) select id, recorder_id, game_id, now()
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) draft (id, recorder_id, game_id)`,
    [ids, drafts.map(({ person }) => people[person]?.id), drafts.map(({ gameId }) => gameId)],
  )
  await client.query(participantsOf(numberedMatches('id = any ($1)'), '4'), [ids])
  return drafts.map(({ id, person }) => ({ person, params: { matchId: id }, headers: CURRENT }))
}

/** Makes edits of another caller that change one result each. Returns the recorders' requests that approve these edits. */
export async function insertEdits(
  { callers, people, finalMatches }: Stage,
  client: pg.Client,
  count: number,
): Promise<Asked[]> {
  const edits = Array.from({ length: count }, () => ({
    id: uuidv7(),
    match: pick(finalMatches),
    proposer: people[pick(callers)]?.id,
  }))
  const ids = edits.map(({ id }) => id)
  await client.query(
    `insert into match_edits (id, match_id, proposed_by, changes_playset, changes_expansions)
    select id, match_id, proposed_by, false, false
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) edit (id, match_id, proposed_by)`,
    [ids, edits.map(({ match }) => match.id), edits.map(({ proposer }) => proposer)],
  )
  await client.query(
    `insert into match_edit_participants (edit_id, participant_id, position, score_set, score, rank_set, outcome_set)
    select id, participant_id, 1, true, 12.5, false, false
    from unnest($1::uuid[], $2::uuid[]) edit (id, participant_id)`,
    [ids, edits.map(({ match }) => match.participantId)],
  )
  await client.query(
    `insert into seen_match_edits (circle_id, edit_id, recorder_id, created_at)
    select circle.id, me.id, m.recorder_id, me.created_at
    from match_edits me join matches m on m.id = me.match_id, lateral (
      select m.recorder_id
      union all
      select m.community_id where m.community_id is not null
      union all
      select mp.ghost_player_id from participants mp where mp.match_id = m.id) circle (id)
    where me.id = any ($1::uuid[])`,
    [ids],
  )
  return edits.map(({ id, match }) => ({
    person: match.person,
    params: { matchId: match.id, editId: id },
    headers: CURRENT,
    body: { status: 'APPROVED' },
  }))
}

const CURRENT = { 'if-match': '"1"' }

/** Makes accounts without any data, numbered from `first` to `last`. Returns their tokens. */
export async function insertAccounts(
  db: Database,
  client: pg.Client,
  first: number,
  last: number,
): Promise<string[]> {
  for (const statement of accounts('leaver', first, last)) await client.query(statement)
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from accounts where name like 'leaver %' and right(name, 4)::int between $1 and $2`,
    [first, last],
  )
  return playerTokens(db, rows)
}

/** Stores answers for retries: some matches of the callers, repeated up to the wanted number. */
export async function insertAnswers({ matches }: Stage, client: pg.Client, count: number): Promise<void> {
  const ids = matches.slice(0, 100).map(({ id }) => id)
  await client.query(
    `insert into idempotency_keys (caller, key, fingerprint, status, body)
    select gen_random_uuid(), uuidv7(), '\\x00', 201, body
    from (select ${plainMatch}::text as body from matches m where m.id = any ($1)) answer, generate_series(1, $2)`,
    [ids, Math.ceil(count / ids.length)],
  )
}
