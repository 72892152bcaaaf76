/** Every change writes the results that it affects, without an additional round trip. A check finds wrong results. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { compare, rebuild } from '../../../src/resources/results/batches.ts'
import { RULE } from '../../../src/resources/results/finish.ts'
import {
  compareInTurn,
  dueByRule,
  finishWhatIsDue,
  lastComparison,
  lastNight,
  startResults,
} from '../../../src/resources/results/upkeep.ts'
import { type Reply, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newGame } from '../games/recipes.ts'

const { service, world } = await testWorld({ alone: true })
const { alice } = world
const ANY = { 'if-match': '*' }

interface Seat {
  score?: number
  rank?: number
  outcome?: 'WIN' | 'LOSS'
  loadoutAttributes?: object
}

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Makes a draft with a new ghost player of Alice's for each seat. */
async function draft(seats: Seat[], game: { id: string }) {
  const ghosts = await Promise.all(seats.map(() => world.ghostPlayer()))
  const participants = seats.map((seat, index) => ({ ...seat, ghostPlayerId: ghosts[index]?.id }))
  return made(alice.post('/matches', { gameId: game.id, playedAt: '2026-01-15T19:30:00Z', participants }))
}

const finalize = (match: { id: string }) => alice.post(`/matches/${match.id}/finalize`, undefined, ANY)

/**
 * Returns `kind`, `place`, `place_of`, `tied`, `won` and `side` of each participant, in the participants' order, as stored in the
 * row.
 */
const kept = async ({ id }: { id: string }) =>
  (
    await service.db.many(sql<{ row: string }>`
      select concat_ws(' ', kind, coalesce(place::text, '-'), place_of, tied, coalesce(left(won::text, 1), '-'), coalesce(side::text, '-')) as row
      from participants where match_id = ${id} order by position`)
  ).map(({ row }) => row)

test('a draft has no results, and a match gets them when it becomes final', async () => {
  const match = await draft([{ score: 41 }, { score: 55 }, { score: 41 }], await world.game())
  assert.deepEqual(await kept(match), ['- - -', '- - -', '- - -'])
  await made(finalize(match))
  assert.deepEqual(await kept(match), [
    'COMPETITIVE 2 3 t f -',
    'COMPETITIVE 1 3 f t -',
    'COMPETITIVE 2 3 t f -',
  ])
})

test('teams of loadouts are sides', async () => {
  const team = (name: string, outcome: 'WIN' | 'LOSS'): Seat => ({
    outcome,
    loadoutAttributes: { team: name },
  })
  const match = await draft(
    [team('red', 'WIN'), team('blue', 'LOSS'), team('Red', 'WIN')],
    await world.game(),
  )
  await made(finalize(match))
  assert.deepEqual(await kept(match), [
    'COMPETITIVE 1 2 f t 1',
    'COMPETITIVE 2 2 f f 2',
    'COMPETITIVE 1 2 f t 1',
  ])
})

const editOf = (match: Reply['body']) => {
  const [first, second] = match.participants
  return {
    participantChanges: [
      { matchParticipantId: first.id, score: 60, rank: null },
      { matchParticipantId: second.id, rank: null },
    ],
    loadoutChanges: [{ matchParticipantId: second.id, attributes: { team: 7 } }],
  }
}

test('an approved edit changes the results of the whole match', async () => {
  const match = await draft(
    [
      { score: 41, rank: 2 },
      { score: 55, rank: 1 },
    ],
    await world.game(),
  )
  await made(finalize(match))
  const edit = await made(alice.post(`/matches/${match.id}/edits`, editOf(match)))
  assert.deepEqual(await kept(match), ['COMPETITIVE 2 2 f f -', 'COMPETITIVE 1 2 f t -'])
  await made(alice.patch(`/matches/${match.id}/edits/${edit.id}`, { status: 'APPROVED' }, '*'))
  assert.deepEqual(await kept(match), ['COMPETITIVE 1 2 f t -', 'COMPETITIVE 2 2 f f 1'])
})

