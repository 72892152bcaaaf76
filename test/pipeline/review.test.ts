/** What a reviewer may do in each state: each row in the table of transitions, and each refusal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { type Reply, violations } from '../support.ts'
import { type Bench, COMPLETE, act, made, newId, testPipeline } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

type Stage = 'PENDING_RULES' | 'RULES_COLLECTED' | 'INTERPRETED' | 'FAILED'
const STAGES: Stage[] = ['PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED']

/** Makes a candidate and writes this stage into its row, as if the steps had run. */
async function inStage(stage: Stage, body: object = COMPLETE): Promise<Reply> {
  const { body: candidate } = await made(bench, body as Record<string, unknown>)
  await bench.service.db.many(sql`
    update candidates set stage = ${stage}, failure_reason = ${stage === 'FAILED' ? 'No rulebook.' : null}
    where id = ${candidate.id}`)
  return bench.candidate(candidate.id)
}

const approved = async (body: object = COMPLETE) => {
  const { body: candidate } = await inStage('INTERPRETED', body)
  const reply = await act(bench, candidate.id, 'approve')
  assert.equal(reply.status, 200, reply.text)
  return reply
}
const published = async () => {
  const { body } = await approved()
  await bench.all('PUBLISH')
  const reply = await bench.candidate(body.id)
  assert.equal(reply.body.status, 'PUBLISHED')
  return reply
}
const rejected = async () => act(bench, (await inStage('INTERPRETED')).body.id, 'reject')
const patch = (id: string, body: object) => bench.editor.patch(`/candidates/${id}`, body, '*')
const sourceAt = (id: string) =>
  bench.editor.post(`/candidates/${id}/rule-sources`, { url: `https://rules.example.org/${newId()}` })
