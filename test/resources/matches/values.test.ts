/** The values in a participant's result and loadout come back as they were sent. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testWorld } from '../../world.ts'
import { newMatch } from './recipes.ts'
import { type Reply, violations } from '../../support.ts'

const { world } = await testWorld()
let gameId: string
let ghostPlayerId: string

before(async () => {
  gameId = (await world.game()).id
  ghostPlayerId = (await world.ghostPlayer()).id
})

/** Records a match with one participant. `members` is JSON that is added to the participant, `match` to the match. */
const record = (members: string, match = ''): Promise<Reply> =>
  world.alice.post(
    '/matches',
    `{"gameId": "${gameId}", "playedAt": "2026-01-15T19:30:00Z", "participants": [{"ghostPlayerId": "${ghostPlayerId}"${members && `, ${members}`}}]${match}}`,
  )

test('every score of two decimals from -9.99 to 9.99 comes back', async () => {
  const scores = Array.from({ length: 1999 }, (_, index) => Number(((index - 999) / 100).toFixed(2)))
  const seats: string[] = []
  while (seats.length < 250)
    seats.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => world.ghostPlayer()))).map(({ id }) => id),
    )
  for (let from = 0; from < scores.length; from += seats.length) {
    const batch = scores.slice(from, from + seats.length)
    const body = newMatch(gameId, ...seats.slice(0, batch.length))
    const match = await world.alice.post('/matches', {
      ...body,
      participants: body.participants.map((participant, index) => ({ ...participant, score: batch[index] })),
    })
    assert.equal(match.status, 201, match.text)
    const found = match.body.participants.map(({ score }: { score: number }) => score)
    assert.deepEqual(
      found,
      batch.map((score) => score + 0),
    )
  }
})

for (const [sent, kept] of [
  ['99999999.99', 99_999_999.99],
  ['-99999999.99', -99_999_999.99],
  ['1e2', 100],
  ['1.50', 1.5],
  ['-0', 0],
  ['0.30', 0.3],
  ['12345678.9', 12_345_678.9],
  ['5e-1', 0.5],
] as const) {
  test(`the score ${sent} is kept`, async () => {
    assert.equal((await record(`"score": ${sent}`)).body.participants[0].score, kept)
  })
}

for (const [member, violation] of [
  ['"score": 1.005', 'score INVALID_FORMAT'],
  ['"score": 0.30000000000000004', 'score INVALID_FORMAT'],
  ['"score": 1.0000000000000000000001', 'score INVALID_FORMAT'],
  ['"score": 100000000', 'score OUT_OF_RANGE'],
  ['"score": 99999999.991', 'score OUT_OF_RANGE'],
  ['"score": 1e400', 'score OUT_OF_RANGE'],
  ['"score": -1e400', 'score OUT_OF_RANGE'],
  ['"score": "10.5"', 'score INVALID_TYPE'],
  ['"score": true', 'score INVALID_TYPE'],
  ['"score": null', 'score INVALID_TYPE'],
  ['"rank": 0', 'rank OUT_OF_RANGE'],
  ['"rank": 1.5', 'rank INVALID_TYPE'],
  ['"rank": 2147483648', 'rank OUT_OF_RANGE'],
  ['"rank": "1"', 'rank INVALID_TYPE'],
  ['"outcome": "DRAW"', 'outcome INVALID_VALUE'],
  ['"outcome": "win"', 'outcome INVALID_VALUE'],
  ['"loadoutAttributes": []', 'loadoutAttributes INVALID_TYPE'],
  ['"loadoutAttributes": "x"', 'loadoutAttributes INVALID_TYPE'],
  ['"loadoutAttributes": null', 'loadoutAttributes INVALID_TYPE'],
  ['"team": 1', 'team UNKNOWN_PROPERTY'],
] as const) {
  test(`${member} is refused`, async () => {
    const reply = await record(member)
    assert.equal(reply.status, 400)
    assert.ok(violations(reply).includes(`participants[0].${violation}`), reply.text)
  })
}

test('a loadout comes back to the letter', async () => {
  const attributes =
    '{"z": 1.0, "a": [1e400, -0, 12345678901234567890], "__proto__": {"x": "\\u00e9"}, "": null, "constructor": 1}'
  const reply = await record(`"loadoutAttributes": ${attributes}`)
  assert.equal(reply.status, 201, reply.text)
  assert.ok(reply.text.includes(attributes), reply.text)
  const read = await world.alice.get(`/matches/${reply.body.id}`)
  assert.ok(read.text.includes(attributes))
})

