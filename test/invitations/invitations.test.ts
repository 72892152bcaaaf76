/** Invitations: what their secret shows, what an acceptance does, who cannot use them, and how they end. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { raw, sql } from '../../src/db/sql.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, idOf, newKey } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { alice, bob } = world
let carol: Person

before(async () => {
  carol = await service.as('carol')
})

const accept = (by: Person, secret: string) => by.post('/invitations/accept', { secret })
const lookUp = (by: Person, secret: string) => by.post('/invitations/look-up', { secret })
const read = async (id: string, by = alice) => (await by.get(`/invitations/${id}`)).body

async function made(
  reply: Promise<Reply>,
): Promise<{ id: string; etag: string; secret: string; url: string }> {
  const { status, body, etag, text } = await reply
  assert.equal(status, 201, text)
  return { id: body.id, etag, secret: body.secret, url: body.url }
}

const toCommunity = (id: string, body: object, by = alice) =>
  made(by.post(`/communities/${id}/invitations`, body))

/** Checks that a secret which is no longer good gets the same answer as an unknown one. */
async function mustBeGone(secret: string, by: Person): Promise<void> {
  const unknown = await accept(by, 'x'.repeat(43))
  for (const reply of [await accept(by, secret), await lookUp(by, secret)]) {
    assert.equal(reply.status, 404, reply.text)
    assert.equal(reply.body.detail, unknown.body.detail)
  }
}

