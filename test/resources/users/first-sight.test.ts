/** A person's first request makes their user with everything that belongs to it, once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { type Service, testService } from '../../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

test('ten first requests at once make one user with all that a user has', async () => {
  for (let round = 0; round < 20; round++) {
    const name = `newcomer-${round}`
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, n) => service.as(name, { jti: String(n) })),
    )
    const replies = await Promise.all(tokens.map((person) => person.get('/users/me')))
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    const { id } = replies[0]?.body ?? {}
    const counts = await service.db.one(sql`
      select
        (select count(*)::int from users where display_name = ${name}) as users,
        (select count(*)::int from canonical_players where user_id = ${id}) as players,
        (select count(*)::int from ghost_players where owner_id = ${id} and is_self) as selves,
        (select count(*)::int from claim_edges e join ghost_players g on g.id = e.ghost_player_id
          where g.owner_id = ${id} and e.revoked_at is null) as edges,
        (select count(*)::int from privacy_settings where user_id = ${id} and level = 'PRIVATE') as settings`)
    assert.deepEqual(counts, { users: 1, players: 1, selves: 1, edges: 1, settings: 3 })
  }
})

test('the name comes from the token, else it is a neutral one', async () => {
  const named = await service.as('s1', { name: '  Ann  ' })
  assert.equal((await named.get('/users/me')).body.displayName, 'Ann')
  const preferred = await service.as('s2', { name: undefined, preferred_username: 'ann' })
  assert.equal((await preferred.get('/users/me')).body.displayName, 'ann')
  const neither = await service.as('s3', { name: ' ' })
  assert.equal((await neither.get('/users/me')).body.displayName, 'Player')
})

test('a new name goes to the self ghost player, until that has one of its own', async () => {
  const ann = await service.as('ann')
  const me = await ann.get('/users/me')
  const renamed = await ann.patch('/users/me', { displayName: ' Anna ' }, me.etag)
  assert.deepEqual(
    [
      renamed.body.displayName,
      renamed.body.selfGhostPlayer.displayName,
      renamed.body.canonicalPlayer.displayName,
    ],
    ['Anna', 'Anna', 'Anna'],
  )
  const self = await ann.get(`/ghost-players/${me.body.selfGhostPlayer.id}`)
  assert.equal(self.body.isSelf, true)
  await ann.patch(`/ghost-players/${self.body.id}`, { displayName: 'Annie' }, self.etag)
  const again = await ann.patch('/users/me', { displayName: 'Ann' }, renamed.etag)
  assert.equal(again.body.selfGhostPlayer.displayName, 'Annie')
  assert.equal((await ann.patch('/users/me', { displayName: 'x'.repeat(101) }, again.etag)).status, 400)
})