const giveText = (id: string) =>
  bench.service.db.many(sql`
    with source as (
      insert into rule_sources (candidate_id, url, origin) values (${id}, ${`https://a.example/${newId()}`}, 'SEARCH')
      returning id)
    insert into rule_texts (source_id, candidate_id, text) select id, ${id}, 'The text.' from source`)

test('POST /candidates makes a candidate that waits for rules; its catalogId is taken once', async () => {
  const catalogId = newId()
  const { body } = await made(bench, { catalogId })
  assert.deepEqual([body.stage, body.status, body.reliability], ['PENDING_RULES', 'PENDING', 'UNVERIFIED'])
  const again = await bench.editor.post('/candidates', { catalogId, displayName: 'Other' })
  assert.equal(again.status, 409)
})

test('an id of the catalogue is an int64, to its last digit', async () => {
  const send = (catalogId: string) =>
    bench.editor.post('/candidates', `{"catalogId": ${catalogId}, "displayName": "A"}`)
  const largest = await send('9223372036854775807')
  assert.equal(largest.status, 201)
  assert.match(largest.text, /"catalogId" ?: ?9223372036854775807/)
  for (const [catalogId, code] of [
    ['9223372036854775808', 'OUT_OF_RANGE'],
    ['0', 'OUT_OF_RANGE'],
    ['-1', 'OUT_OF_RANGE'],
    ['1.5', 'INVALID_TYPE'],
    ['"1"', 'INVALID_TYPE'],
    ['null', 'INVALID_TYPE'],
  ]) {
    const reply = await send(catalogId ?? '')
    assert.deepEqual([reply.status, violations(reply)], [400, [`catalogId ${code}`]], catalogId)
  }
})

test('what does not go together is refused where it is set', async () => {
  const refused = await bench.editor.post('/candidates', {
    catalogId: newId(),
    displayName: 'A',
    minPlayers: 4,
    maxPlayers: 2,
    scoreType: 'WIN_LOSS',
    winCondition: 'HIGHER_WINS',
    baseGameCatalogId: 1,
  })
  assert.deepEqual(violations(refused), [
    'maxPlayers OUT_OF_RANGE',
    'winCondition INVALID_VALUE',
    'baseGameCatalogId INVALID_VALUE',
  ])
})

test('a violation names what was sent, with the value that was sent', async () => {
  const made = await bench.editor.post('/candidates', { catalogId: newId(), displayName: 'A', maxPlayers: 4 })
  const refused = await patch(made.body.id, { minPlayers: 9 })
  const [{ field, code, rejectedValue }] = refused.body.errors
  assert.deepEqual([field, code, rejectedValue], ['minPlayers', 'OUT_OF_RANGE', 9])
  assert.equal((await patch(made.body.id, { minPlayers: 2, tags: ['a'.repeat(100)] })).status, 200)
  assert.deepEqual(violations(await patch(made.body.id, { tags: ['a'.repeat(101), ''] })), [
    'tags[0] VALUE_TOO_LONG',
    'tags[1] VALUE_TOO_SHORT',
  ])
})

for (const stage of STAGES) {
  test(`${stage} / PENDING: PATCH leaves the stage, and changes the ETag`, async () => {
    const before = await inStage(stage)
    const after = await patch(before.body.id, { playingTime: 45, description: null })
    assert.equal(after.status, 200)
    assert.notEqual(after.etag, before.etag)
    assert.deepEqual(
      [after.body.stage, after.body.status, after.body.playingTime, after.body.description],
      [stage, 'PENDING', 45, undefined],
    )
  })

  test(`${stage} / PENDING: approve leads to INTERPRETED / APPROVED`, async () => {
    const { body } = await inStage(stage)
    const reply = await act(bench, body.id, 'approve', { tags: ['new'] })
    assert.deepEqual([reply.body.stage, reply.body.status], ['INTERPRETED', 'APPROVED'])
    assert.deepEqual([reply.body.tags, reply.body.failureReason], [['new'], undefined])
  })

  test(`${stage} / PENDING: approve without the values is refused, a field each`, async () => {
    const before = await inStage(stage, {})
    const reply = await act(bench, before.body.id, 'approve')
    assert.equal(reply.status, 400)
    assert.deepEqual(
      violations(reply),
      ['description', 'minPlayers', 'maxPlayers', 'scoreType', 'winCondition'].map(
        (field) => `${field} REQUIRED`,
      ),
    )
    assert.equal((await bench.candidate(before.body.id)).etag, before.etag)
    const winLoss = await act(bench, before.body.id, 'approve', {
      description: '',
      minPlayers: 1,
      maxPlayers: 1,
      scoreType: 'WIN_LOSS',
    })
    assert.equal(winLoss.body.status, 'APPROVED')
  })

  test(`${stage} / PENDING: reject is final`, async () => {
    const before = await inStage(stage)
    const { body } = before
    const reply = await act(bench, body.id, 'reject')
    assert.deepEqual([reply.status, reply.body.status, reply.body.stage], [200, 'REJECTED', stage])
    assert.notEqual(reply.etag, before.etag)
    assert.equal((await act(bench, body.id, 'reject')).status, 409)
    assert.equal((await act(bench, body.id, 'approve')).status, 409)
    assert.equal((await act(bench, body.id, 'retry')).status, 409)
    assert.equal((await patch(body.id, { minAge: 3 })).status, 409)
    assert.equal((await sourceAt(body.id)).status, 409)
    await bench.all('PUBLISH')
    assert.deepEqual((await bench.candidate(body.id)).text, reply.text)
  })

  if (stage === 'FAILED') {
    test('FAILED / PENDING: retry leads to where there is something to go on with', async () => {
      const cases: [step: string | undefined, hasText: boolean, stage: Stage][] = [
        [undefined, true, 'RULES_COLLECTED'],
        [undefined, false, 'PENDING_RULES'],
        ['INTERPRET_RULES', true, 'RULES_COLLECTED'],
        ['INTERPRET_RULES', false, 'PENDING_RULES'],
        ['COLLECT_RULES', true, 'PENDING_RULES'],
      ]
      for (const [step, hasText, expected] of cases) {
        const before = await inStage('FAILED')
        if (hasText) await giveText(before.body.id)
        const reply = await act(bench, before.body.id, 'retry', step === undefined ? undefined : { step })
        assert.deepEqual(
          [reply.status, reply.body.stage, reply.body.failureReason],
          [200, expected, undefined],
        )
        assert.notEqual(reply.etag, before.etag)
      }
      const { body } = await inStage('FAILED')
      assert.equal((await act(bench, body.id, 'retry', { step: 'PUBLISH' })).status, 409)
    })
  } else {
    test(`${stage} / PENDING: there is nothing to retry`, async () => {
      const { body } = await inStage(stage)
      for (const step of [undefined, 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'])
        assert.equal((await act(bench, body.id, 'retry', step ? { step } : undefined)).status, 409)
    })
  }

  test(`${stage} / PENDING: a rule source leads to PENDING_RULES`, async () => {
    const before = await inStage(stage)
    const reply = await sourceAt(before.body.id)
    assert.equal(reply.status, 201)
    const after = await bench.candidate(before.body.id)
    assert.equal(after.body.stage, 'PENDING_RULES')
    assert.notEqual(after.etag, before.etag)
    assert.equal(after.body.failureReason, undefined)
  })
}

test('a rule source is an https URL, and a candidate has it once; deleting it deletes its text', async () => {
  const { body } = await inStage('PENDING_RULES')
  const post = (url: string) => bench.editor.post(`/candidates/${body.id}/rule-sources`, { url })
  const longest = `https://rules.example.org/${'a'.repeat(2000 - 26)}`
  for (const url of ['http://a.example/', 'a', 'https://', 'https://me:secret@a.example/', `${longest}a`])
    assert.equal((await post(url)).status, 400, url)
  const made = await post(longest)
  assert.equal(made.status, 201)
  assert.equal((await post(longest)).status, 409)
  assert.equal(
    (await bench.editor.get(`/candidates/${body.id}/rule-sources/${made.body.id}`)).text,
    made.text,
  )
  await bench.service.db.many(sql`
    insert into rule_texts (source_id, candidate_id, text) values (${made.body.id}, ${body.id}, 'The secret text.')`)
  const shown = await bench.editor.get(`/candidates/${body.id}/rule-sources`)
  assert.doesNotMatch(shown.text, /secret text/)
  assert.equal((await bench.editor.delete(`/candidates/${body.id}/rule-sources/${made.body.id}`)).status, 204)
  assert.equal((await bench.editor.get(`/candidates/${body.id}/rule-sources/count`)).body.count, 0)
  const decided = await approved()
  await giveText(decided.body.id)
  const [source] = (await bench.editor.get(`/candidates/${decided.body.id}/rule-sources`)).body.items
  const late = await bench.editor.delete(`/candidates/${decided.body.id}/rule-sources/${source.id}`)
  assert.equal(late.status, 409)
})