for (const [sent, kept] of [
  ['2026-01-15T20:30:00.123456+01:00', '2026-01-15T19:30:00.123456Z'],
  ['2026-01-15t19:30:00.5z', '2026-01-15T19:30:00.5Z'],
  ['2024-02-29T23:59:59.9999999Z', '2024-02-29T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ['2026-01-15T19:30:00-00:00', '2026-01-15T19:30:00Z'],
] as const) {
  test(`${sent} is kept, and found by what it is read as`, async () => {
    const match = await world.alice.post('/matches', { ...newMatch(gameId, ghostPlayerId), playedAt: sent })
    assert.equal(match.body.playedAt, kept)
    const count = await world.alice.get(`/matches/count?filter=playedAt==${kept};id==${match.body.id}`)
    assert.deepEqual(count.body, { count: 1 })
    const created = await world.alice.get(
      `/matches/count?filter=createdAt==${match.body.createdAt};id==${match.body.id}`,
    )
    assert.deepEqual(created.body, { count: 1 })
  })
}

for (const [sent, code] of [
  ['2026-02-30T00:00:00Z', 'INVALID_FORMAT'],
  ['2025-02-29T00:00:00Z', 'INVALID_FORMAT'],
  ['2026-01-15T24:00:00Z', 'INVALID_FORMAT'],
  ['2026-12-31T23:59:60Z', 'INVALID_FORMAT'],
  ['2026-01-15T19:30:00', 'INVALID_FORMAT'],
  ['2026-01-15', 'INVALID_FORMAT'],
  ['2026-01-15 19:30:00Z', 'INVALID_FORMAT'],
  ['now', 'INVALID_FORMAT'],
  ['infinity', 'INVALID_FORMAT'],
  ['', 'INVALID_FORMAT'],
  ['0001-01-01T00:00:00+01:00', 'OUT_OF_RANGE'],
  ['9999-12-31T23:59:59-01:00', 'OUT_OF_RANGE'],
  ['0000-01-01T00:00:00Z', 'OUT_OF_RANGE'],
] as const) {
  test(`'${sent}' is no time to have played at`, async () => {
    const reply = await world.alice.post('/matches', { ...newMatch(gameId, ghostPlayerId), playedAt: sent })
    assert.deepEqual(violations(reply), [`playedAt ${code}`])
  })
}

test('the attributes of a loadout take 64 KiB as JSON text', async () => {
  const attributes = (bytes: number) => `{"a": "é${'x'.repeat(bytes - 11)}"}`
  const taken = await record(`"loadoutAttributes": ${attributes(65_536)}`)
  assert.equal(taken.status, 201, taken.text)
  const refused = await record(`"loadoutAttributes": ${attributes(65_537)}`)
  assert.deepEqual(violations(refused), ['participants[0].loadoutAttributes VALUE_TOO_LONG'])
  const { body, etag } = taken
  const final = await world.alice.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': etag })
  const edit = (bytes: number) =>
    world.alice.post(
      `/matches/${final.body.id}/edits`,
      `{"loadoutChanges": [{"matchParticipantId": "${body.participants[0].id}", "attributes": ${attributes(bytes)}}]}`,
    )
  assert.deepEqual(violations(await edit(65_537)), ['loadoutChanges[0].attributes VALUE_TOO_LONG'])
  assert.equal((await edit(65_536)).status, 201)
})

test('a time that was read is found by equality', async () => {
  const { alice } = world
  const draft = await record('')
  const changed = await alice.patch(
    `/matches/${draft.body.id}`,
    { playedAt: '2026-01-15T19:30:00.12345678+01:00' },
    draft.etag,
  )
  const { id, playedAt, createdAt, lastEditedAt } = changed.body
  assert.equal(playedAt, '2026-01-15T18:30:00.123456Z')
  const filter = `id==${id};playedAt==${playedAt};createdAt==${createdAt};lastEditedAt==${lastEditedAt}`
  assert.deepEqual((await alice.get(`/matches/count?${new URLSearchParams({ filter })}`)).body, { count: 1 })
})
