/** The data that is measured on: games, players and matches from a seed, the same every time, ids included. */
import pg from 'pg'
import type { Connection } from '../src/db/database.ts'
import { PLAYER } from './people.ts'

const GAMES = 200

/**
 * Fills a migrated database whose recorders exist, with `matches` matches in the order of their age. The first of
 * `recorders` (names) has most of them: with 20 about a fifth, as chance is squared.
 */
export async function load(
  connection: Exclude<Connection, string>,
  recorders: string[],
  matches: number,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    for (const statement of catalogue) await client.query(statement)
    await client.query(matchRows, [matches, recorders])
    for (const statement of parts) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Ids that sort as they were made, as those of the service do. */
const idOf = (kind: number, n: string) =>
  `('01900000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const catalogue = [
  `insert into games (id, display_name, description, min_players, max_players, tags, score_type, win_condition)
  select ${idOf(1, 'n')}, 'Game ' || n, 'Made for measuring.', 1, 2 + n % 7, '{}', 'SCORE', 'HIGHER_WINS'
  from generate_series(1, ${GAMES}) n`,
  `insert into expansions (game_id, display_name)
  select id, display_name || ', part ' || part from games, generate_series(2, 4) part`,
  `insert into ghost_players (owner_id, display_name)
  select id, 'Player ' || n from users, generate_series(1, 30) n order by display_name, n`,
  `insert into playsets (owner_id, game_id, variants, scenario)
  select u.id, g.id, '{With teams,Long}', 'The siege' from users u, games g where g.id <= ${idOf(1, '40')}`,
]

/** Some games are played much more than others; one match of four has a playset, nine of ten are finalized. */
const matchRows = `
  insert into matches (id, game_id, playset_id, recorder_id, played_at, created_at, updated_at, finalized_at)
  select ${idOf(2, 'n')}, made.game_id, p.id, made.recorder_id,
    at, at + interval '1 hour', at + interval '2 hours', case when finalized then at + interval '2 hours' end
  from (
    select n, ${idOf(1, `1 + floor(power(random(), 3) * ${GAMES})::int`)} as game_id,
      ids[1 + floor(power(random(), 2) * cardinality(ids))::int] as recorder_id,
      timestamptz '2022-01-01Z' + (n + 100 * random()) * (interval '4 years' / $1::int) as at, random() < 0.9 as finalized
    from generate_series(1, $1::int) n,
      (select array_agg(u.id order by u.display_name) as ids from users u where u.display_name = any ($2::text[])) recorders
  ) made
  left join playsets p on p.owner_id = made.recorder_id and p.game_id = made.game_id and made.n % 4 = 0
  order by n`

const numbered = `(select id, recorder_id, game_id, created_at, played_at, finalized_at, row_number() over (order by id) as n from matches) m`

const parts = [
  `insert into participants
    (match_id, ghost_player_id, position, score, rank, outcome, match_created_at, match_played_at, match_finalized_at)
  select m.id, gp.ids[1 + (m.n * 7 + place) % 30], place, round((m.n * place) % 2000 / 10.0, 1), place,
    case when place = 1 then 'WIN' else 'LOSS' end, m.created_at, m.played_at, m.finalized_at
  from ${numbered}
  join (select owner_id, array_agg(id order by display_name) as ids from ghost_players where not is_self group by owner_id) gp
    on gp.owner_id = m.recorder_id
  cross join lateral generate_series(1, 2 + m.n % 4) place`,
  `insert into loadouts (participant_id, attributes)
  select mp.id, '{"colour": "red", "faction": "The Lizards", "hand": [1, 2, 3]}'
  from participants mp join ${numbered} on m.id = mp.match_id where m.n % 5 = 0 and mp.position = 1`,
  `insert into claim_edges (canonical_player_id, ghost_player_id, owner_id)
  select cp.id, gp.id, gp.owner_id
  from ghost_players gp, canonical_players cp join users u on u.id = cp.user_id
  where gp.display_name = 'Player 7' and u.display_name = '${PLAYER}' and gp.owner_id <> u.id`,
  `insert into trusted_editors (grantor_id, editor_id)
  select grantor.id, editor.id from users grantor, users editor
  where grantor.display_name in ('recorder 11', 'recorder 12') and editor.display_name = '${PLAYER}'`,
  `insert into match_expansions (match_id, expansion_id, position)
  select m.id, e.id, row_number() over (partition by m.id order by e.id)
  from ${numbered} join expansions e on e.game_id = m.game_id and (m.n % 5 = 0 or m.n % 7 = 0 and e.display_name like '%2')`,
]