test('the edit of a trusted editor does so at once', async () => {
  const editor = await world.newcomer()
  await made(alice.post('/trusted-editors', { userId: await idOf(editor) }))
  const match = await draft(
    [
      { score: 41, rank: 2 },
      { score: 55, rank: 1 },
    ],
    await world.game(),
  )
  await made(finalize(match))
  const edit = await made(editor.post(`/matches/${match.id}/edits`, editOf(match)))
  assert.equal(edit.status, 'APPROVED')
  assert.deepEqual(await kept(match), ['COMPETITIVE 1 2 f t -', 'COMPETITIVE 2 2 f f 1'])
})

test('finalizing, deciding an edit and a trusted edit take three round trips, and finalizing no statement for the results', async () => {
  const cost = async (work: () => Promise<Reply>) => {
    const before = { ...service.db.traffic }
    await made(work())
    const { statements, roundTrips } = service.db.traffic
    return { statements: statements - before.statements, roundTrips: roundTrips - before.roundTrips }
  }
  const game = await world.game()
  await made(finalize(await draft([{ score: 1 }], game)))
  const match = await draft([{ score: 41 }, { score: 55 }], game)
  // The round trips: (begin, key, stored answer and caller; match; references), (match, participants, two locks, two kinds of
  // pairs of circles), (event, answer, commit).
  assert.deepEqual(await cost(() => finalize(match)), { statements: STATEMENTS_OF_FINALIZE, roundTrips: 3 })
  const edit = await made(alice.post(`/matches/${match.id}/edits`, editOf(match)))
  const decided = await cost(() =>
    alice.patch(`/matches/${match.id}/edits/${edit.id}`, { status: 'APPROVED' }, '*'),
  )
  assert.equal(decided.roundTrips, 3)
  const editor = await world.newcomer()
  await made(alice.post('/trusted-editors', { userId: await idOf(editor) }))
  await made(editor.get('/users/me'))
  assert.equal((await cost(() => editor.post(`/matches/${match.id}/edits`, editOf(match)))).roundTrips, 3)
})
/** Storing results has added no statement. */
const STATEMENTS_OF_FINALIZE = 16

test('when the scores of a game get another meaning, its matches get other results', async () => {
  const game = await made(world.editor.post('/games', newGame()))
  const other = await made(world.editor.post('/games', newGame()))
  const match = await draft([{ score: 41 }, { score: 55 }], game)
  const unfinished = await draft([{ score: 41 }, { score: 55 }], game)
  const elsewhere = await draft([{ score: 41 }, { score: 55 }], other)
  for (const one of [match, elsewhere]) await made(finalize(one))
  await made(world.editor.patch(`/games/${game.id}`, { winCondition: 'LOWER_WINS' }, '*'))
  await finishWhatIsDue(service.db)
  assert.deepEqual(await kept(match), ['COMPETITIVE 1 2 f t -', 'COMPETITIVE 2 2 f f -'])
  assert.deepEqual(await kept(elsewhere), ['COMPETITIVE 2 2 f f -', 'COMPETITIVE 1 2 f t -'])
  await made(finalize(unfinished))
  assert.deepEqual(await kept(unfinished), ['COMPETITIVE 1 2 f t -', 'COMPETITIVE 2 2 f f -'])
  assert.equal((await service.db.one(sql<{ n: number }>`select count(*)::int as n from results_due`)).n, 0)
  const renamed = await made(world.editor.patch(`/games/${game.id}`, { displayName: 'Another name' }, '*'))
  assert.equal(renamed.displayName, 'Another name')
  assert.equal((await service.db.one(sql<{ n: number }>`select count(*)::int as n from results_due`)).n, 0)
})

