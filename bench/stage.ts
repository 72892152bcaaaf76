/** The callers, viewers and players of a run, each with a token and with rows that SQL adds after `load`. */
import pg from 'pg'
import type { Database } from '../src/db/database.ts'
import { type Listening, call } from './call.ts'
import { belongings, kept, members, numberedMatches, participantsOf } from './load.ts'
import { type User, playerTokens } from './people.ts'
import type { ServerConnection } from './temporary-server.ts'

export interface Person extends User {
  token: string
}

/** In all these fields a person is a number, an index into `people`. */
export interface Stage {
  people: Person[]
  /** The people who record matches. They are in no community. */
  callers: number[]
  /** The people who look at matches. Each is in 50 communities, and records nothing. */
  viewers: number[]
  /** Each of these players has claimed one ghost player of every recorder in `load`. */
  players: { person: number; canonicalPlayerId: string; deepCursor: string }[]
  /** The callers' own matches, both drafts and final ones. */
  matches: { id: string; person: number }[]
  /** The final ones among `matches`, each with a participant. */
  finalMatches: { id: string; person: number; participantId: string }[]
  ghostPlayers: string[][]
  gameIds: string[]
  games: number[]
  textsTag: string
}

const VIEWERS = 50
const PLAYERS = 16
const COMMUNITIES = 50
/** The number of matches of each caller. Two in three are final, and all are newer than the matches of `load`. */
const MATCHES = 24
const HISTORY_PAGE = 1_000
const PAGE = 20

/** Makes everything except the cursors and the ETag, which come from the service. */
export async function setStage(connection: ServerConnection, db: Database, callers: number): Promise<Stage> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    for (const [kind, number] of [
      ['caller', callers],
      ['viewer', VIEWERS],
      ['player', PLAYERS],
    ] as const)
      for (const statement of accounts(kind, 1, number)) await client.query(statement)
    for (const statement of rows) await client.query(statement)
    await client.query('vacuum analyze')
    return await stageIn(client, db)
  } finally {
    await client.end()
  }
}

/** A condition for users such as `viewer 0001`. The number is needed, because `load` makes users called `viewer` and `player`. */
const isOf = (kind: string) => `issuer = 'scorebook' and display_name ~ '^${kind} \\d{4}$'`

/** Makes accounts and users with numbers from `first` to `last`. */
export function accounts(kind: string, first: number, last: number): string[] {
  const numbers = `generate_series(${first}, ${last}) n`
  const names = `select '${kind} ' || lpad(n::text, 4, '0') from ${numbers}`
  return [
    `insert into accounts (name) ${names}`,
    `insert into users (id, issuer, subject, display_name)
    select uuidv7(), 'scorebook', id, name from accounts where name in (${names})`,
    ...belongings(`issuer = 'scorebook' and display_name in (${names})`),
  ]
}

const ofCallers = `recorder_id in (select id from users where ${isOf('caller')})`

const rows = [
  `insert into ghost_players (id, owner_id, display_name)
  select uuidv7(), id, 'Friend ' || n from users, generate_series(1, 8) n where ${isOf('caller')}`,
  `insert into matches (id, game_id, recorder_id, played_at, created_at, updated_at, finalized_at)
  select uuidv7(), g.ids[1 + (u.nth * 7 + n) % cardinality(g.ids)], u.id, at, at, at, case when n % 3 > 0 then at + interval '1 hour' end
  from (select id, row_number() over (order by display_name) as nth from users where ${isOf('caller')}) u,
    (select array_agg(id order by id) as ids from games) g, generate_series(1, ${MATCHES}) n,
    lateral (select timestamptz '2026-06-01Z' + n * interval '1 hour' + u.nth * interval '1 second') t (at)
  order by n, u.nth`,
  participantsOf(numberedMatches(ofCallers), '4'),
  members(`
    select c.id, u.id from users u
    cross join lateral (select id from communities order by md5(id::text || u.id) limit ${COMMUNITIES}) c
    where ${isOf('viewer')}`),
  // Starts with player 8, because in `load` PLAYER has claimed player 7.
  `insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
  select uuidv7(), cp.id, gp.id, gp.owner_id
  from (select id, row_number() over (order by display_name) as nth from users where ${isOf('player')}) u
  join canonical_players cp on cp.user_id = u.id
  join ghost_players gp on gp.display_name = 'Player ' || u.nth + 7
  join users owner on owner.id = gp.owner_id and owner.display_name like 'recorder%'`,
  ...kept,
]

