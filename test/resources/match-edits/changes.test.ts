/** The four kinds of change in an edit: what is stored, shown, written to the match, and refused. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { type Made, testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import { type Reply, violations } from '../../support.ts'

const { service, world } = await testWorld()
let gameId: string
let expansion: Made
let playset: Made
/** A final match with two participants, a loadout, a playset and an expansion. */
let match: Reply
let first: string
let second: string

before(async () => {
  gameId = (await world.game()).id
  ;[expansion, playset] = [await world.expansion(gameId), await world.playset(gameId)]
})

async function prepare() {
  const { alice } = world
  const [bob, carol] = [await world.ghostPlayer('Bob'), await world.ghostPlayer('Carol')]
  const body = newMatch(gameId, bob.id, carol.id)
  const [one, other] = body.participants
  const draft = await alice.post('/matches', {
    ...body,
    participants: [{ ...one, outcome: 'WIN', loadoutAttributes: { faction: 'Gulls' } }, other],
    playsetId: playset.id,
    expansions: [expansion.id],
  })
  match = await alice.post(`/matches/${draft.body.id}/finalize`, undefined, { 'if-match': draft.etag })
  ;[first, second] = match.body.participants.map(({ id }: { id: string }) => id)
}

const propose = (edit: object) => world.alice.post(`/matches/${match.body.id}/edits`, edit)

/** Proposes and approves the edit, and returns the match. */
async function approved(edit: object): Promise<Reply> {
  const proposed = await propose(edit)
  assert.equal(proposed.status, 201, proposed.text)
  const path = `/matches/${match.body.id}/edits/${proposed.body.id}`
  const decided = await world.alice.patch(path, { status: 'APPROVED' }, proposed.etag)
  assert.equal(decided.status, 200, decided.text)
  return world.alice.get(`/matches/${match.body.id}`)
}

test('what is flagged as set is written: a value replaces, null clears, what is absent stays', async () => {
  await prepare()
  const changes = [
    { matchParticipantId: first, score: 11.25, rank: null },
    { matchParticipantId: second, outcome: 'LOSS' },
  ]
  const edit = await propose({ participantChanges: changes })
  assert.deepEqual(edit.body.participantChanges, [
    { matchParticipantId: first, score: 11.25, scoreSet: true, rankSet: true, outcomeSet: false },
    { matchParticipantId: second, outcome: 'LOSS', scoreSet: false, rankSet: false, outcomeSet: true },
  ])
  assert.deepEqual(edit.body.loadoutChanges, [])
  assert.ok(!('playsetChange' in edit.body) && !('expansionChange' in edit.body))
  const { body } = await approved({ participantChanges: changes })
  const [one, other] = body.participants
  assert.deepEqual(
    [one.score, one.rank, one.outcome, one.loadout.attributes.faction],
    [11.25, undefined, 'WIN', 'Gulls'],
  )
  assert.deepEqual([other.score, other.rank, other.outcome], [9, 2, 'LOSS'])
  assert.deepEqual([body.playset.id, body.expansions.length], [playset.id, 1])
  assert.deepEqual([one.id, one.createdAt], [first, match.body.participants[0].createdAt])
})

test('an approved edit says what it replaced, of the fields that it changes', async () => {
  await prepare()
  const other = await world.playset(gameId)
  const proposed = await propose({
    participantChanges: [
      { matchParticipantId: second, score: 1, outcome: 'LOSS' },
      { matchParticipantId: first, outcome: null },
    ],
    loadoutChanges: [{ matchParticipantId: first, attributes: { faction: 'Crabs' } }],
    playsetChange: { playsetId: other.id },
    expansionChange: { expansionIds: [] },
  })
  assert.ok(!('replaced' in proposed.body), proposed.text)
  const path = `/matches/${match.body.id}/edits/${proposed.body.id}`
  const { body } = await world.alice.patch(path, { status: 'APPROVED' }, proposed.etag)
  assert.deepEqual(body.replaced, {
    participants: [
      { matchParticipantId: first, outcome: 'WIN', attributes: { faction: 'Gulls' } },
      { matchParticipantId: second, score: 9 },
    ],
    playset: match.body.playset,
    expansions: match.body.expansions,
  })
  // A later change of the same fields leaves it as it was.
  await approved({ participantChanges: [{ matchParticipantId: second, score: 2 }], playsetChange: {} })
  const { body: again } = await world.alice.get(`/matches/${match.body.id}/edits`)
  assert.deepEqual(again.items.find(({ id }: { id: string }) => id === body.id).replaced, body.replaced)
})

