/** Changes of the client over real HTTP: keys that stay over retries, pauses, ETags and the error of a stale version. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Offline,
  PreconditionFailed,
  Problem,
  type Retry,
  createGhostPlayer,
  createMatch,
  createMatchEdit,
  decideMatchEdit,
  deleteGameImage,
  deleteGhostPlayer,
  deleteMatch,
  disputeMatchParticipant,
  finalizeMatch,
  getGame,
  getGameImage,
  getGhostPlayer,
  getMatch,
  importRankings,
  listGhostPlayers,
  putGameImage,
  updateGame,
  updateGhostPlayer,
  updateMatch,
  writeTranslation,
} from '../../client/src/index.ts'
import { DOT } from '../resources/games/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { rankingCsv } from '../pipeline/rankings/recipes.ts'
import { newCatalogId } from '../pipeline/candidates/recipes.ts'
import { present } from '../support.ts'
import { servedWorld } from './served.ts'

const { world, url, between, as } = await servedWorld()
const { alice, bob, editor } = world

const named = async (displayName: string) => {
  const items = as(alice).items(listGhostPlayers, { query: { filter: `name=="${displayName}"` } })
  return (await Array.fromAsync(items)).length
}

for (const fault of ['lose', 'cut', 'break'] as const)
  test(`a change whose connection fails (${fault}) is sent again with its key, and done once`, async () => {
    const proxy = between()
    proxy.faults.push(fault, fault)
    const displayName = `Made once ${fault}`
    const made = await as(alice).call(createGhostPlayer, { body: { displayName } })
    assert.equal(made.displayName, displayName)
    const keys = proxy.sent('idempotency-key')
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.match(present(keys[0]), /^[\da-f]{8}-[\da-f]{4}-7/)
    assert.equal(await named(displayName), 1)
  })

test('two calls have two keys, and a key of the caller is sent as it is', async () => {
  const proxy = between()
  const scorebook = as(alice)
  const key = crypto.randomUUID()
  const body = { displayName: 'With a key' }
  const first = await scorebook.call(createGhostPlayer, { body, key })
  const again = await scorebook.answer(createGhostPlayer, { body, key })
  const other = await scorebook.call(createGhostPlayer, { body })
  assert.equal(again.body.id, first.id)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.notEqual(other.id, first.id)
  assert.deepEqual(proxy.sent('idempotency-key').slice(0, 2), [key, key])
  assert.notEqual(proxy.sent('idempotency-key')[2], key)
})

for (const status of [429, 502, 503, 504])
  test(`a ${status} is tried again after the time that it asks for`, async () => {
    const retries: Retry[] = []
    const proxy = between()
    const soon = new Date(Date.now() + 2_000).toUTCString()
    proxy.faults.push(
      { status, headers: { 'retry-after': '1' } },
      { status, headers: { 'retry-after': soon } },
    )
    const scorebook = as(alice, { onRetry: (retry) => void retries.push(retry) })
    await scorebook.call(createGhostPlayer, { body: { displayName: `After ${status}` } })
    assert.equal(new Set(proxy.sent('idempotency-key')).size, 1)
    assert.deepEqual(
      retries.map(({ reply }) => reply?.status),
      [status, status],
    )
    assert.ok(present(retries[0]).pause >= 1_000)
  })

test('a pause that would be too long is not waited for', async () => {
  const proxy = between()
  proxy.faults.push({ status: 503, headers: { 'retry-after': '120' } })
  const call = as(alice).call(createGhostPlayer, { body: { displayName: 'Not now' } })
  const problem = await call.catch((error: unknown) => error)
  assert.ok(problem instanceof Problem)
  assert.equal(problem.status, 503)
  assert.equal(problem.retryAfter, 120)
  assert.equal(proxy.seen.length, 1)
})

test('tries end after the time that the client is given', async () => {
  const proxy = between()
  proxy.faults.push(...Array.from({ length: 100 }, () => 'lose' as const))
  const scorebook = as(alice, { retryFor: 900 })
  await assert.rejects(scorebook.call(createGhostPlayer, { body: { displayName: 'Never' } }), Offline)
  assert.ok(proxy.seen.length > 1 && proxy.seen.length < 10, `${proxy.seen.length} tries`)
  proxy.faults.length = 0
  assert.equal(await named('Never'), 0)
})

test('`retryFor: 0` sends once', async () => {
  const proxy = between()
  proxy.faults.push('lose')
  const body = { displayName: 'Once' }
  await assert.rejects(as(alice).call(createGhostPlayer, { body, retryFor: 0 }), Offline)
  assert.equal(proxy.seen.length, 1)
})

test('a change without a key is never sent again, one with a key is', async () => {
  const proxy = between()
  const scorebook = as(alice)
  const body = JSON.stringify({ displayName: 'By hand' })
  const headers = { 'Content-Type': 'application/json' }
  proxy.faults.push('cut')
  await assert.rejects(scorebook.request('POST', '/ghost-players', { headers, body }), Offline)
  assert.equal(proxy.seen.length, 1)
  proxy.faults.push('cut')
  const keyed = { ...headers, 'Idempotency-Key': crypto.randomUUID() }
  const reply = await scorebook.request('POST', '/ghost-players', { headers: keyed, body })
  assert.equal(reply.status, 201)
  assert.equal(proxy.seen.length, 3)
  proxy.faults.push('lose')
  await scorebook.request('POST', '/ghost-players', { headers, body, isSafe: true })
  assert.equal(proxy.seen.length, 5, 'without a key, because the caller says that it does no harm')
})

test('the ETag of what was made, read and changed is sent with the next change', async () => {
  const proxy = between()
  const scorebook = as(alice)
  const { id: ghostPlayerId } = await scorebook.call(createGhostPlayer, { body: { displayName: 'Versions' } })
  const params = { ghostPlayerId }
  await scorebook.call(updateGhostPlayer, { params, body: { displayName: 'Second' } })
  await scorebook.call(updateGhostPlayer, { params, body: { displayName: 'Third' } })
  const other = as(alice)
  await other.call(getGhostPlayer, { params })
  await other.call(deleteGhostPlayer, { params })
  assert.deepEqual(proxy.sent('if-match'), [undefined, '"1"', '"2"', undefined, '"3"'])
  assert.equal(other.etagOf(`/ghost-players/${ghostPlayerId}`), undefined)
})

test('a change of something that the client has not seen is refused by the service', async () => {
  const { id: ghostPlayerId } = await world.ghostPlayer()
  const call = as(alice).call(updateGhostPlayer, {
    params: { ghostPlayerId },
    body: { displayName: 'Blind' },
  })
  const problem = await call.catch((error: unknown) => error)
  assert.ok(problem instanceof Problem)
  assert.equal(problem.status, 400)
  assert.deepEqual(
    problem.violations.map(({ field, code }) => [field, code]),
    [['If-Match', 'REQUIRED']],
  )
  assert.ok(problem.requestId)
})

test('a stale version is a typed error with the fresh resource, and the next change works', async () => {
  const scorebook = as(alice)
  const [game, ghost] = await Promise.all([world.game(), world.ghostPlayer()])
  const match = await scorebook.call(createMatch, { body: newMatch(game.id, ghost.id) })
  const params = { matchId: match.id }
  await as(alice).call(updateMatch, { params, ifMatch: '"1"', body: { editRequestsEnabled: false } })
  const change = () => scorebook.call(updateMatch, { params, body: { playedAt: '2026-02-01T10:00:00Z' } })
  const error = await change().catch((fault: unknown) => fault)
  assert.ok(error instanceof PreconditionFailed)
  assert.equal(error.status, 412)
  assert.ok(!error.of(deleteMatch))
  assert.ok(error.of(updateMatch))
  assert.equal(error.fresh?.body.editRequestsEnabled, false)
  assert.equal(error.fresh.etag, '"2"')
  assert.equal((await change()).playedAt, '2026-02-01T10:00:00Z')
})

test('an image is changed with the ETag of its game, also by a client that has read the image', async () => {
  const scorebook = as(editor)
  const { id: gameId } = await world.picturedGame()
  const params = { gameId }
  const body = new Blob([Buffer.from(DOT, 'latin1')], { type: 'image/gif' })
  const change = () => scorebook.call(putGameImage, { params, body })
  await scorebook.call(getGame, { params })
  await scorebook.call(getGameImage, { params })
  await as(editor).call(updateGame, { params, ifMatch: '"1"', body: { maxPlayers: 7 } })
  const error = await change().catch((fault: unknown) => fault)
  assert.ok(error instanceof PreconditionFailed && error.of(putGameImage))
  assert.equal(error.fresh?.body.maxPlayers, 7)
  assert.equal((await change()).id, gameId)
  await scorebook.call(deleteGameImage, { params })
  assert.equal(scorebook.etagOf(`/games/${gameId}`), '"4"')
})

test('the fresh resource is undefined if it is gone', async () => {
  const scorebook = as(alice)
  const { id: ghostPlayerId } = await scorebook.call(createGhostPlayer, { body: { displayName: 'Going' } })
  const params = { ghostPlayerId }
  await as(alice).call(deleteGhostPlayer, { params, ifMatch: '"1"' })
  const error = await scorebook.call(deleteGhostPlayer, { params }).catch((fault: unknown) => fault)
  assert.ok(error instanceof Problem && !(error instanceof PreconditionFailed))
  assert.equal(error.status, 404)
  assert.equal(scorebook.etagOf(`/ghost-players/${ghostPlayerId}`), undefined)
})

test('a change below a resource sends the version of what it changes, and not of what it lies in', async () => {
  const { id: matchId, participantId } = await world.playedMatch()
  const [recorder, player] = [as(alice), as(bob)]
  await Promise.all([recorder, player].map((one) => one.call(getMatch, { params: { matchId } })))
  const seen = recorder.etagOf(`/matches/${matchId}`)
  const edit = await player.call(createMatchEdit, {
    params: { matchId },
    body: { participantChanges: [{ matchParticipantId: participantId, score: 12 }] },
  })
  const params = { matchId, editId: edit.id }
  const blind = await recorder
    .call(decideMatchEdit, { params, body: { status: 'REJECTED' } })
    .catch((fault: unknown) => fault)
  assert.ok(blind instanceof Problem && blind.status === 400, 'the ETag of the match is none of the edit')
  assert.equal(recorder.etagOf(`/matches/${matchId}`), seen)
  const disputed = await player.call(disputeMatchParticipant, {
    params: { matchId, matchParticipantId: participantId },
    body: { reason: 'I had more.' },
  })
  assert.equal(disputed.id, matchId)
  assert.notEqual(player.etagOf(`/matches/${matchId}`), seen)
})

test('finalize, and a PUT that makes what was not there', async () => {
  const proxy = between()
  const { id: matchId } = await world.match()
  const recorder = as(alice)
  await recorder.call(getMatch, { params: { matchId } })
  assert.equal((await recorder.call(finalizeMatch, { params: { matchId } })).status, 'FINALIZED')
  const { id: applicationId } = await world.application()
  const params = { applicationId, messageKey: 'table.players', locale: 'de' }
  const write = (draftText: string) =>
    as(editor).answer(writeTranslation, { params, body: { text: draftText } })
  const text = '{count, plural, one {# Person} other {# Personen}}'
  assert.equal((await write(text)).status, 201)
  assert.equal(proxy.sent('if-none-match').at(-1), '*')
  await assert.rejects(write(text), { status: 412 })
})

test('a body of another media type', async () => {
  const csv = new Blob([rankingCsv(newCatalogId())], { type: 'text/csv' })
  const imported = await as(editor).call(importRankings, { body: csv })
  assert.equal(imported.storedRows, 1)
})

test('a service that is not there is `Offline`, with the cause', async () => {
  const proxy = between()
  proxy.faults.push('lose')
  const error = await as(alice, { url: url().replace(/\d+$/, '1'), retryFor: 0 })
    .call(createGhostPlayer, { body: { displayName: 'Nobody' } })
    .catch((fault: unknown) => fault)
  assert.ok(error instanceof Offline)
  assert.ok(error.cause instanceof Error)
})