test('a rule source of a private address is refused at once, unless an instance may fetch from its port', async () => {
  const { body } = await inStage('INTERPRETED')
  const post = (url: string) => bench.editor.post(`/candidates/${body.id}/rule-sources`, { url })
  const hosts = [
    '127.0.0.1',
    '127.0.0.1:8443',
    '2130706433',
    '0x7f.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    'localhost',
    'LOCALHOST.',
    'rules.localhost',
    'nas.local',
    'wiki.internal',
    'printer.home.arpa',
    'router.lan',
    'intranet',
  ]
  for (const host of hosts) {
    const reply = await post(`https://${host}/rules.pdf`)
    assert.deepEqual([reply.status, violations(reply)], [400, ['url INVALID_VALUE']], host)
    assert.match(
      reply.body.errors[0].message,
      /^url must be a public address: rulebooks are not fetched from /,
    )
  }
  assert.equal((await bench.candidate(body.id)).body.stage, 'INTERPRETED')
  await bench.attend([8443])
  for (const host of ['127.0.0.1:8443', 'localhost:8443', '[::1]:8443', 'local.example.org', '8.8.8.8'])
    assert.equal((await post(`https://${host}/rules.pdf`)).status, 201, host)
  for (const host of ['127.0.0.1:8444', '10.1.2.3:8443', 'nas.local:8443'])
    assert.equal((await post(`https://${host}/rules.pdf`)).status, 400, host)
})