test('an edit of a trusted editor says what it replaced, and a rejected one replaced nothing', async () => {
  await prepare()
  const { alice } = world
  const editor = await world.newcomer()
  await alice.post('/trusted-editors', { userId: (await editor.get('/users/me')).body.id })
  const change = { participantChanges: [{ matchParticipantId: second, score: 3 }] }
  const direct = await editor.post(`/matches/${match.body.id}/edits`, change)
  assert.deepEqual(direct.body.replaced, { participants: [{ matchParticipantId: second, score: 9 }] })
  const { body, etag } = await propose(change)
  const path = `/matches/${match.body.id}/edits/${body.id}`
  const rejected = await alice.patch(path, { status: 'REJECTED' }, etag)
  assert.ok(!('replaced' in rejected.body), rejected.text)
})

test('attributes replace a loadout, and make one where there is none, to the letter', async () => {
  await prepare()
  const attributes = { second: 2.5, first: [null, { deep: 'x' }], ключ: '1e2' }
  const edit = await propose({ loadoutChanges: [{ matchParticipantId: second, attributes }] })
  assert.deepEqual(edit.body.loadoutChanges, [{ matchParticipantId: second, attributes }])
  const { body } = await approved({
    loadoutChanges: [
      { matchParticipantId: first, attributes: {} },
      { matchParticipantId: second, attributes },
    ],
  })
  const [one, other] = body.participants
  assert.deepEqual([one.loadout.attributes, other.loadout.attributes], [{}, attributes])
  assert.equal(one.loadout.id, match.body.participants[0].loadout.id)
  assert.equal(one.score, 10)
})

for (const playsetChange of [{}, { playsetId: null }]) {
  test(`${JSON.stringify(playsetChange)} removes the playset, and nothing else`, async () => {
    await prepare()
    assert.deepEqual((await propose({ playsetChange })).body.playsetChange, {})
    const { body } = await approved({ playsetChange })
    assert.deepEqual([body.playset, body.expansions.length], [undefined, 1])
  })
}

test('a playset and expansions replace those there are', async () => {
  await prepare()
  const [other, more] = [await world.playset(gameId), await world.expansion(gameId)]
  const change = {
    playsetChange: { playsetId: other.id },
    expansionChange: { expansionIds: [more.id, expansion.id] },
  }
  const edit = await propose(change)
  assert.deepEqual(edit.body.playsetChange, { playset: { id: other.id, displayName: 'Friday' } })
  assert.deepEqual(
    edit.body.expansionChange.expansions.map(({ id }: { id: string }) => id),
    [more.id, expansion.id],
  )
  const { body } = await approved(change)
  assert.equal(body.playset.id, other.id)
  assert.deepEqual(
    body.expansions.map(({ id }: { id: string }) => id),
    [more.id, expansion.id],
  )
  assert.deepEqual((await approved({ expansionChange: { expansionIds: [] } })).body.expansions, [])
})

test('a change approved later is written over what was approved before', async () => {
  await prepare()
  const { alice } = world
  const edits = []
  for (const score of [1, 2]) {
    edits.push(await propose({ participantChanges: [{ matchParticipantId: first, score }] }))
  }
  for (const edit of edits.toReversed())
    await alice.patch(`/matches/${match.body.id}/edits/${edit.body.id}`, { status: 'APPROVED' }, edit.etag)
  assert.equal((await alice.get(`/matches/${match.body.id}`)).body.participants[0].score, 1)
})

test('every score of an edit comes back as it was sent', async () => {
  await prepare()
  for (const score of ['99999999.99', '-99999999.99', '0.30', '1e2', '-0', '5e-1', '12345678.9']) {
    const text = `{"participantChanges": [{"matchParticipantId": "${first}", "score": ${score}}]}`
    const edit = await world.alice.post(`/matches/${match.body.id}/edits`, text)
    assert.equal(edit.body.participantChanges[0].score, Number(score) + 0, score)
  }
})

