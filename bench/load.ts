/** Makes the data for measurements: games, players and matches, the same every time. Ids are not in their owners' buckets. */
import pg from 'pg'
import type { Connection } from '../src/db/database.ts'
import { FORMULA } from '../src/resources/ratings/bradley-terry.ts'
import { keptOfRequests, requests } from './load-requests.ts'
import { EDITOR, GUEST, NEWCOMER, OTHERS, PAIR, PLAYER, REGULAR, TOWNSMAN, VIEWER } from './people.ts'

const GAMES = 200
const COMMUNITIES = 250

/** The numbers of people who are not in `people.ts`: recorders, and members of the large community. */
interface Crowd {
  someones: number
  citizens: number
}

/** The `someones` and the people of `people.ts` are 10,000 together. */
const CROWD: Crowd = { someones: 9_978, citizens: 100_000 }

/** Makes `matches` matches, the oldest first. The first recorder gets a fifth of them, and each further recorder gets fewer. */
export async function load(
  connection: Exclude<Connection, string>,
  recorders: string[],
  matches: number,
  { someones, citizens }: Crowd = CROWD,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    const again = await withoutChecks(client)
    for (const statement of [...others(someones), ...catalogue]) await client.query(statement)
    await client.query(matchRows, [matches, recorders])
    await client.query(`analyze ${LARGE.join()}`)
    for (const statement of [...parts, ...sharing, ...crowds(citizens), ...requests(numbered), ...ratings])
      await client.query(statement)
    for (const statement of waitingImports(matches)) await client.query(statement)
    for (const statement of [...again, `analyze ${LARGE.join()}`, ...kept, ...keptOfRequests])
      await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const LARGE = ['users', 'canonical_players', 'memberships', 'ghost_players', 'matches', 'participants']

/**
 * Drops foreign keys and indexes, because tables then fill in a tenth of the time. Returns the statements that make them again.
 */
async function withoutChecks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ dropped: string; made: string }>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as dropped,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as made
    from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype = 'f'
    union all
    select 'drop index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
    from pg_index i
    where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [LARGE],
  )
  for (const { dropped } of rows) await client.query(dropped)
  return rows.map(({ made }) => made)
}

const OPEN = `select id from users where issuer = 'bench' and subject::int % 20 = 0`

