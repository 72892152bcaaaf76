/** A match without a community belongs to no community: members of other communities see no more of it than strangers. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import type { Person, Reply } from '../support.ts'

const { world } = await testWorld()
let match: string
let edit: string

before(async () => {
  const { alice } = world
  const { id: game } = await world.game()
  const { id: ghost } = await world.ghostPlayer('Nobody in particular')
  match = (await made(alice.post('/matches', newMatch(game, ghost)))).id
  const final = await made(alice.post(`/matches/${match}/finalize`, undefined, { 'if-match': '*' }))
  edit = (await made(alice.post(`/matches/${match}/edits`, newEdit(final.participants[0].id)))).id
})

const made = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

async function seesNothing(of: Person): Promise<void> {
  for (const path of ['', '/edits', '/edits/count', `/edits/${edit}`])
    assert.equal((await of.get(`/matches/${match}${path}`)).status, 403, `/matches/{match}${path}`)
  assert.equal((await of.get(`/matches/count?filter=id==${match}`)).body.count, 0)
  const proposed = await of.post(`/matches/${match}/edits`, { expansionChange: { expansionIds: [] } })
  assert.equal(proposed.status, 403)
}

test('to the owner of a community of their own', async () => {
  const hugo = await world.newcomer()
  await seesNothing(hugo)
  const community = await made(hugo.post('/communities', { displayName: 'Hugo alone', joinPolicy: 'OPEN' }))
  await seesNothing(hugo)
  await made(hugo.delete(`/communities/${community.id}`, '*'))
  await seesNothing(hugo)
})

test('to a member of a community that its recorder belongs to as well', async () => {
  const member = await world.newcomer()
  const { id } = await world.community('OPEN')
  await made(member.post(`/communities/${id}/memberships`))
  await seesNothing(member)
})

test('to whoever may list it, but for details', async () => {
  const { alice } = world
  const viewer = await world.newcomer()
  const settings = (await alice.get('/privacy-settings')).body.items
  const { id } = settings.find(({ dataType }: { dataType: string }) => dataType === 'MATCH_HISTORY')
  await made(alice.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*'))
  await made(viewer.post('/communities', { displayName: 'Of the viewer', joinPolicy: 'OPEN' }))
  assert.equal((await viewer.get(`/matches/count?filter=id==${match}`)).body.count, 1)
  assert.equal((await viewer.get(`/matches/${match}`)).status, 403)
  assert.equal((await viewer.get(`/matches/${match}/edits`)).status, 403)
})
