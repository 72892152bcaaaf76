/**
 * Every field of a match that not everybody may see: people with the right see it and can filter by it, and others cannot. The
 * table of rights names these fields, so a new field is tested too.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FIELDS } from '../../src/fields.ts'
import { type Right, type Rights, pathsRead, rightRead } from '../../src/resources/visibility/rights.ts'
import { COLLECTIONS, type Kind } from '../conventions/collections.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, present } from '../support.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()
const { alice, bob } = world
const stranger = await world.newcomer()
const member = await world.newcomer()
let matchId: string

/** The rights that each person has for the match. The stranger has only the right that MATCH_HISTORY gives. */
const VIEWERS: [name: string, person: Person, has: Right[]][] = [
  ['the recorder', alice, ['seen', 'details', 'dispute', 'recorder', 'disputer']],
  ['a claimed player', bob, ['seen', 'details', 'dispute', 'recorder', 'disputer']],
  ['a member of the community', member, ['seen', 'details', 'recorder']],
  ['a stranger', stranger, ['seen', 'recorder']],
]

const ok = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Makes a match with a value in every field. */
before(async () => {
  const { id: game } = await world.game()
  const [{ id: expansion }, playset, { id: community }, ghost] = await Promise.all([
    world.expansion(game),
    world.playset(game),
    world.community('OPEN'),
    world.ghostPlayer(),
  ])
  await ok(member.post(`/communities/${community}/memberships`))
  const claim = await ok(bob.post('/claim-requests', { ghostPlayerId: ghost.id }))
  await ok(alice.patch(`/claim-requests/${claim.id}`, { status: 'APPROVED' }, '*'))
  const draft = await ok(
    alice.post('/matches', {
      ...newMatch(game, ghost.id),
      communityId: community,
      playsetId: playset.id,
      expansions: [expansion],
    }),
  )
  matchId = draft.id
  const [seat] = draft.participants
  await ok(alice.post(`/matches/${matchId}/finalize`, undefined, { 'if-match': '*' }))
  const edit = await ok(alice.post(`/matches/${matchId}/edits`, { ...newEdit(seat.id), ...WRITTEN(seat.id) }))
  await ok(alice.patch(`/matches/${matchId}/edits/${edit.id}`, { status: 'APPROVED' }, '*'))
  await ok(
    bob.post(`/matches/${matchId}/participants/${seat.id}/dispute`, { reason: 'No.' }, { 'if-match': '*' }),
  )
  const [setting] = (await ok(alice.get('/privacy-settings?filter=dataType==MATCH_HISTORY'))).items
  await ok(alice.patch(`/privacy-settings/${setting.id}`, { level: 'PUBLIC', groupIds: [] }, '*'))
})

/** A change to every field that a participant can have. */
const WRITTEN = (matchParticipantId: string) => ({
  participantChanges: [{ matchParticipantId, score: 12, rank: 1, outcome: 'WIN' }],
  loadoutChanges: [{ matchParticipantId, attributes: { boat: 'red' } }],
})

interface Leaf {
  path: string[]
  right: Right
}

const leavesOf = (rights: Rights, path: string[] = []): Leaf[] =>
  typeof rights === 'string'
    ? [{ path, right: rights }]
    : Object.entries(rights).flatMap(([field, inner]) => leavesOf(inner, [...path, field]))

/** The values at a path. In a list, those in each item. */
const at = (value: unknown, [field, ...rest]: string[]): unknown[] => {
  if (value === undefined) return []
  if (Array.isArray(value))
    return value.flatMap((item) => at(item, field === undefined ? [] : [field, ...rest]))
  return field === undefined ? [value] : at((value as Record<string, unknown>)[field], rest)
}

const shownTo = async (person: Person) =>
  present((await ok(person.get(`/matches?filter=id==${matchId}`))).items[0] as Record<string, unknown>)

for (const [name, person, has] of VIEWERS) {
  test(`${name} is shown the fields that they have a right to, and no others`, async () => {
    const item = await shownTo(person)
    for (const { path, right } of leavesOf(FIELDS.Match.rights)) {
      const shown = at(item, path).length > 0
      const hint = `${path.join('.')}: ${right}. Let this test write it, if it is new.`
      assert.equal(shown, has.includes(right) || (right === 'disputer' && has.includes('dispute')), hint)
    }
    if (has.includes('details')) assert.deepEqual(await ok(person.get(`/matches/${matchId}`)), item)
    else assert.equal((await person.get(`/matches/${matchId}`)).status, 403)
  })

  test(`${name} finds by filters what they are shown, and nothing else`, async () => {
    const whole = await shownTo(alice)
    const count = async (filter: string): Promise<number> => {
      const query = new URLSearchParams({ filter: `id==${matchId};${filter}` })
      return (await ok(person.get(`/matches/count?${query}`))).count
    }
    for (const [field, kind] of Object.entries<Kind>(COLLECTIONS.listMatches.filters)) {
      const path =
        pathsRead(field).find((one) => at(whole, one).length > 0) ?? assert.fail(`${field} is written`)
      const [value] = at(whole, path)
      const right = present(rightRead(FIELDS.Match.rights, field))
      const found = has.includes(right) ? 1 : 0
      assert.equal(await count(`${field}=null=false`), found, field)
      assert.equal(
        await count(`${field}==${kind === 'text' ? `'${String(value)}'` : String(value)}`),
        found,
        field,
      )
      if (kind === 'text') assert.equal(await count(`${field}==*`), found, field)
      if (kind === 'time') assert.equal(await count(`${field}=gt=2000-01-01T00:00:00Z`), found, field)
    }
  })
}
