/** The states of a match edit: who may change the state, and what that does to the match. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MOST_PENDING } from '../../../src/resources/match-edits/store.ts'
import { sql } from '../../../src/db/sql.ts'
import { type MadeMatch, testWorld } from '../../world.ts'
import { newEdit } from './recipes.ts'
import { newMatch } from '../matches/recipes.ts'
import { type Person, idOf, newKey } from '../../support.ts'
import { wrongRows } from '../../wrong-rows.ts'

const { service, world } = await testWorld()
/** Alice's trusted editor. */
let carol: Person
let stranger: Person

before(async () => {
  ;[carol, stranger] = await Promise.all([service.as('carol'), service.as('stranger')])
  await world.alice.post('/trusted-editors', { userId: (await carol.get('/users/me')).body.id })
})

const propose = (by: Person, { id, participantId }: MadeMatch) =>
  by.post(`/matches/${id}/edits`, newEdit(participantId))

const read = (id: string) => world.alice.get(`/matches/${id}`)

test('a draft takes no edits, from nobody', async () => {
  const { alice } = world
  const [{ id: gameId }, ghostPlayer] = [await world.game(), await world.ghostPlayer()]
  const draft = await alice.post('/matches', newMatch(gameId, ghostPlayer.id))
  const participantId = draft.body.participants[0].id
  const made = { id: draft.body.id, etag: draft.etag, participantId, ghostPlayerId: ghostPlayer.id }
  for (const [by, status] of [
    [alice, 409],
    [carol, 409],
    [stranger, 403],
  ] as const) {
    assert.equal((await propose(by, made)).status, status)
  }
})

test('a match whose recorder wants no edits takes none, from nobody', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  await alice.patch(`/matches/${match.id}`, { editRequestsEnabled: false }, match.etag)
  for (const by of [alice, bob, carol]) {
    const refused = await propose(by, match)
    assert.equal(refused.status, 409)
    assert.match(refused.body.type, /\/conflict$/)
  }
})

test('what the recorder or a claimed player proposes waits, and leaves the match as it is', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  for (const by of [alice, bob]) {
    const edit = await propose(by, match)
    assert.equal(edit.status, 201)
    assert.deepEqual(
      [edit.body.status, edit.body.matchId, edit.body.decidedBy],
      ['PENDING', match.id, undefined],
    )
    assert.equal(edit.headers['location'], `/api/v1/matches/${match.id}/edits/${edit.body.id}`)
  }
  const after = await read(match.id)
  assert.equal(after.etag, match.etag)
  assert.equal(after.body.participants[0].score, 10)
  assert.equal(after.body.lastEditedAt, undefined)
})

test('what a trusted editor of the recorder proposes is made at once', async () => {
  const match = await world.finalMatch()
  const edit = await propose(carol, match)
  assert.equal(edit.status, 201)
  const { status, decidedBy, decidedAt, createdAt } = edit.body
  assert.deepEqual([status, decidedBy.id, decidedAt], ['APPROVED', await idOf(carol), createdAt])
  const after = await read(match.id)
  assert.notEqual(after.etag, match.etag)
  assert.deepEqual([after.body.participants[0].score, after.body.participants[0].rank], [3.5, undefined])
  assert.deepEqual([after.body.lastEditedBy.id, after.body.lastEditedAt], [await idOf(carol), decidedAt])
})

test('trust is one-way, per recorder, and until it is revoked', async () => {
  const { alice } = world
  const [game, ghostPlayer] = [await world.game(), await carol.post('/ghost-players', { displayName: 'Al' })]
  const draft = await carol.post('/matches', newMatch(game.id, ghostPlayer.body.id))
  const final = await carol.post(`/matches/${draft.body.id}/finalize`, undefined, { 'if-match': draft.etag })
  const hers = {
    id: final.body.id,
    etag: final.etag,
    participantId: final.body.participants[0].id,
    ghostPlayerId: '',
  }
  assert.equal((await propose(alice, hers)).status, 403, 'alice is not trusted by carol')
  const dora = await service.as('dora')
  const grant = await alice.post('/trusted-editors', { userId: (await dora.get('/users/me')).body.id })
  const match = await world.finalMatch()
  assert.equal((await propose(dora, match)).body.status, 'APPROVED')
  const applied = await read(match.id)
  await alice.delete(`/trusted-editors/${grant.body.id}`, grant.etag)
  assert.equal((await propose(dora, match)).status, 403)
  assert.deepEqual((await read(match.id)).text, applied.text, 'what was approved stays')
})