test('a comparison finds each result that differs from the written one, and a rebuild writes it again', async () => {
  const match = await draft([{ score: 41 }, { score: 55 }], await world.game())
  await made(finalize(match))
  const right = await kept(match)
  assert.equal((await compare(service.db)).differences, 0)
  for (const wrong of [
    sql`place = 2 where place = 1`,
    sql`won = not won where won is not null`,
    sql`kind = 'UNKNOWN', place = null, winners = null where position = 1`,
    sql`winners = 2 where position = 1`,
    sql`side = 3 where position = 2`,
    sql`tied = true where position = 2`,
  ]) {
    await service.db.many(sql`update participants set ${wrong} and match_id = ${match.id}`)
    assert.deepEqual((await compare(service.db)).first, [match.id])
    assert.equal((await rebuild(service.db)).differences, 1)
    assert.deepEqual(await kept(match), right)
  }
  await service.db.many(
    sql`update participants set match_community_id = uuidv7() where match_id = ${match.id}`,
  )
  assert.equal((await compare(service.db)).differences, 1)
  await service.db.many(sql`update participants set match_community_id = null where match_id = ${match.id}`)
})

test('one of several instances compares, and all know what it found', async () => {
  await service.db.many(sql`delete from results_checks`)
  assert.match(await lastComparison(service.db), /not compared/)
  const night = new Date()
  const found = await Promise.all([1, 2, 3].map(() => compareInTurn(service.db, night)))
  assert.equal(found.filter((one) => one !== undefined).length, 1)
  assert.match(await lastComparison(service.db), /agree with what was recorded/)
  assert.equal(await compareInTurn(service.db, night), undefined)
  const match = await draft([{ score: 41 }, { score: 55 }], await world.game())
  await made(finalize(match))
  await service.db.many(sql`update participants set side = 1 where match_id = ${match.id}`)
  assert.deepEqual((await compareInTurn(service.db, 'always'))?.first, [match.id])
  await assert.rejects(lastComparison(service.db), /check --rebuild/)
  // If an instance dies during the comparison, its turn ends after ten minutes.
  await service.db.many(sql`update results_checks set ended_at = null, begun_at = now() - interval '1 day'`)
  assert.equal(await compareInTurn(service.db, 'always'), undefined)
  await service.db.many(sql`update results_checks set lease_until = now() - interval '1 second'`)
  assert.ok(await compareInTurn(service.db, 'always'))
  await rebuild(service.db)
  await compareInTurn(service.db, 'always')
  assert.match(await lastComparison(service.db), /agree with what was recorded/)
})

test('a night begins at three o’clock, in UTC', () => {
  assert.equal(lastNight(new Date('2026-03-01T02:59:59Z')).toISOString(), '2026-02-28T03:00:00.000Z')
  assert.equal(lastNight(new Date('2026-03-01T03:00:00Z')).toISOString(), '2026-03-01T03:00:00.000Z')
})

test('results by an older rule are written again, once, and those by a newer one are left', async () => {
  const match = await draft([{ score: 41 }, { score: 55 }], await world.game())
  await made(finalize(match))
  const right = await kept(match)
  const keptBy = async (rule: number) => {
    await service.db.many(sql`
      insert into results_rule (rule) values (${rule}) on conflict (only_one) do update set rule = excluded.rule`)
    await service.db.many(sql`update participants set won = not won where match_id = ${match.id}`)
    await service.db.many(dueByRule)
    await finishWhatIsDue(service.db)
  }
  await keptBy(RULE - 1)
  assert.deepEqual(await kept(match), right)
  for (const rule of [RULE, RULE + 1]) {
    await keptBy(rule)
    assert.notDeepEqual(await kept(match), right)
    await rebuild(service.db)
  }
})

test('the upkeep works from its first round on', async () => {
  const warnings: unknown[] = []
  const upkeep = startResults(service.db, { info: () => {}, warn: (...said) => warnings.push(said) })
  await upkeep.stop()
  assert.deepEqual(warnings, [])
})