/** Ids that sort in the order of their creation, like the service's ids. */
const idOf = (kind: number, n: string) =>
  `('01900000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const canonicalPlayers = (which: string) => `
  insert into canonical_players (id, user_id, sort_name, created_at)
  select uuidv7(), id, folded(display_name), created_at from users where ${which}`

export function belongings(which: string): string[] {
  return [
    canonicalPlayers(which),
    `insert into ghost_players (id, owner_id, display_name, is_self) select uuidv7(), id, display_name, true from users where ${which}`,
    `insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
    select uuidv7(), cp.id, gp.id, gp.owner_id
    from users u join canonical_players cp on cp.user_id = u.id join ghost_players gp on gp.owner_id = u.id and gp.is_self
    where u.id in (select id from users where ${which})`,
    `insert into privacy_settings (id, user_id, data_type)
    select uuidv7(), id, data_type from users, unnest('{PROFILE,MATCH_HISTORY,MATCH_DETAILS}'::text[]) data_type where ${which}`,
  ]
}

const others = (someones: number) => [
  `insert into users (id, issuer, subject, display_name) select uuidv7(), 'bench', n, 'someone ' || n from generate_series(1, ${someones}) n`,
  ...belongings(`issuer = 'bench'`),
]

const catalogue = [
  `insert into games (id, display_name, description, min_players, max_players, tags, score_type, win_condition)
  select ${idOf(1, 'n')}, 'Game ' || n, 'Made for measuring.', 1, 2 + n % 7, '{}', 'SCORE', 'HIGHER_WINS'
  from generate_series(1, ${GAMES}) n`,
  `insert into expansions (game_id, display_name)
  select id, display_name || ', part ' || part from games, generate_series(2, 4) part`,
  `insert into ghost_players (id, owner_id, display_name)
  select uuidv7(), id, 'Player ' || n from users, generate_series(1, 30) n
  where display_name <> all ('{${[REGULAR, GUEST, TOWNSMAN, EDITOR, NEWCOMER].join()}}') order by display_name, n`,
  `insert into playsets (id, owner_id, game_id, variants, scenario, sort_name)
  select uuidv7(), u.id, g.id, '{With teams,Long}', 'The siege', 'the siege' from users u, games g
  where g.id <= ${idOf(1, '40')} and u.issuer <> 'bench'`,
  `insert into communities (id, owner_id, display_name, join_policy)
  select ${idOf(3, 'n')}, u.id, 'Community ' || n, 'OPEN'
  from generate_series(1, ${COMMUNITIES}) n join users u on u.display_name = 'someone ' || n`,
]

/** One import for each thousand matches waits for 20 of 400 games. */
const waitingImports = (matches: number) => [
  `insert into imports (id, owner_id, format, time_zone, state, file_digest, started_at, ended_at)
  select uuidv7(), u.id, 'BG_STATS', 'UTC', 'DONE', '', now(), now()
  from generate_series(1, ${Math.floor(matches / 1_000)}) n join users u on u.display_name = 'someone ' || n`,
  `insert into import_questions (id, import_id, kind, key, name, plain_name, is_owner, is_cooperative, plays, decision)
  select uuidv7(), i.id, 'GAME', g, 'Missing ' || (7 * i.n + g) % 400, 'missing ' || (7 * i.n + g) % 400, false, false, 3, 'WAITS'
  from (select id, row_number() over (order by id) as n from imports) i, generate_series(1, 20) g`,
]

/** One final match in 32 is in this community: 28,000 of a million. The viewer is not a member. */
export const CLUB = '01900000-0000-7000-8003-000000000002'

/** Some games are played much more than others. One match in four has a playset, and nine in ten are final. */
const matchRows = `
  insert into matches (id, game_id, playset_id, community_id, recorder_id, played_at, created_at, updated_at, finalized_at)
  select ${idOf(2, 'n')}, made.game_id, p.id,
    case when finalized and n % 32 = 1 then '${CLUB}' when finalized and n % 5 > 0 then ${idOf(3, `1 + n / 5 % ${COMMUNITIES}`)} end,
    made.recorder_id,
    at, at + interval '1 hour', at + interval '2 hours', case when finalized then at + interval '2 hours' end
  from (
    select n, ${idOf(1, `1 + floor(power(random(), 3) * ${GAMES})::int`)} as game_id,
      ids[1 + floor(power(random(), 6) * cardinality(ids))::int] as recorder_id,
      timestamptz '2022-01-01Z' + (n + 100 * random()) * (interval '4 years' / $1::int) as at, random() < 0.9 as finalized
    from generate_series(1, $1::int) n,
      (select array_agg(u.id order by u.display_name = any ($2::text[]) desc, u.display_name) as ids
        from users u where u.display_name <> all ('{${OTHERS.join()}}')) recorders
  ) made
  left join playsets p on p.owner_id = made.recorder_id and p.game_id = made.game_id and made.n % 4 = 0
  order by n`

export const numberedMatches = (which: string): string => `
  (select id, recorder_id, game_id, community_id, created_at, played_at, finalized_at, row_number() over (order by id) as n
    from matches where ${which}) m`

const numbered = numberedMatches('true')

const ifFinal = (column: string) => `case when m.finalized_at is not null then ${column} end`

/** Seats each recorder's ghost players in that recorder's matches. In the SQL of `seats`, `m` is a match and `m.n` its number. */
export const participantsOf = (m: string, seats: string): string => `
  insert into participants
    (id, match_id, ghost_player_id, position, score, rank, outcome, match_created_at, match_played_at, match_finalized_at,
      match_game_id, match_community_id, kind, place, place_of, winners, tied, won)
  select uuidv7(), m.id, gp.ids[1 + (m.n * 7 + place) % cardinality(gp.ids)], place, round((m.n * place) % 2000 / 10.0, 1), place,
    case when place = 1 then 'WIN' else 'LOSS' end, m.created_at, m.played_at, m.finalized_at,
    ${ifFinal('m.game_id')}, ${ifFinal('m.community_id')}, ${ifFinal(`'COMPETITIVE'`)}, ${ifFinal('place')}, ${ifFinal(seats)},
    ${ifFinal('1')}, ${ifFinal('false')}, ${ifFinal('place = 1')}
  from ${m}
  join (
    select owner_id, array_agg(id order by display_name) as ids from ghost_players
    where not is_self and owner_id in (select recorder_id from ${m}) group by owner_id) gp on gp.owner_id = m.recorder_id
  cross join lateral generate_series(1, ${seats}) place`

const parts = [
  participantsOf(numbered, '2 + m.n % 4'),
  `insert into loadouts (id, participant_id, attributes)
  select uuidv7(), mp.id, '{"colour": "red", "faction": "The Lizards", "hand": [1, 2, 3]}'
  from participants mp join ${numbered} on m.id = mp.match_id where m.n % 5 = 0 and mp.position = 1`,
  `insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
  select uuidv7(), cp.id, gp.id, gp.owner_id
  from ghost_players gp join users owner on owner.id = gp.owner_id and owner.display_name like 'recorder%',
    canonical_players cp join users u on u.id = cp.user_id
  where gp.display_name = 'Player 7' and u.display_name = '${PLAYER}'`,
  // Two players who have met often: each plays in a ninth of the first recorder's matches.
  `insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
  select uuidv7(), cp.id, gp.id, gp.owner_id
  from (values ('${PAIR[0]}', 'Player 3'), ('${PAIR[1]}', 'Player 5')) pair (who, ghost)
  join ghost_players gp on gp.display_name = pair.ghost
  join users owner on owner.id = gp.owner_id and owner.display_name = 'recorder 00'
  join users u on u.display_name = pair.who join canonical_players cp on cp.user_id = u.id`,
  `insert into trusted_editors (id, grantor_id, editor_id)
  select uuidv7(), grantor.id, editor.id from users grantor, users editor
  where grantor.display_name in ('recorder 11', 'recorder 12') and editor.display_name = '${PLAYER}'
    or grantor.display_name = 'recorder 00' and editor.display_name = '${EDITOR}'`,
  `insert into match_expansions (match_id, expansion_id, position)
  select m.id, e.id, row_number() over (partition by m.id order by e.id)
  from ${numbered} join expansions e on e.game_id = m.game_id and (m.n % 5 = 0 or m.n % 7 = 0 and e.display_name like '%2')`,
]

/** Makes memberships. `who` selects communities and users. */
export const members = (who: string) => `
  insert into memberships (id, community_id, user_id, canonical_player_id, user_name, user_created_at)
  select uuidv7(), who.community_id, u.id, cp.id, folded(u.display_name), u.created_at
  from (${who}) who (community_id, user_id) join users u on u.id = who.user_id
  join canonical_players cp on cp.user_id = u.id`

/**
 * Everybody is in three communities. 20 groups may see the histories of their owners. The data of one person in twenty are
 * public.
 */
const sharing = [
  members(`
    select distinct ${idOf(3, `1 + (n * 7 + part * 31) % ${COMMUNITIES}`)}, id
    from (select id, row_number() over (order by id) as n from users where issuer = 'bench') u, generate_series(1, 3) part`),
  members(`
    select ${idOf(3, 'n')}, u.id from generate_series(1, ${COMMUNITIES}, 5) n, users u where u.display_name = '${VIEWER}'`),
  `insert into groups (id, owner_id, display_name)
  select uuidv7(), id, 'Friends' from users
  where display_name between 'recorder 05' and 'recorder 19' or display_name in ('someone 1', 'someone 2', 'someone 3', 'someone 4', 'someone 5')`,
  `insert into group_members (group_id, user_id)
  select g.id, u.id from groups g, users u
  where u.display_name = '${VIEWER}' or u.issuer = 'bench' and hashtext(g.id::text || u.id) % 300 = 0`,
  `insert into privacy_setting_groups (setting_id, group_id, position)
  select ps.id, g.id, 1 from groups g join privacy_settings ps on ps.user_id = g.owner_id and ps.data_type <> 'PROFILE'`,
  `update privacy_settings set level = 'PRIVILEGED_ACCESS' where id in (select setting_id from privacy_setting_groups)`,
  `update privacy_settings set level = 'PUBLIC' where user_id in (${OPEN})`,
  `update users set is_public = true where id in (${OPEN})`,
  `update canonical_players set is_public = true where user_id in (${OPEN})`,
  `update ghost_players set is_public = true where owner_id in (${OPEN})`,
  `update matches set is_public = true where recorder_id in (${OPEN}) and finalized_at is not null`,
]

/** Three people who see much: one in all communities, one with 1,000 claims, and one in a community of a whole town. */
const crowds = (citizens: number) => [
  members(`
    select ${idOf(3, 'n')}, u.id from generate_series(1, ${COMMUNITIES}) n, users u where u.display_name = '${REGULAR}'`),
  `insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
  select uuidv7(), cp.id, gp.id, gp.owner_id
  from (select id from users where issuer = 'bench' order by display_name limit 1000) owner
  join ghost_players gp on gp.owner_id = owner.id and gp.display_name = 'Player 9',
    canonical_players cp join users u on u.id = cp.user_id
  where u.display_name = '${GUEST}'`,
  `insert into users (id, issuer, subject, display_name)
  select uuidv7(), 'town', n, 'citizen ' || md5(n::text) from generate_series(1, ${citizens}) n`,
  canonicalPlayers(`issuer = 'town'`),
  `insert into communities (id, owner_id, display_name, join_policy)
  select ${idOf(3, String(COMMUNITIES + 1))}, id, 'The town', 'OPEN' from users where issuer = 'town' and subject = '1'`,
  members(`
    select ${idOf(3, String(COMMUNITIES + 1))}, id from users where issuer = 'town' or display_name = '${TOWNSMAN}'`),
]

/** Ratings of 10,000 players in the public pool of the first game. Several players share each rating. */
const ratings = [
  `with pool as (
    insert into rating_pools (game_id, matches, formula) select id, 20000, ${FORMULA} from games where id = ${idOf(1, '1')} returning id)
  insert into ratings (pool_id, player_id, ghost_player_id, mu, sigma, rating, uncertainty, matches, wins, chance)
  select pool.id, cp.id, gp.id, 25, 3, 800 + u.n * 7 % 1200, 120, 1 + u.n % 40, u.n % 40 / 3, (1 + u.n % 40) / 3.0
  from pool, (select id, subject::int as n from users where issuer = 'bench') u
  join canonical_players cp on cp.user_id = u.id join ghost_players gp on gp.owner_id = u.id and gp.is_self`,
]

/** Notes the matches of ghost players that another person has claimed. */
const played = `
  select ce.canonical_player_id, seat.match_id
  from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id and cp.user_id <> ce.owner_id
  join participants seat on seat.ghost_player_id = ce.ghost_player_id and seat.match_final`

/** Makes the rows that the service stores when matches become final. Some of them may exist already. */
export const kept = [
  `insert into seen_ghost_players (circle_id, ghost_player_id, owner_id, sort_name, created_at, updated_at)
  select circle_id, gp.id, gp.owner_id, folded(gp.display_name), gp.created_at, gp.updated_at
  from (
    select m.community_id, seat.ghost_player_id
    from matches m join participants seat on seat.match_id = m.id where m.community_id is not null
    union
    select own.canonical_player_id, seat.ghost_player_id
    from (${played}) own join participants seat on seat.match_id = own.match_id
  ) seen (circle_id, ghost_player_id)
  join ghost_players gp on gp.id = seen.ghost_player_id order by 1, 2 on conflict do nothing`,
  `insert into seen_playsets (circle_id, playset_id, owner_id, sort_name, created_at, updated_at)
  select circle_id, p.id, p.owner_id, p.sort_name, p.created_at, p.updated_at
  from (
    select community_id, playset_id from matches where community_id is not null and finalized_at is not null
    union
    select recorder_id, playset_id from matches where finalized_at is not null
    union
    select own.canonical_player_id, m.playset_id from (${played}) own join matches m on m.id = own.match_id
  ) seen (circle_id, playset_id)
  join playsets p on p.id = seen.playset_id order by 1, 2 on conflict do nothing`,
]