for (const status of ['APPROVED', 'REJECTED']) {
  test(`the recorder alone decides ${status}, once`, async () => {
    const { alice, bob } = world
    const match = await world.playedMatch()
    const edit = await propose(bob, match)
    const path = `/matches/${match.id}/edits/${edit.body.id}`
    for (const by of [bob, carol, stranger])
      assert.equal((await by.patch(path, { status }, edit.etag)).status, 403)
    assert.equal((await alice.patch(path, { status }, '"0"')).status, 412)
    const decided = await alice.patch(path, { status }, edit.etag)
    assert.equal(decided.status, 200)
    assert.deepEqual([decided.body.status, decided.body.decidedBy.displayName], [status, 'alice'])
    assert.notEqual(decided.etag, edit.etag)
    const after = await read(match.id)
    if (status === 'REJECTED') assert.equal(after.etag, match.etag)
    else {
      assert.notEqual(after.etag, match.etag)
      assert.deepEqual([after.body.participants[0].score, after.body.lastEditedBy.id], [3.5, await idOf(bob)])
    }
    for (const again of ['APPROVED', 'REJECTED']) {
      assert.equal((await alice.patch(path, { status: again }, edit.etag)).status, 412)
      const refused = await alice.patch(path, { status: again }, decided.etag)
      assert.equal(refused.status, 409)
      assert.match(refused.body.detail, new RegExp(status))
    }
    assert.equal((await alice.get(path)).text, decided.text)
    assert.equal((await read(match.id)).text, after.text)
  })
}

test('an edit that is made at once is not decided again', async () => {
  const match = await world.finalMatch()
  const edit = await propose(carol, match)
  const again = await world.alice.patch(
    `/matches/${match.id}/edits/${edit.body.id}`,
    { status: 'REJECTED' },
    edit.etag,
  )
  assert.equal(again.status, 409)
})

test('an edit is found in its own match alone', async () => {
  const { alice } = world
  const [one, other] = [await world.finalMatch(), await world.finalMatch()]
  const edit = await propose(alice, one)
  const astray = `/matches/${other.id}/edits/${edit.body.id}`
  assert.equal((await alice.get(astray)).status, 404)
  assert.equal((await alice.patch(astray, { status: 'APPROVED' }, edit.etag)).status, 404)
  assert.equal((await alice.get(`/matches/${other.id}/edits`)).body.items.length, 0)
})

test('what was waiting when edits were switched off can still be decided', async () => {
  const { alice } = world
  const match = await world.finalMatch()
  const edit = await propose(alice, match)
  await alice.patch(`/matches/${match.id}`, { editRequestsEnabled: false }, match.etag)
  const path = `/matches/${match.id}/edits/${edit.body.id}`
  assert.equal((await alice.patch(path, { status: 'APPROVED' }, edit.etag)).status, 200)
})

test('an edit that brings a playset deleted since is not approved, but rejected', async () => {
  const { alice } = world
  const match = await world.finalMatch()
  const { body } = await read(match.id)
  const playset = await world.playset(body.game.id)
  const edit = await alice.post(`/matches/${match.id}/edits`, {
    playsetChange: { playsetId: playset.id },
    participantChanges: [{ matchParticipantId: match.participantId, score: 1 }],
  })
  await alice.delete(`/playsets/${playset.id}`, playset.etag)
  const path = `/matches/${match.id}/edits/${edit.body.id}`
  assert.equal((await alice.patch(path, { status: 'APPROVED' }, edit.etag)).status, 409)
  assert.equal((await read(match.id)).etag, match.etag, 'nothing of it was written')
  assert.equal((await alice.get(path)).body.status, 'PENDING')
  assert.equal((await alice.patch(path, { status: 'REJECTED' }, edit.etag)).status, 200)
})

test('edits are shown to those who see the match', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const edit = await propose(alice, match)
  const paths = ['', '/count', `/${edit.body.id}`].map((end) => `/matches/${match.id}/edits${end}`)
  for (const path of paths) {
    for (const by of [alice, bob, carol]) assert.equal((await by.get(path)).status, 200, path)
    assert.equal((await stranger.get(path)).status, 403, path)
  }
})

test('nobody can decide edits of a match whose recorder erased their account, so it takes none', async () => {
  const { bob } = world
  const dora = await service.as('dora, who leaves')
  const [game, ghost] = [await world.game(), await dora.post('/ghost-players', { displayName: 'Bob' })]
  const request = await bob.post('/claim-requests', { ghostPlayerId: ghost.body.id })
  await dora.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag)
  const draft = await dora.post('/matches', newMatch(game.id, ghost.body.id))
  const { id, participants } = draft.body
  await dora.post(`/matches/${id}/finalize`, undefined, { 'if-match': draft.etag })
  const propose = () => bob.post(`/matches/${id}/edits`, newEdit(participants[0].id))
  assert.equal((await propose()).status, 201)
  assert.equal((await dora.delete('/users/me', '*')).status, 204)
  const refused = await propose()
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /has erased their account/)
  assert.equal((await bob.get(`/matches/${id}/edits/count`)).body.count, 1)
})

