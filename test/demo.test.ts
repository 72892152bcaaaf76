/** The demo: the API shows everything that the demo promises, and the demo fills only an empty database. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { verifierOf } from '../src/cli/verifier-of.ts'
import { sql } from '../src/db/sql.ts'
import { NotEmpty, fillWithDemo } from '../src/demo/fill.ts'
import { PEOPLE } from '../src/demo/people.ts'
import { rateWhatIsDue } from '../src/resources/ratings/upkeep.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { standbyHas, testDatabase } from './database.ts'
import { BASE_URL, type Person, person } from './support.ts'
import { wrongRows } from './wrong-rows.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let app: Awaited<ReturnType<typeof buildApp>>
let people: Person[]
/** A member of both communities. */
let second: Person

before(async () => {
  database = await testDatabase()
  const { db } = database
  await fillWithDemo(db, new Date('2026-11-21T00:00:00Z'))
  const config = {
    baseUrl: BASE_URL,
    errorTypeBase: `${BASE_URL}/problems`,
    corsOrigins: [],
    issuer: BASE_URL,
    issuers: [],
  }
  app = await buildApp({ config, db, verifier: verifierOf(config, db, () => {}) })
  people = await Promise.all(
    PEOPLE.map(async (name) => {
      const account = await findOrCreateAccount(db, name)
      return person(
        app,
        await issueToken(db, { issuer: BASE_URL, account, roles: ['player'], scopes: [], hours: 1 }),
      )
    }),
  )
  second = people[1] ?? assert.fail('There is no second person.')
  await standbyHas(db)
})
after(async () => {
  await app.close()
  await database.close()
})

const tally = (statement: ReturnType<typeof sql>) => database.db.one(statement)

test('the demo has what it promises, in every state', async () => {
  const found = await tally(sql`
    select
      (select count(*)::int from users) as people, (select count(*)::int from games) as games,
      (select count(*)::int from matches) as matches, (select count(distinct score_type)::int from games) as kinds,
      (select count(*) > 10 from matches where finalized_at is null and deleted_at is null) as drafts,
      (select count(*) > 100 from matches where finalized_at is not null) as final,
      (select count(*) > 3 from matches where deleted_at is not null) as deleted,
      (select count(*) > 10 from matches where playset_id is not null) as playsets,
      (select count(*) > 10 from match_expansions) as expansions, (select count(*) > 10 from loadouts) as loadouts,
      (select count(*) > 5 from participants where disputed_at is not null) as disputes,
      (select count(*) > 15 from claim_edges where claim_request_id is not null) as claims,
      (select count(distinct status)::int from claim_requests) as "claimStates",
      (select count(distinct status)::int from match_edits) as "editStates",
      (select count(*) > 0 from match_edits e join trusted_editors t
        on t.editor_id = e.proposed_by and e.decided_by = e.proposed_by) as trusted,
      (select count(distinct status)::int from membership_requests) as "requestStates",
      (select count(distinct level)::int from privacy_settings) as levels,
      (select count(distinct community_id)::int from matches) as communities,
      (select count(distinct (stage, status))::int from candidates) as "candidateStates",
      (select count(distinct reliability)::int from candidates) as reliabilities,
      (select bool_and(paused) from pipeline_steps) as paused,
      (select count(distinct status)::int from translations) as "translationStates",
      (select count(*) > 0 from translations where outdated) as outdated,
      (select count(*) > 0 from translations where invalid) as invalid,
      (select count(*) > 0 from message_keys where obsoleted_at is not null) as obsolete,
      (select count(*) > 3 from matches m where m.finalized_at is not null and (
        select count(*) > 1 and count(distinct mp.outcome) = 1 and count(mp.outcome) = count(*) and count(mp.rank) = 0
        from participants mp where mp.match_id = m.id)) as together,
      (select count(*) > 3 from loadouts where attributes ->> 'team' is not null) as sides,
      (select count(*) > 3 from participants mp join matches m on m.id = mp.match_id join games g on g.id = m.game_id
        where mp.score is null and g.score_type <> 'WIN_LOSS') as unwritten,
      (select count(*) > 3 from participants mp join participants other on other.match_id = mp.match_id
        and other.id < mp.id and other.rank = mp.rank and other.score = mp.score) as ties,
      (select count(*) = 0 from matches m where m.community_id is not null and not exists (
        select from memberships ms where ms.community_id = m.community_id and ms.user_id = m.recorder_id)) as "membersAlone",
      (select bool_and(m.is_public = (ps.level = 'PUBLIC'))
        from matches m join privacy_settings ps on ps.user_id = m.recorder_id and ps.data_type = 'MATCH_HISTORY'
        where m.finalized_at is not null) as marked,
      (select bool_and(mp.match_created_at = m.created_at and mp.match_played_at = m.played_at
        and mp.match_finalized_at is not distinct from m.finalized_at
        and mp.match_deleted_at is not distinct from m.deleted_at)
        from participants mp join matches m on m.id = mp.match_id) as repeated,
      (select bool_and(finalized_at > created_at and created_at > played_at) from matches where finalized_at is not null) as ordered`)
  const yes = {
    drafts: true,
    final: true,
    deleted: true,
    playsets: true,
    expansions: true,
    loadouts: true,
    disputes: true,
    claims: true,
    trusted: true,
    marked: true,
    repeated: true,
    ordered: true,
    paused: true,
    outdated: true,
    invalid: true,
    obsolete: true,
    together: true,
    sides: true,
    unwritten: true,
    ties: true,
    membersAlone: true,
  }
  assert.deepEqual(found, {
    people: 6,
    games: 40,
    matches: 300,
    kinds: 4,
    claimStates: 4,
    editStates: 3,
    requestStates: 4,
    levels: 3,
    communities: 2,
    candidateStates: 8,
    reliabilities: 4,
    translationStates: 3,
    ...yes,
  })
})

