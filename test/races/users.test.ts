/** The erasure of a user races with everything that refers to the user, a hundred rounds each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { testWorld } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, newKey, idOf } from '../support.ts'
import { ROUNDS, behind, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()

const erase = (by: Person, key = newKey()) => by.delete('/users/me', '*', key)

/** Fails if anything still belongs to the erased user. */
async function mustHaveNothing(userId: string): Promise<void> {
  const left = await service.db.one(sql<Record<string, number>>`
    with u as (select id, display_name from users where id = ${userId}),
      cp as (select id from canonical_players where user_id = ${userId})
    select
      (select count(*)::int from u where display_name <> 'Player') as names,
      (select count(*)::int from group_members where user_id = ${userId}) as "inGroups",
      (select count(*)::int from groups where owner_id = ${userId} and deleted_at is null) as groups,
      (select count(*)::int from memberships where user_id = ${userId}) as memberships,
      (select count(*)::int from communities where owner_id = ${userId} and deleted_at is null) as communities,
      (select count(*)::int from membership_requests
        where user_id = ${userId} and status = 'PENDING') as "membershipRequests",
      (select count(*)::int from trusted_editors
        where ${userId} in (grantor_id, editor_id) and revoked_at is null) as trust,
      (select count(*)::int from claim_requests where status = 'PENDING'
        and (owner_id = ${userId} or canonical_player_id in (select id from cp))) as "claimRequests",
      (select count(*)::int from claim_edges
        where canonical_player_id in (select id from cp) and revoked_at is null) as claims,
      (select count(*)::int from matches
        where recorder_id = ${userId} and deleted_at is null and (finalized_at is null or is_public)) as matches,
      (select count(*)::int from participants where disputed_by = ${userId}) as disputes,
      (select count(*)::int from privacy_settings where user_id = ${userId} and level <> 'PRIVATE') as settings,
      (select count(*)::int from privacy_setting_groups sg join groups g on g.id = sg.group_id
        where g.owner_id = ${userId}) as "inSettings",
      (select count(*)::int from ghost_players where owner_id = ${userId} and is_public) as ghosts`)
  assert.deepEqual(
    Object.entries(left).filter(([, count]) => count > 0),
    [],
  )
}

test('of two erasures at once one happens', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const userId = await idOf(by)
    assert.equal(statuses(await Promise.all([erase(by), erase(by)])), '204 401')
    await mustHaveNothing(userId)
    assert.equal((await by.get('/users/me')).status, 401)
  }
})

test('of an erasure that is sent twice one happens, and both are answered', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const userId = await idOf(by)
    const key = newKey()
    const replies = await Promise.all([erase(by, key), erase(by, key), erase(by, key)])
    assert.equal(statuses(replies), '204 204 204')
    const fresh = replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    assert.equal(fresh.length, 1)
    await mustHaveNothing(userId)
  }
})

test('nobody can add to a group, trust, or get a request from a person who is being erased', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const [by, group, ghost] = [await world.newcomer(), await world.group(), await world.ghostPlayer()]
    const userId = await idOf(by)
    const own = await by.post('/ghost-players', { displayName: 'Ghost' })
    const [erased, added, trusted, asked, wasAsked] = await Promise.all([
      erase(by),
      alice.post(`/groups/${group.id}/members`, { userId }),
      alice.post('/trusted-editors', { userId }),
      by.post('/claim-requests', { ghostPlayerId: ghost.id }),
      alice.post('/claim-requests', { ghostPlayerId: own.body.id }),
    ])
    assert.equal(erased.status, 204)
    assert.match(String(added.status), /204|400/)
    assert.match(String(trusted.status), /201|400/)
    assert.match(String(asked.status), /201|401/)
    assert.match(String(wasAsked.status), /201|409/)
    await mustHaveNothing(userId)
    assert.equal((await alice.get(`/groups/${group.id}`)).body.memberCount, 0)
  }
})

test('a decision about a person who is being erased lets nobody in', async () => {
  const { alice } = world
  const [game, community] = [await world.game(), await world.community('REQUIRES_APPROVAL')]
  const requests = `/communities/${community.id}/membership-requests`
  for (let round = 0; round < ROUNDS; round++) {
    const [by, ghost] = [await world.newcomer(), await world.ghostPlayer()]
    const userId = await idOf(by)
    const match = await alice.post('/matches', newMatch(game.id, ghost.id))
    await alice.post(`/matches/${match.body.id}/finalize`, undefined, { 'if-match': '*' })
    const [claim, request] = [
      await by.post('/claim-requests', { ghostPlayerId: ghost.id }),
      await by.post(requests),
    ]
    const [erased, claimed, admitted] = await Promise.all([
      erase(by),
      alice.patch(`/claim-requests/${claim.body.id}`, { status: 'APPROVED' }, claim.etag),
      alice.patch(`${requests}/${request.body.id}`, { status: 'APPROVED' }, request.etag),
    ])
    assert.equal(erased.status, 204)
    assert.match(`${claimed.status} ${admitted.status}`, /^(200|412) (200|412)$/)
    await mustHaveNothing(userId)
    assert.equal((await alice.get(`/matches/${match.body.id}`)).status, 200)
  }
})