test('whoever proposed an edit withdraws it while it waits, and nothing is kept of it', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const { body, etag } = await bob.post(`/matches/${match.id}/edits`, {
    ...newEdit(match.participantId),
    loadoutChanges: [{ matchParticipantId: match.participantId, attributes: { boat: 'red' } }],
    expansionChange: { expansionIds: [] },
  })
  const path = `/matches/${match.id}/edits/${body.id}`
  for (const by of [alice, carol, stranger])
    assert.equal((await by.delete(path, etag)).status, 403, 'only the proposer may')
  assert.equal((await bob.delete(path, '"7"')).status, 412)
  const key = newKey()
  const withdrawn = await bob.send('DELETE', path, undefined, { ...key, 'if-match': etag })
  const again = await bob.send('DELETE', path, undefined, { ...key, 'if-match': etag })
  assert.deepEqual([withdrawn.status, again.status, again.headers['idempotent-replayed']], [204, 204, 'true'])
  for (const by of [alice, bob]) assert.equal((await by.get(path)).status, 404)
  assert.deepEqual((await alice.get(`/matches/${match.id}/edits`)).body.items, [])
  assert.equal((await read(match.id)).etag, match.etag)
  assert.deepEqual(await wrongRows(service.db), [])
})

test('a decided edit is not withdrawn', async () => {
  const { alice, bob } = world
  for (const status of ['APPROVED', 'REJECTED']) {
    const match = await world.playedMatch()
    const { body } = await propose(bob, match)
    const path = `/matches/${match.id}/edits/${body.id}`
    const decided = await alice.patch(path, { status }, '*')
    const refused = await bob.delete(path, decided.etag)
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, new RegExp(`is ${status} and can no longer be withdrawn`))
  }
})

test('an edit is withdrawn also after the claim ended that showed its match', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const { body, etag } = await propose(bob, match)
  await alice.delete(`/claim-edges/${match.claimEdgeId}`, '*')
  const path = `/matches/${match.id}/edits/${body.id}`
  assert.equal((await bob.get(path)).status, 403)
  assert.equal((await bob.delete(path, etag)).status, 204)
})

test('the edits of all matches hold what their readers see, and go with the sight of the match', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const { body } = await propose(bob, match)
  const listed = async (by: Person) => {
    const filter = `matchId==${match.id};status==PENDING`
    const [list, count] = [
      await by.get(`/match-edits?filter=${filter}`),
      await by.get(`/match-edits/count?filter=${filter}`),
    ]
    assert.equal(list.body.items.length, count.body.count)
    return list.body.items.map(({ id }: { id: string }) => id)
  }
  for (const by of [alice, bob, carol]) assert.deepEqual(await listed(by), [body.id])
  assert.deepEqual(await listed(stranger), [])
  const recorder = await alice.get(`/match-edits?filter=recorderId==${await idOf(alice)}&sort=decidedAt:DESC`)
  assert.ok(recorder.body.items.length > 0)
  await alice.delete(`/claim-edges/${match.claimEdgeId}`, '*')
  assert.deepEqual([await listed(alice), await listed(bob)], [[body.id], []])
})

test('nobody has more than a thousand edits that wait', async () => {
  const { bob } = world
  const match = await world.playedMatch()
  const edit = await propose(bob, match)
  const copies = await service.db.many(sql<{ id: string }>`
    insert into match_edits (id, match_id, proposed_by, changes_playset, changes_expansions)
    select uuidv7(), match_id, proposed_by, changes_playset, changes_expansions
    from match_edits me, generate_series(1, ${MOST_PENDING}::int - (
      select count(*) from match_edits p where p.proposed_by = ${await idOf(bob)} and p.status = 'PENDING')::int)
    where me.id = ${edit.body.id} returning id`)
  const refused = await propose(bob, match)
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /Withdraw some/)
  assert.equal((await bob.delete(`/matches/${match.id}/edits/${edit.body.id}`, '*')).status, 204)
  assert.equal((await propose(bob, match)).status, 201)
  await service.db.many(sql`delete from match_edits where id = any (${copies.map(({ id }) => id)}::uuid[])`)
})
