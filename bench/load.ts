/** The data that is measured on: people, games and matches from a seed, the same every time. */
import pg from 'pg'
import type { Connection } from '../src/db/database.ts'

const RECORDERS = 20
const GAMES = 200

/** Fills a migrated database whose recorders exist, with `matches` matches; a fixed seed makes it repeatable. */
export async function load(connection: Exclude<Connection, string>, matches: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    for (const statement of statements) await client.query(statement(matches))
    for (const table of ['matches', 'participants', 'games', 'ghost_players', 'users'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

const statements: ((matches: number) => string)[] = [
  () => `
    insert into games (display_name, description, min_players, max_players, tags, score_type, win_condition)
    select 'Game ' || n, 'Made for measuring.', 1, 6, '{}', 'SCORE', 'HIGHER_WINS' from generate_series(1, ${GAMES}) n`,
  () => `
    insert into expansions (game_id, display_name)
    select id, display_name || ', part ' || part from games, generate_series(2, 4) part`,
  () => `
    insert into ghost_players (owner_id, display_name)
    select id, 'Player ' || n from users, generate_series(1, 30) n`,
  // The first recorders have most of the matches: a square of chance.
  (matches) => `
    insert into matches (game_id, recorder_id, played_at, created_at, updated_at, finalized_at)
    select g.ids[1 + floor(power(random(), 3) * ${GAMES})::int], u.ids[1 + floor(power(random(), 2) * ${RECORDERS})::int],
      at, at + interval '1 hour', at + interval '2 hours', case when random() < 0.9 then at + interval '2 hours' end
    from (select timestamptz '2022-01-01Z' + random() * interval '4 years' as at from generate_series(1, ${matches})) times,
      (select array_agg(id order by display_name) as ids from games) g,
      (select array_agg(id order by subject) as ids from users) u`,
  () => `
    insert into participants (match_id, ghost_player_id, position, score, rank, outcome)
    select m.id, gp.id, gp.n, round((random() * 200)::numeric, 1), gp.n, case when gp.n = 1 then 'WIN' else 'LOSS' end
    from matches m
    join lateral (
      select id, row_number() over (order by hashtext(m.id::text || g.id::text)) as n from ghost_players g where g.owner_id = m.recorder_id
    ) gp on gp.n <= 2 + abs(hashtext(m.id::text)) % 4`,
  () => `
    insert into match_expansions (match_id, expansion_id, position)
    select m.id, e.id, 1 from matches m join lateral (
      select id from expansions e where e.game_id = m.game_id order by id limit 1) e on hashtext(m.id::text) % 5 = 0`,
]