test('a person who is removed from a group or community while being erased is no longer in it', async () => {
  const { alice } = world
  const community = await world.community()
  for (let round = 0; round < ROUNDS; round++) {
    const [by, group] = [await world.newcomer(), await world.group()]
    const userId = await idOf(by)
    await alice.post(`/groups/${group.id}/members`, { userId })
    await by.post(`/communities/${community.id}/memberships`)
    const { etag } = await alice.get(`/groups/${group.id}`)
    const [erased, ...removed] = await Promise.all([
      erase(by),
      alice.delete(`/groups/${group.id}/members/${userId}`),
      alice.delete(`/communities/${community.id}/memberships/${userId}`),
    ])
    assert.equal(erased.status, 204)
    assert.match(statuses(removed), /^(204|404) (204|404)$/)
    await mustHaveNothing(userId)
    const after = await alice.get(`/groups/${group.id}`)
    assert.equal(after.body.memberCount, 0)
    assert.notEqual(after.etag, etag)
  }
  assert.equal((await alice.get(`/communities/${community.id}/memberships/count`)).body.count, 1)
})

test('what the user sends meanwhile is done before the erasure, and undone by it, or refused with 401', async () => {
  const [game, open, closed] = [
    await world.game(),
    await world.community(),
    await world.community('REQUIRES_APPROVAL'),
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const me = (await by.get('/users/me')).body
    const match = await by.post('/matches', newMatch(game.id, me.selfGhostPlayer.id))
    const group = await by.post('/groups', { displayName: 'Us' })
    const setting = (await by.get('/privacy-settings?filter=dataType==MATCH_HISTORY')).body.items[0].id
    const [erased, ...replies] = await Promise.all([
      erase(by),
      by.post('/groups', { displayName: 'More of us' }),
      by.post('/communities', { displayName: 'We', joinPolicy: 'OPEN', adminGroupId: group.body.id }),
      by.post(`/communities/${open.id}/memberships`),
      by.post(`/communities/${closed.id}/membership-requests`),
      by.patch(`/privacy-settings/${setting}`, { level: 'PUBLIC', groupIds: [group.body.id] }, '*'),
      by.post(`/matches/${match.body.id}/finalize`, undefined, { 'if-match': '*' }),
      by.post('/ghost-players', { displayName: 'Ghost' }),
      by.patch('/users/me', { displayName: 'Somebody else' }, '*'),
    ])
    assert.equal(erased.status, 204)
    for (const { status, text } of replies) assert.ok([200, 201, 401].includes(status), text)
    await mustHaveNothing(me.id)
    assert.equal((await by.get('/users/me')).status, 401)
  }
})

test('an owner and their heir who are erased at once leave their community to somebody else', async () => {
  const third = await world.newcomer()
  const thirdId = await idOf(third)
  for (let round = 0; round < ROUNDS; round++) {
    const [owner, heir] = [await world.newcomer(), await world.newcomer()]
    const ids = [await idOf(owner), await idOf(heir)]
    const founded = await owner.post('/communities', { displayName: 'We', joinPolicy: 'OPEN' })
    const path = `/communities/${founded.body.id}`
    for (const by of [heir, third]) assert.equal((await by.post(`${path}/memberships`)).status, 201)
    assert.equal(statuses(await Promise.all([erase(owner), erase(heir)])), '204 204')
    for (const id of ids) await mustHaveNothing(id)
    assert.equal((await third.get(path)).body.owner.id, thirdId)
    assert.equal((await third.get(`${path}/memberships/count`)).body.count, 1)
  }
})

test('a heir who leaves while the owner is erased does not own what they left', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [owner, heir] = [await world.newcomer(), await world.newcomer()]
    const [ownerId, heirId] = [await idOf(owner), await idOf(heir)]
    const founded = await owner.post('/communities', { displayName: 'We', joinPolicy: 'OPEN' })
    const path = `/communities/${founded.body.id}`
    await heir.post(`${path}/memberships`)
    const [erased, left] = await Promise.all([erase(owner), heir.delete(`${path}/memberships/${heirId}`)])
    assert.equal(erased.status, 204)
    await mustHaveNothing(ownerId)
    const after = await heir.get(path)
    if (left.status === 204) assert.equal(after.status, 404)
    else assert.deepEqual([left.status, after.body.owner.id], [409, heirId])
  }
})