test('APPROVED and PUBLISHED take neither PATCH nor reject, and there is nothing to retry', async () => {
  const done = await published()
  for (const candidate of [await approved(), done]) {
    const { id } = candidate.body
    assert.equal((await patch(id, { minAge: 3 })).status, 409)
    assert.equal((await act(bench, id, 'reject')).status, 409)
    assert.equal((await sourceAt(id)).status, 409)
    for (const step of [undefined, 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'])
      assert.equal((await act(bench, id, 'retry', step ? { step } : undefined)).status, 409)
    const now = await bench.candidate(id)
    assert.deepEqual([now.text, now.etag], [candidate.text, candidate.etag])
  }
  assert.equal((await rejected()).body.status, 'REJECTED')
})

test('PUBLISHED: approve with nothing new changes nothing, with new values it is APPROVED again', async () => {
  const before = await published()
  const { id, gameId } = before.body
  for (const body of [undefined, {}, { maxPlayers: 4, tags: [] }]) {
    const same = await act(bench, id, 'approve', body)
    assert.deepEqual([same.status, same.text, same.etag], [200, before.text, before.etag])
  }
  const again = await act(bench, id, 'approve', { maxPlayers: 5 })
  assert.deepEqual([again.body.status, again.body.gameId, again.body.maxPlayers], ['APPROVED', gameId, 5])
  const more = await act(bench, id, 'approve', { maxPlayers: 6, imageUrl: 'https://a.example/b.jpg' })
  assert.deepEqual([more.body.status, more.body.gameId, more.body.maxPlayers], ['APPROVED', gameId, 6])
  const other = await act(bench, id, 'approve', { isExpansion: true })
  assert.equal(other.status, 409, 'a game stays a game')
  await bench.all('PUBLISH')
  const game = (await bench.editor.get(`/games/${gameId}`)).body
  assert.deepEqual([game.maxPlayers, game.imageUrl], [6, 'https://a.example/b.jpg'])
})

test('approve checks the version first, and the values before the base game', async () => {
  const { body, etag } = await inStage('INTERPRETED', { isExpansion: true })
  const stale = await bench.editor.post(`/candidates/${body.id}/approve`, {}, { 'if-match': '"0"' })
  assert.equal(stale.status, 412)
  const bad = await bench.editor.post(
    `/candidates/${body.id}/approve`,
    { minPlayers: 0 },
    { 'if-match': etag },
  )
  assert.deepEqual(violations(bad), ['minPlayers OUT_OF_RANGE'])
})

test('an expansion whose base game is unknown or rejected needs the gameId of its game', async () => {
  const base = await rejected()
  for (const more of [{}, { baseGameCatalogId: newId() }, { baseGameCatalogId: base.body.catalogId }]) {
    const { body } = await inStage('INTERPRETED', { isExpansion: true, ...more })
    const refused = await act(bench, body.id, 'approve')
    assert.equal(refused.status, 409, refused.text)
    const game = (await published()).body.gameId
    const unknown = await act(bench, body.id, 'approve', { gameId: body.id })
    assert.deepEqual(violations(unknown), ['gameId INVALID_REFERENCE'])
    const reply = await act(bench, body.id, 'approve', { gameId: game })
    assert.deepEqual([reply.body.status, reply.body.gameId], ['APPROVED', game])
    await bench.all('PUBLISH')
    const { status, expansionId } = (await bench.candidate(body.id)).body
    assert.equal(status, 'PUBLISHED')
    assert.equal((await bench.editor.get(`/games/${game}/expansions/${expansionId}`)).status, 200)
    const moved = (await published()).body.gameId
    assert.equal((await act(bench, body.id, 'approve', { gameId: moved })).status, 409, 'it stays there')
  }
  const { body } = await inStage('INTERPRETED')
  const game = await act(bench, body.id, 'approve', { gameId: (await published()).body.gameId })
  assert.deepEqual(violations(game), ['gameId INVALID_VALUE'])
})

for (const status of ['PENDING', 'APPROVED'] as const) {
  test(`an expansion whose base game is ${status} is approved, and waits without a failure`, async () => {
    const base = status === 'PENDING' ? await inStage('INTERPRETED') : await approved()
    const expansion = { isExpansion: true, baseGameCatalogId: base.body.catalogId }
    const { body } = await approved(expansion)
    assert.deepEqual([body.status, body.gameId, body.failureReason], ['APPROVED', undefined, undefined])
    if (status === 'PENDING') {
      assert.equal(await bench.turn('PUBLISH'), false)
      await act(bench, base.body.id, 'approve')
    }
    await bench.all('PUBLISH')
    const [game, published] = [await bench.candidate(base.body.id), await bench.candidate(body.id)]
    assert.deepEqual([game.body.status, published.body.status], ['PUBLISHED', 'PUBLISHED'])
    assert.equal(published.body.gameId, game.body.gameId)
    const { expansions } = (await bench.editor.get(`/games/${game.body.gameId}`)).body
    assert.deepEqual(
      expansions.map(({ id }: { id: string }) => id),
      [published.body.expansionId],
    )
    // If the expansion comes after its base game, it finds that game in the engine.
    const late = await approved(expansion)
    assert.equal(late.body.gameId, game.body.gameId)
  })
}

test('an expansion of an expansion waits for it, and comes under the same game', async () => {
  const base = await inStage('INTERPRETED')
  const first = await inStage('INTERPRETED', { isExpansion: true, baseGameCatalogId: base.body.catalogId })
  const second = await approved({ isExpansion: true, baseGameCatalogId: first.body.catalogId })
  for (const { body } of [first, base]) assert.equal((await act(bench, body.id, 'approve')).status, 200)
  await bench.all('PUBLISH')
  const { gameId } = (await bench.candidate(base.body.id)).body
  for (const { body } of [first, second]) {
    const published = (await bench.candidate(body.id)).body
    assert.deepEqual([published.status, published.gameId], ['PUBLISHED', gameId])
  }
})

test('an expansion that names itself as its base has none', async () => {
  const catalogId = newId()
  const { body } = await made(bench, { catalogId, isExpansion: true, baseGameCatalogId: catalogId })
  assert.equal((await act(bench, body.id, 'approve')).status, 409)
})

test('approved again with new values, an expansion keeps the game that it was given', async () => {
  const game = (await published()).body.gameId
  const base = await inStage('INTERPRETED')
  for (const baseGameCatalogId of [newId(), base.body.catalogId]) {
    const { body } = await inStage('INTERPRETED', { isExpansion: true, baseGameCatalogId })
    assert.equal((await act(bench, body.id, 'approve', { gameId: game })).status, 200)
    const again = await act(bench, body.id, 'approve', { displayName: 'Rising Tides' })
    assert.deepEqual([again.status, again.body.gameId], [200, game], again.text)
    await bench.all('PUBLISH')
    const { status, gameId } = (await bench.candidate(body.id)).body
    assert.deepEqual([status, gameId], ['PUBLISHED', game])
  }
  const { body } = await inStage('INTERPRETED', { isExpansion: true })
  await act(bench, body.id, 'approve', { gameId: game })
  const { baseGameCatalogId } = (
    await inStage('INTERPRETED', { isExpansion: true, baseGameCatalogId: newId() })
  ).body
  assert.equal(
    (await act(bench, body.id, 'approve', { baseGameCatalogId })).status,
    409,
    'another base, unknown',
  )
})

test('a base game that is rejected leaves a reason at the expansions that wait for it', async () => {
  await bench.all('PUBLISH')
  const base = await inStage('INTERPRETED')
  const { body, etag } = await approved({ isExpansion: true, baseGameCatalogId: base.body.catalogId })
  await act(bench, base.body.id, 'reject')
  const stranded = await bench.candidate(body.id)
  assert.equal(stranded.body.status, 'APPROVED')
  assert.match(stranded.body.failureReason, /base game/)
  assert.notEqual(stranded.etag, etag)
  assert.equal(await bench.turn('PUBLISH'), false)
  assert.equal((await act(bench, body.id, 'retry')).status, 409, 'it would wait for nothing')
  assert.equal((await act(bench, body.id, 'approve')).status, 409)
  const game = (await published()).body.gameId
  const saved = await act(bench, body.id, 'approve', { gameId: game })
  assert.deepEqual([saved.status, saved.body.failureReason, saved.body.gameId], [200, undefined, game])
  await bench.all('PUBLISH')
  assert.equal((await bench.candidate(body.id)).body.status, 'PUBLISHED')
})

test('a base game and its expansion decided at the same time end as one of the two', async () => {
  for (let n = 0; n < 10; n++) {
    const base = await inStage('INTERPRETED')
    const { body } = await inStage('INTERPRETED', {
      isExpansion: true,
      baseGameCatalogId: base.body.catalogId,
    })
    const [rejection, approval] = await Promise.all([
      act(bench, base.body.id, 'reject'),
      act(bench, body.id, 'approve'),
    ])
    assert.equal(rejection.status, 200)
    const { status, failureReason } = (await bench.candidate(body.id)).body
    if (approval.status === 409) assert.equal(status, 'PENDING')
    else assert.ok(status === 'APPROVED' && failureReason !== undefined)
  }
})
