/** Trust: who can give it, who can end it, and who sees it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { showProfile } from '../privacy-settings/recipes.ts'
import { type Person, violations } from '../../support.ts'

const { service, world } = await testWorld()

const idOf = async (person: Person): Promise<string> => (await person.get('/users/me')).body.id
const grant = async (by: Person, to: Person) => by.post('/trusted-editors', { userId: await idOf(to) })

test('trust is granted once, and not to oneself or nobody', async () => {
  const { alice } = world
  const carol = await service.as('carol')
  await showProfile(carol)
  const granted = await grant(alice, carol)
  assert.equal(granted.status, 201)
  assert.deepEqual([granted.body.grantor.displayName, granted.body.editor.displayName], ['alice', 'carol'])
  assert.equal((await grant(alice, carol)).status, 409)
  assert.equal((await grant(alice, alice)).status, 409)
  const nobody = await alice.post('/trusted-editors', { userId: uuidv7() })
  assert.deepEqual(violations(nobody), ['userId INVALID_REFERENCE'])
  assert.equal((await grant(carol, alice)).status, 201, 'the other way round is another grant')
})

test('an editor sees the name of the grantor; the grantor sees no name just because they sent an id', async () => {
  const { alice } = world
  const dave = await service.as('dave')
  const count = async (by: Person, filter: string) =>
    (await by.get(`/trusted-editors/count?filter=${encodeURIComponent(filter)}`)).body.count
  const granted = await grant(alice, dave)
  assert.equal(granted.status, 201)
  const path = `/trusted-editors/${granted.body.id}`
  const named = async (by: Person) => (await by.get(path)).body.editor.displayName
  const told = async (name: string) => {
    assert.equal(await named(alice), name)
    const { items } = (await alice.get(`/trusted-editors?filter=id==${granted.body.id}`)).body
    assert.equal(items[0].editor.displayName, name)
    for (const [filter, of] of [
      ["editorName=='dave'", 'dave'],
      ["editorName=='D*'", 'dave'],
      ["editorName!='player'", 'dave'],
      ["editorName=='player'", 'Player'],
      ["editorName!='dave'", 'Player'],
      ["editorName=gt='da';editorName=lt='db'", 'dave'],
    ] as const) {
      const among = `id==${granted.body.id};${filter}`
      assert.equal(await count(alice, among), of === name ? 1 : 0, filter)
    }
  }
  assert.equal(granted.body.editor.displayName, 'Player')
  await told('Player')
  assert.deepEqual([(await dave.get(path)).body.grantor.displayName, await named(dave)], ['alice', 'dave'])
  assert.equal(await count(dave, "grantorName=='alice';editorName=='dave'"), 1)
  await showProfile(dave)
  await told('dave')
})

test('the grantor revokes it, the editor gives it back; it stays as history', async () => {
  const { alice } = world
  const [editor, stranger] = await Promise.all([service.as('editor of hers'), service.as('stranger')])
  for (const by of [alice, editor]) {
    const { body, etag } = await grant(alice, editor)
    const path = `/trusted-editors/${body.id}`
    assert.equal((await stranger.get(path)).status, 403)
    assert.equal((await stranger.delete(path, etag)).status, 403)
    assert.equal((await by.delete(path, etag)).status, 204)
    const after = await by.get(path)
    assert.ok(after.body.revokedAt)
    assert.equal((await by.delete(path, after.etag)).status, 409)
    for (const side of [alice, editor]) {
      const found = await side.get(`/trusted-editors?filter=id==${body.id};revokedAt=null=false`)
      assert.equal(found.body.items.length, 1)
    }
    const none = await stranger.get(
      `/trusted-editors/count?filter=id==${body.id},createdAt=gt=2000-01-01T00:00:00Z`,
    )
    assert.equal(none.body.count, 0)
  }
})

test('a trusted editor sees drafts, playsets and ghost players of the matches, and no others', async () => {
  const { alice, game, ghostPlayer, playset } = world
  const editor = await service.as('reader')
  const [{ id: gameId }, seated, unseated] = [await game(), await ghostPlayer('In'), await ghostPlayer('Out')]
  const [used, unused] = [await playset(gameId), await playset(gameId)]
  const draft = await alice.post('/matches', {
    gameId,
    playedAt: '2026-01-01T10:00:00Z',
    playsetId: used.id,
    participants: [{ ghostPlayerId: seated.id }],
  })
  const seen = [`/matches/${draft.body.id}`, `/ghost-players/${seated.id}`, `/playsets/${used.id}`]
  const hidden = [`/ghost-players/${unseated.id}`, `/playsets/${unused.id}`]
  const sees = async (path: string) => {
    const [, collection = '', id = ''] = path.split('/')
    const { status } = await editor.get(path)
    const { count } = (await editor.get(`/${collection}/count?filter=id==${id}`)).body
    const listed = (await editor.get(`/${collection}?filter=id==${id}`)).body.items.length
    assert.deepEqual([count, listed], status === 200 ? [1, 1] : [0, 0], path)
    return status
  }
  for (const path of [...seen, ...hidden]) assert.equal(await sees(path), 403, path)
  const { body, etag } = await grant(alice, editor)
  for (const path of seen) assert.equal(await sees(path), 200, path)
  for (const path of hidden) assert.equal(await sees(path), 403, path)
  assert.equal((await editor.patch(seen[0] ?? '', { editRequestsEnabled: false }, draft.etag)).status, 403)
  await alice.delete(`/trusted-editors/${body.id}`, etag)
  for (const path of [...seen, ...hidden]) assert.equal(await sees(path), 403, path)
})