interface Bound {
  owner: Person
  by: Person
  ownerId: string
  userId: string
  /** Ghost players of the owner; `by` has claimed the first. */
  ghosts: string[]
  claimEdgeId: string
  matchId: string
  /** The edit that `by` proposed. It changes both participants of the match. */
  editId: string
}

/** Makes a player who has claimed a ghost player of the owner, and has proposed an edit of their match. */
async function bound([owner, by]: Person[], gameId: string): Promise<Bound> {
  assert.ok(owner && by)
  const ghosts = []
  for (const displayName of ['One', 'Two'])
    ghosts.push((await owner.post('/ghost-players', { displayName })).body.id)
  const claim = await by.post('/claim-requests', { ghostPlayerId: ghosts[0] })
  const claimed = await owner.patch(`/claim-requests/${claim.body.id}`, { status: 'APPROVED' }, '*')
  const { body: match } = await owner.post('/matches', newMatch(gameId, ...ghosts))
  await owner.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' })
  const edit = await by.post(`/matches/${match.id}/edits`, editOf(match.participants))
  assert.equal(edit.status, 201, edit.text)
  return {
    owner,
    by,
    ownerId: await idOf(owner),
    userId: await idOf(by),
    ghosts,
    claimEdgeId: claimed.body.claimEdgeId,
    matchId: match.id,
    editId: edit.body.id,
  }
}

/** An edit that writes each participant's row twice. */
const editOf = (participants: { id: string }[]) => ({
  participantChanges: participants.map(({ id }, n) => ({ matchParticipantId: id, score: 12 + n })),
  loadoutChanges: participants.map(({ id }, n) => ({ matchParticipantId: id, attributes: { team: n } })),
})

/** A lock that conflicts with every other lock of the user, even the weakest. */
const lockOf = (userId: string) => sql`select from users where id = ${userId} for update`

/** Makes two people. Users are locked in the order of their ids, and an older user has a smaller id. */
async function newcomers(firstIsOlder: boolean): Promise<Person[]> {
  const people = [await world.newcomer(), await world.newcomer()]
  return firstIsOlder ? people : people.toReversed()
}

for (const ownerIsOlder of [true, false])
  test(`a player who is erased and what binds them to ${ownerIsOlder ? 'an older' : 'a younger'} owner do not deadlock`, async () => {
    const { id: gameId } = await world.game()
    const changes: ((_: Bound) => Promise<Reply>)[] = [
      ({ by, claimEdgeId }) => by.delete(`/claim-edges/${claimEdgeId}`, '*'),
      ({ by, ghosts }) => by.post('/claim-requests', { ghostPlayerId: ghosts[1] }),
      ({ by, ownerId }) => by.post('/trusted-editors', { userId: ownerId }),
      ({ owner, matchId, editId }) =>
        owner.patch(`/matches/${matchId}/edits/${editId}`, { status: 'APPROVED' }, '*'),
      ({ owner, userId }) => owner.post('/trusted-editors', { userId }),
    ]
    for (const change of changes)
      for (const first of ['ownerId', 'userId'] as const) {
        const both = await bound(await newcomers(ownerIsOlder), gameId)
        const done = await behind(
          service.db,
          lockOf(both[first]),
          () => erase(both.by),
          () => change(both),
        )
        for (const { status, text } of done) assert.ok([200, 201, 204, 400, 401].includes(status), text)
        await mustHaveNothing(both.userId)
      }
  })

test('an edit and a claim of one recorder do not deadlock', async () => {
  const { owner, ownerId, by, ghosts, matchId, editId } = await bound(
    await newcomers(true),
    (await world.game()).id,
  )
  const other = await world.newcomer()
  const claim = await other.post('/claim-requests', { ghostPlayerId: ghosts[1] })
  const done = await behind(
    service.db,
    sql`select from users where id = ${ownerId} for no key update`,
    () => owner.patch(`/claim-requests/${claim.body.id}`, { status: 'APPROVED' }, '*'),
    () => owner.patch(`/matches/${matchId}/edits/${editId}`, { status: 'APPROVED' }, '*'),
  )
  assert.equal(statuses(done), '200 200')
  assert.equal((await by.get(`/matches/${matchId}`)).status, 200)
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