test('each of the people reads all that is theirs', async () => {
  let seen = 0
  for (const one of people) {
    for (const path of [
      '/matches',
      '/playsets',
      '/ghost-players',
      '/games',
      '/users',
      '/groups',
      '/communities',
    ]) {
      let cursor: string | null = ''
      let items = 0
      while (cursor !== null) {
        const reply = await one.get(`${path}?limit=100${cursor && `&cursor=${cursor}`}`)
        items += reply.body.items.length
        cursor = reply.body.nextCursor
      }
      assert.equal((await one.get(`${path}/count`)).body.count, items)
      const { id } = (await one.get('/users/me')).body
      if (path === '/matches') seen += (await one.get(`/matches/count?filter=recorderId==${id}`)).body.count
    }
  }
  const { kept } = await tally(sql`select count(*)::int as kept from matches where deleted_at is null`)
  assert.equal(seen, kept)
})

test('the favourite games have leaderboards with places, of the public matches and of each community', async () => {
  await rateWhatIsDue(database.db)
  await standbyHas(database.db)
  const favourites = await database.db.many(sql<{ id: string }>`
    select game_id as id from matches group by game_id order by count(*) desc limit 3`)
  const places = async (one: Person, path: string) => {
    const { items } = (await one.get(`${path}?limit=100`)).body as { items: { place?: number }[] }
    return items.filter(({ place }) => place !== undefined).length
  }
  for (const { id } of favourites) {
    const found = await places(second, `/games/${id}/leaderboard`)
    assert.ok(found >= 3, `${found} places`)
  }
  const communities = (await second.get('/communities')).body.items as { id: string }[]
  assert.equal(communities.length, 2)
  for (const community of communities) {
    const boards = favourites.map(({ id }) => `/communities/${community.id}/games/${id}/leaderboard`)
    const found = await Promise.all(boards.map((board) => places(second, board)))
    assert.ok(Math.max(...found) >= 3, `${found.join(', ')} places`)
  }
})

test('one stand-in of the six people is left, and its claim waits', async () => {
  const left = await database.db.many(sql`
    select o.name as owner, gp.display_name as name, cr.status
    from ghost_players gp join users u on u.id = gp.owner_id
    join accounts o on folded(o.name) = folded(u.display_name)
    join accounts p on folded(p.name) = folded(gp.display_name)
    left join claim_requests cr on cr.ghost_player_id = gp.id
    where not gp.is_self and not exists (select from claim_edges ce where ce.ghost_player_id = gp.id)`)
  assert.deepEqual(left, [{ owner: 'Edda', name: 'Filip', status: 'PENDING' }])
})

test('the rows for lists are those that people would have made by hand', async () => {
  assert.deepEqual(await wrongRows(database.db), [])
})

test('a database with anything in it is left alone', async () => {
  await assert.rejects(fillWithDemo(database.db, new Date()), NotEmpty)
  assert.deepEqual(await tally(sql`select count(*)::int as games from games`), { games: 40 })
})