async function stageIn(client: pg.Client, db: Database): Promise<Stage> {
  const select = async <T extends object>(text: string) => (await client.query<T>(text)).rows
  const found = await select<User & { name: string; accountId: string }>(`
    select u.id, cp.id as "canonicalPlayerId", u.display_name as name, u.subject as "accountId"
    from users u join canonical_players cp on cp.user_id = u.id
    where ${isOf('(caller|viewer|player)')} order by u.display_name`)
  const tokens = await playerTokens(
    db,
    found.map(({ accountId, name }) => ({ id: accountId, name })),
  )
  const people = found.map(({ id, canonicalPlayerId }, number) => ({
    id,
    canonicalPlayerId,
    token: tokens[number] ?? '',
  }))
  const numbers = new Map(people.map(({ id }, number) => [id, number]))
  const numberOf = (id: string) => numbers.get(id) ?? -1
  const of = (kind: string) => found.filter(({ name }) => name.startsWith(kind)).map(({ id }) => numberOf(id))
  const matches = await select<{ id: string; recorder: string; final: boolean; participantId: string }>(`
    select m.id, m.recorder_id as recorder, m.finalized_at is not null as final, mp.id as "participantId"
    from matches m join participants mp on mp.match_id = m.id and mp.position = 1 where ${ofCallers}`)
  const owned = await select<{ owner: string; ids: string[] }>(`
    select owner_id as owner, array_agg(id::text) as ids from ghost_players
    where not is_self and owner_id in (select id from users where ${isOf('caller')}) group by owner_id`)
  const games = await select<{ id: string; number: number }>(
    `select id, substring(display_name from '\\d+')::int as number from games`,
  )
  const ghostPlayers: string[][] = []
  for (const { owner, ids } of owned) ghostPlayers[numberOf(owner)] = ids
  return {
    people,
    callers: of('caller'),
    viewers: of('viewer'),
    players: of('player').map((person) => ({
      person,
      canonicalPlayerId: people[person]?.canonicalPlayerId ?? '',
      deepCursor: '',
    })),
    matches: matches.map(({ id, recorder }) => ({ id, person: numberOf(recorder) })),
    finalMatches: matches
      .filter(({ final }) => final)
      .map(({ id, recorder, participantId }) => ({ id, person: numberOf(recorder), participantId })),
    ghostPlayers,
    gameIds: games.map(({ id }) => id),
    games: games.map(({ number }) => number),
    textsTag: '',
  }
}

/** Reads each player's history up to page 1,000, or to the last full page. Returns this page's number for each player. */
export async function walkHistories(service: Listening, { people, players }: Stage): Promise<number[]> {
  const pages = []
  for (const player of players) {
    const token = people[player.person]?.token ?? ''
    const path = `/canonical-players/${player.canonicalPlayerId}/matches`
    const read = async (rest: string) =>
      JSON.parse((await call(service, token, { method: 'GET', path: path + rest })).body) as Record<
        string,
        unknown
      >
    const page = Math.min(HISTORY_PAGE, Math.floor(Number((await read('/count'))['count']) / PAGE))
    if (page < 2) throw new Error('A history is too short to be read deep; measure with more matches.')
    // A cursor is valid for pages of any size.
    for (let left = (page - 1) * PAGE; left > 0; left -= Math.min(left, 100)) {
      const after = player.deepCursor === '' ? '' : `&cursor=${player.deepCursor}`
      player.deepCursor = String((await read(`?limit=${Math.min(left, 100)}${after}`))['nextCursor'])
    }
    pages.push(page)
  }
  return pages
}