test('the secret is shown once, its link has it behind #, and the database has its hash alone', async () => {
  const { id: ghostPlayerId } = await world.ghostPlayer('Iris')
  const key = newKey()
  const path = `/ghost-players/${ghostPlayerId}/invitations`
  const first = await alice.post(path, undefined, key)
  const again = await alice.post(path, undefined, key)
  assert.equal(again.text, first.text)
  const { id, secret, url, state, mostUses, expiresAt, createdAt } = first.body
  assert.match(secret, /^[\w-]{43}$/)
  assert.equal(new URL(url).pathname + new URL(url).hash, `/invitation#${secret}`)
  assert.deepEqual([state, mostUses], ['OPEN', 1])
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * 86_400_000)
  assert.match(first.headers['location'] ?? '', new RegExp(`/invitations/${id}$`))
  const read = await alice.get(`/invitations/${id}`)
  assert.equal(read.etag, first.etag)
  assert.deepEqual([read.body.secret, read.body.url], [undefined, undefined])
  await accept(bob, secret)
  const tables = await service.db.many(
    sql<{
      name: string
    }>`select table_name::text as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of tables) {
    const found = await service.db.many(
      sql`select from ${raw(`"${name}"`)} t where t::text like ${`%${secret}%`}`,
    )
    assert.equal(found.length, 0, `${name} has the secret`)
  }
})

test('it shows who invites, the ghost player, and its newest three final matches', async () => {
  const { id: gameId } = await world.game()
  const [iris, other] = [await world.ghostPlayer('Iris'), await world.ghostPlayer('Edda')]
  const unplayed = await made(alice.post(`/ghost-players/${iris.id}/invitations`))
  const preview = (await lookUp(bob, unplayed.secret)).body
  assert.deepEqual([preview.matches, preview.newest, preview.firstPlayedAt], [0, [], undefined])
  for (const day of [1, 2, 3, 4]) {
    const body = { ...newMatch(gameId, other.id, iris.id), playedAt: `2026-01-0${day}T12:00:00Z` }
    const { body: match } = await alice.post('/matches', body)
    await alice.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' })
  }
  await alice.post('/matches', newMatch(gameId, iris.id))
  const { status, body } = await lookUp(bob, unplayed.secret)
  assert.equal(status, 200)
  const { kind, inviter, ghostPlayer, matches, firstPlayedAt, lastPlayedAt, newest } = body
  assert.deepEqual(
    [kind, inviter.displayName, ghostPlayer.displayName, matches, firstPlayedAt, lastPlayedAt],
    ['GHOST_PLAYER', 'alice', 'Iris', 4, '2026-01-01T12:00:00Z', '2026-01-04T12:00:00Z'],
  )
  assert.deepEqual(
    newest.map(({ playedAt }: { playedAt: string }) => playedAt.slice(8, 10)),
    ['04', '03', '02'],
  )
  assert.deepEqual(newest[0].others, [{ id: other.id, displayName: 'Edda' }])
  assert.equal(newest[0].of, 2)
})

test('whoever accepts it has claimed the ghost player, as if they had asked and the owner had approved', async () => {
  const { secret, id, ghostPlayerId } = await world.invitation()
  const rival = await carol.post('/claim-requests', { ghostPlayerId })
  const earlier = await bob.post('/claim-requests', { ghostPlayerId, message: 'Me' })
  const { status, body } = await accept(bob, secret)
  assert.equal(status, 200)
  assert.deepEqual([body.kind, body.claimEdge.ghostPlayer.id], ['GHOST_PLAYER', ghostPlayerId])
  const request = (await bob.get(`/claim-requests/${body.claimEdge.claimRequestId}`)).body
  assert.deepEqual([request.status, request.decidedBy.id], ['APPROVED', await idOf(alice)])
  assert.equal((await carol.get(`/claim-requests/${rival.body.id}`)).body.status, 'REJECTED')
  assert.equal((await bob.get(`/claim-requests/${earlier.body.id}`)).body.status, 'CANCELLED')
  assert.equal((await bob.get(`/ghost-players/${ghostPlayerId}`)).status, 200)
  const { state, uses, unread, lastUsedAt } = await read(id)
  assert.deepEqual([state, uses, unread, lastUsedAt === undefined], ['USED', 1, 1, false])
  await mustBeGone(secret, carol)
  assert.equal((await accept(bob, secret)).status, 409, 'he has it already')
})

test('the inviter acknowledges who has accepted, and nobody else does', async () => {
  const { secret, id } = await world.invitation()
  await accept(bob, secret)
  const path = `/invitations/${id}/acknowledge`
  assert.equal((await bob.post(path, undefined, { 'if-match': '*' })).status, 403)
  const { body } = await alice.post(path, undefined, { 'if-match': '*' })
  assert.equal(body.unread, 0)
})

test('whoever is somebody else ends it, and its inviter reads that', async () => {
  const { secret, id } = await world.invitation()
  assert.equal((await bob.post('/invitations/decline', { secret })).status, 204)
  const { state, unread } = await read(id)
  assert.deepEqual([state, unread], ['DECLINED', 1])
  await mustBeGone(secret, bob)
  assert.equal((await bob.post('/invitations/decline', { secret })).status, 404)
  const seen = await alice.post(`/invitations/${id}/acknowledge`, undefined, { 'if-match': '*' })
  assert.equal(seen.body.unread, 0)
  const { id: communityId } = await world.community()
  const many = await toCommunity(communityId, {})
  assert.equal((await bob.post('/invitations/decline', { secret: many.secret })).status, 404)
})

test('a new code for a ghost player ends the one before', async () => {
  const { secret, id, ghostPlayerId } = await world.invitation()
  const second = await made(alice.post(`/ghost-players/${ghostPlayerId}/invitations`))
  assert.equal((await read(id)).state, 'ENDED')
  await mustBeGone(secret, bob)
  assert.equal((await accept(bob, second.secret)).status, 200)
})

test('a code is no longer good when it was revoked, has expired, or somebody is the ghost player', async () => {
  const revoked = await world.invitation()
  assert.equal((await alice.delete(`/invitations/${revoked.id}`, revoked.etag)).status, 204)
  await mustBeGone(revoked.secret, bob)
  assert.equal((await alice.delete(`/invitations/${revoked.id}`, '*')).status, 409)

  const expired = await world.invitation()
  await service.db.many(sql`update invitations set expires_at = now() where id = ${expired.id}`)
  assert.equal((await read(expired.id)).state, 'EXPIRED')
  await mustBeGone(expired.secret, bob)

  const claimed = await world.invitation()
  const { body } = await carol.post('/claim-requests', { ghostPlayerId: claimed.ghostPlayerId })
  const { claimEdgeId } = (await alice.patch(`/claim-requests/${body.id}`, { status: 'APPROVED' }, '*')).body
  await mustBeGone(claimed.secret, bob)
  await alice.delete(`/claim-edges/${claimEdgeId}`, '*')
  await mustBeGone(claimed.secret, bob)

  const deleted = await world.invitation()
  await alice.delete(`/ghost-players/${deleted.ghostPlayerId}`, '*')
  await mustBeGone(deleted.secret, bob)
  assert.equal((await read(deleted.id)).state, 'ENDED')
})

test('neither the self ghost player nor a claimed one is given away', async () => {
  const { selfGhostPlayer } = (await alice.get('/users/me')).body
  const { ghostPlayerId } = await world.playedMatch()
  for (const id of [selfGhostPlayer.id, ghostPlayerId])
    assert.equal((await alice.post(`/ghost-players/${id}/invitations`)).status, 409)
})

test('nobody accepts their own invitation, and nobody sits twice at one table', async () => {
  const { id: gameId } = await world.game()
  const [one, other] = [await world.invitation(), await world.invitation()]
  assert.equal((await accept(alice, one.secret)).status, 409)
  await alice.post('/matches', newMatch(gameId, one.ghostPlayerId, other.ghostPlayerId))
  assert.equal((await accept(bob, one.secret)).status, 200)
  assert.equal((await accept(bob, other.secret)).status, 409)
  assert.equal((await read(other.id)).uses, 0, 'the refused one is still good')
  assert.equal((await accept(carol, other.secret)).status, 200)
})

test('a community takes in as many as its admin says, also one that requires approval', async () => {
  const { id } = await world.community('REQUIRES_APPROVAL')
  const invitation = await toCommunity(id, { uses: 2, days: 3 })
  const people = await Promise.all([world.newcomer(), world.newcomer(), world.newcomer()])
  const [first, second, third] = people
  const asked = await first.post(`/communities/${id}/membership-requests`)
  const { body } = await accept(first, invitation.secret)
  assert.deepEqual([body.kind, body.membership.community.id], ['COMMUNITY', id])
  const request = await first.get(`/communities/${id}/membership-requests/${asked.body.id}`)
  assert.equal(request.body.status, 'APPROVED')
  assert.equal((await accept(first, invitation.secret)).status, 409)
  assert.equal((await accept(second, invitation.secret)).status, 200)
  await mustBeGone(invitation.secret, third)
  const { state, uses } = await read(invitation.id)
  assert.deepEqual([state, uses], ['USED', 2])
  for (const wrong of [{ uses: 0 }, { uses: 101 }, { days: 0 }, { days: 366 }])
    assert.equal((await alice.post(`/communities/${id}/invitations`, wrong)).status, 400)
})

test('an admin invites, sees and ends what other admins made, until they are no admin any more', async () => {
  const group = await world.group()
  const body = { displayName: 'We', joinPolicy: 'OPEN', adminGroupId: group.id }
  const { id } = (await alice.post('/communities', body)).body
  await alice.post(`/groups/${group.id}/members`, { userId: await idOf(carol) })
  const hers = await toCommunity(id, {}, carol)
  assert.equal((await alice.get(`/invitations/${hers.id}`)).status, 200)
  assert.equal((await bob.get(`/invitations/${hers.id}`)).status, 403)
  const listed = (await alice.get(`/invitations?filter=communityId==${id}`)).body.items
  assert.deepEqual(
    listed.map((one: { id: string }) => one.id),
    [hers.id],
  )
  assert.equal((await bob.get('/invitations')).body.items.length, 0)
  await alice.delete(`/groups/${group.id}/members/${await idOf(carol)}`)
  assert.equal((await read(hers.id)).state, 'ENDED')
  await mustBeGone(hers.secret, bob)
  assert.equal((await carol.post(`/communities/${id}/invitations`, {})).status, 403)
})

test('whoever accepts it corrects the inviter’s matches without asking', async () => {
  const { secret } = await made(alice.post('/trusted-editors/invitations'))
  const editor = await world.newcomer()
  const { body } = await accept(editor, secret)
  assert.deepEqual([body.kind, body.trustedEditor.grantor.id], ['TRUSTED_EDITOR', await idOf(alice)])
  const second = await made(alice.post('/trusted-editors/invitations'))
  assert.equal((await accept(editor, second.secret)).status, 409, 'they are trusted already')
  assert.equal((await read(second.id)).state, 'OPEN')
})

test('an invitation ends with its inviter’s account, and with their right to invite', async () => {
  const owner = await service.account('owner of Iris')
  const { id } = (await owner.post('/ghost-players', { displayName: 'Iris' })).body
  const { secret } = await made(owner.post(`/ghost-players/${id}/invitations`))
  for (const change of [sql`disabled_at = now()`, sql`roles = '{translator}'`]) {
    await service.db.many(sql`update accounts set ${change} where id = ${owner.accountId}`)
    await mustBeGone(secret, bob)
    await service.db.many(
      sql`update accounts set disabled_at = null, roles = '{player}' where id = ${owner.accountId}`,
    )
  }
  assert.equal((await lookUp(bob, secret)).status, 200)
  assert.equal((await owner.delete('/users/me', '*')).status, 204)
  await mustBeGone(secret, bob)
})

test('an invitation does not come back when its inviter may invite again', async () => {
  const changes = [
    [{ disabled: true }, { disabled: false }],
    [{ roles: ['translator'] }, { roles: ['player'] }],
  ]
  for (const [lost, back] of changes) {
    const owner = await service.account(`owner of ${JSON.stringify(lost)}`)
    const { id } = (await owner.post('/ghost-players', { displayName: 'Iris' })).body
    const { secret } = await made(owner.post(`/ghost-players/${id}/invitations`))
    for (const change of [lost, back])
      assert.equal((await world.root.patch(`/accounts/${owner.accountId}`, change, '*')).status, 200)
    await mustBeGone(secret, bob)
  }
})

test('an invitation that has ended says nothing of the caller', async () => {
  const community = await world.community()
  const { id, secret } = await toCommunity(community.id, {})
  assert.equal((await alice.delete(`/invitations/${id}`, '*')).status, 204)
  await bob.post(`/communities/${community.id}/memberships`)
  await mustBeGone(secret, bob)
})

test('the audit names who accepted, and not the secret', async () => {
  const { secret } = await world.invitation()
  const guest = await service.account('guest')
  await accept(guest, secret)
  const { items } = (
    await world.root.get(`/audit?filter=accountId==${guest.accountId};kind==INVITATION_ACCEPTED`)
  ).body
  assert.equal(items.length, 1)
  assert.equal(items[0].details.invitation, 'GHOST_PLAYER')
  assert.ok(!JSON.stringify(items).includes(secret))
})

test('the export has the invitations that somebody made and accepted', async () => {
  const guest = await world.newcomer()
  const { secret, id } = await world.invitation()
  await accept(guest, secret)
  const own = (await guest.get('/users/me/export')).body
  assert.deepEqual(
    own.acceptedInvitations.map(({ invitationId }: { invitationId: string }) => invitationId),
    [id],
  )
  const inviters = (await alice.get('/users/me/export')).body
  assert.ok(inviters.invitations.some((one: { id: string }) => one.id === id))
})