/** Edits that must be refused, with the violations in the answer. */
const refused: [name: string, edit: () => object, violations: string[]][] = [
  ['nothing', () => ({}), ['body TOO_FEW_ITEMS']],
  [
    'an unknown change',
    () => ({ playedAt: '2026-01-01T00:00:00Z' }),
    ['body TOO_FEW_ITEMS', 'playedAt UNKNOWN_PROPERTY'],
  ],
  ['null', () => ({ participantChanges: null }), ['participantChanges INVALID_TYPE']],
  ['no playset change', () => ({ playsetChange: null }), ['playsetChange INVALID_TYPE']],
  ['no list', () => ({ expansionChange: {} }), ['expansionChange.expansionIds REQUIRED']],
  [
    'no participant',
    () => ({ participantChanges: [{ score: 1 }], loadoutChanges: [{ matchParticipantId: first }] }),
    ['loadoutChanges[0].attributes REQUIRED', 'participantChanges[0].matchParticipantId REQUIRED'],
  ],
  [
    'a participant twice in a list',
    () => ({
      participantChanges: [
        { matchParticipantId: first, score: 1 },
        { matchParticipantId: first.toUpperCase(), rank: 0 },
      ],
      loadoutChanges: [
        { matchParticipantId: first, attributes: {} },
        { matchParticipantId: first, attributes: {} },
      ],
    }),
    [
      'loadoutChanges[1].matchParticipantId DUPLICATE_CHANGE',
      'participantChanges[1].matchParticipantId DUPLICATE_CHANGE',
      'participantChanges[1].rank OUT_OF_RANGE',
    ],
  ],
  [
    'values that no participant has',
    () => ({
      participantChanges: [
        { matchParticipantId: first, score: 1.005, rank: 1.5, outcome: 'DRAW' },
        { matchParticipantId: second, score: '1', rank: '1', outcome: true },
      ],
    }),
    [
      'participantChanges[0].outcome INVALID_VALUE',
      'participantChanges[0].rank INVALID_TYPE',
      'participantChanges[0].score INVALID_FORMAT',
      'participantChanges[1].outcome INVALID_VALUE',
      'participantChanges[1].rank INVALID_TYPE',
      'participantChanges[1].score INVALID_TYPE',
    ],
  ],
  [
    'an expansion twice',
    () => ({ expansionChange: { expansionIds: [expansion.id, expansion.id] } }),
    ['expansionChange.expansionIds[1] DUPLICATE_ITEM'],
  ],
  [
    'what is nowhere',
    () => ({
      participantChanges: [{ matchParticipantId: uuidv7(), score: 1 }],
      loadoutChanges: [{ matchParticipantId: uuidv7(), attributes: {} }],
      playsetChange: { playsetId: uuidv7() },
      expansionChange: { expansionIds: [uuidv7()] },
    }),
    [
      'expansionChange.expansionIds[0] INVALID_REFERENCE',
      'loadoutChanges[0].matchParticipantId INVALID_REFERENCE',
      'participantChanges[0].matchParticipantId INVALID_REFERENCE',
      'playsetChange.playsetId INVALID_REFERENCE',
    ],
  ],
]

for (const [name, edit, expected] of refused) {
  test(`an edit with ${name} is refused`, async () => {
    if (!match) await prepare()
    const reply = await propose(edit())
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(violations(reply).toSorted(), expected)
  })
}

test('what belongs to another match or game does not fit', async () => {
  await prepare()
  const other = await world.finalMatch()
  const game = await world.game()
  const [foreign, strange] = [await world.playset(game.id), await world.expansion(game.id)]
  const reply = await propose({
    participantChanges: [{ matchParticipantId: other.participantId, score: 1 }],
    playsetChange: { playsetId: foreign.id },
    expansionChange: { expansionIds: [expansion.id, strange.id] },
  })
  assert.deepEqual(violations(reply).toSorted(), [
    'expansionChange.expansionIds[1] INVALID_REFERENCE',
    'participantChanges[0].matchParticipantId INVALID_REFERENCE',
    'playsetChange.playsetId INVALID_REFERENCE',
  ])
})

test('a playset of somebody else cannot be brought in', async () => {
  await prepare()
  const carol = await service.as('carol')
  const hers = await carol.post('/playsets', { gameId, variants: [] })
  const reply = await propose({ playsetChange: { playsetId: hers.body.id } })
  assert.equal(reply.status, 403)
})
