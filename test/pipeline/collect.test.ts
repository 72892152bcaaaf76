/** The steps COLLECT_RULES and INTERPRET_RULES: a candidate becomes ready for review, or fails with a reason. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Failed, NoEvidence, Stopped, Unusable } from '../../src/pipeline/outside/failures.ts'
import { forgetOldTexts } from '../../src/pipeline/worker.ts'
import { sql } from '../../src/db/sql.ts'
import {
  type Bench,
  RULES,
  act,
  interpretation,
  made,
  never,
  rulebook,
  testPipeline,
  thing,
  timePasses,
} from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())
beforeEach(async () => {
  await bench.service.db.many(sql`
    update candidates set status = 'REJECTED', lease_token = null, lease_until = null where status = 'PENDING'`)
  await bench.service.db.many(sql`update pipeline_steps set suspended_until = null, usage_day = '2000-01-01'`)
  bench.services.rulebooks = { find: async () => [{ url: RULES }], read: async (url) => rulebook(url) }
  bench.services.interpreter = async () => interpretation()
})

const sources = async (id: string) =>
  (await bench.editor.get(`/candidates/${id}/rule-sources?sort=createdAt`)).body.items
const addSource = (id: string, url = 'https://rules.example.org/mine.pdf') =>
  bench.editor.post(`/candidates/${id}/rule-sources`, { url })
const texts = async (id: string) =>
  (await bench.service.db.many(sql`select from rule_texts where candidate_id = ${id}`)).length
const collected = async () => {
  const { body } = await made(bench)
  await bench.turn('COLLECT_RULES')
  return body.id
}

test('COLLECT: a source with text leads to RULES_COLLECTED', async () => {
  const { body, etag } = await made(bench)
  bench.services.rulebooks.find = async (about) => {
    assert.deepEqual(about, { displayName: 'Harbour Lights' })
    return [{ url: 'https://rules.example.org/gone.pdf' }, { url: RULES, title: 'Rules' }]
  }
  bench.services.rulebooks.read = async (url) => {
    if (url !== RULES) throw new Unusable('rules.example.org answered 404.')
    return rulebook(url, 'The text\0.')
  }
  assert.equal(await bench.turn('COLLECT_RULES'), true)
  const now = await bench.candidate(body.id)
  assert.equal(now.body.stage, 'RULES_COLLECTED')
  assert.notEqual(now.etag, etag)
  const shown = (await sources(body.id)).map(
    ({ id, createdAt, fetchedAt, ...rest }: Record<string, unknown>) => {
      assert.ok(id && createdAt && fetchedAt)
      return rest
    },
  )
  assert.deepEqual(shown, [
    {
      url: 'https://rules.example.org/gone.pdf',
      origin: 'SEARCH',
      failureReason: 'rules.example.org answered 404.',
    },
    {
      url: RULES,
      title: 'The rules',
      contentType: 'application/pdf',
      language: 'en',
      origin: 'SEARCH',
      characters: 9,
    },
  ])
})

test('COLLECT: nothing usable leads to FAILED with the reasons', async () => {
  const { body } = await made(bench)
  bench.services.rulebooks.read = async () => {
    throw new Unusable('It has no text layer.')
  }
  await bench.turn('COLLECT_RULES')
  const { stage, status, failureReason } = (await bench.candidate(body.id)).body
  assert.deepEqual([stage, status], ['FAILED', 'PENDING'])
  assert.match(failureReason, /It has no text layer/)
  bench.services.rulebooks.find = async () => []
  const other = (await made(bench)).body.id
  await bench.turn('COLLECT_RULES')
  assert.match((await bench.candidate(other)).body.failureReason, /No rulebook was found/)
})

test("COLLECT: a reviewer's source comes first, and is enough", async () => {
  const { body } = await made(bench)
  const asked: string[] = []
  bench.services.rulebooks = {
    find: async () => [{ url: RULES }],
    async read(url) {
      asked.push(url)
      return rulebook(url)
    },
  }
  await addSource(body.id)
  await bench.turn('COLLECT_RULES')
  assert.deepEqual(asked, ['https://rules.example.org/mine.pdf'])
  assert.deepEqual(
    (await sources(body.id)).map(({ origin }: { origin: string }) => origin),
    ['MANUAL'],
  )
})

for (const step of ['COLLECT_RULES', 'INTERPRET_RULES'] as const) {
  const failWith = (failure: Error) => {
    const fail = async () => {
      throw failure
    }
    if (step === 'COLLECT_RULES') bench.services.rulebooks.read = fail
    else bench.services.interpreter = fail
  }
  const waiting = async () => (step === 'COLLECT_RULES' ? (await made(bench)).body.id : collected())

  test(`${step}: a transient error leaves the candidate as it is and waits; the fifth is FAILED`, async () => {
    const id = await waiting()
    const before = await bench.candidate(id)
    failWith(new Failed('The network is down.'))
    for (const least of [30, 120, 600, 600]) {
      assert.equal(await bench.turn(step), true)
      assert.equal(await bench.turn(step), false, 'it is not due')
      const { seconds } = await bench.service.db.one(
        sql<{ seconds: number }>`
          select extract(epoch from due_at - now())::float8 as seconds from candidates where id = ${id}`,
      )
      assert.ok(seconds > least - 2 && seconds < least * 1.2 + 2, `${seconds} for ${least}`)
      const after = await bench.candidate(id)
      assert.deepEqual([after.text, after.etag], [before.text, before.etag])
      await timePasses(bench)
    }
    await bench.turn(step)
    const failed = (await bench.candidate(id)).body
    assert.deepEqual([failed.stage, failed.failureReason], ['FAILED', 'The network is down.'])
  })

  test(`${step}: how far it is with a candidate is shown beside it`, async () => {
    const id = await waiting()
    const progress = async () => (await bench.editor.get(`/candidates/${id}/progress`)).body
    assert.deepEqual(await progress(), { step, working: false, failedAttempts: 0 })
    const seen: unknown[] = []
    const fail = async () => {
      seen.push(await progress())
      throw new Failed('rules.example.org answered 503.')
    }
    if (step === 'COLLECT_RULES') bench.services.rulebooks.read = fail
    else bench.services.interpreter = fail
    await bench.turn(step)
    assert.deepEqual(seen, [{ step, working: true, failedAttempts: 0 }])
    const { nextAttemptAt, ...rest } = await progress()
    assert.deepEqual(rest, {
      step,
      working: false,
      failedAttempts: 1,
      lastFailure: 'rules.example.org answered 503.',
    })
    assert.ok(Date.parse(nextAttemptAt) > Date.now())
    await timePasses(bench)
    assert.equal((await progress()).nextAttemptAt, undefined, 'it is due')
    failWith(new Unusable('It is no rulebook.'))
    await bench.turn(step)
    assert.equal((await bench.candidate(id)).body.stage, 'FAILED')
    assert.deepEqual(await progress(), { working: false, failedAttempts: 0 }, 'it waits for a person')
  })

  test(`${step}: a service that refuses us suspends the step, and the attempt is not counted`, async () => {
    const id = await waiting()
    const before = await bench.candidate(id)
    failWith(new Stopped('The credentials are refused.', new Date(Date.now() + 3_600_000)))
    await bench.turn(step)
    assert.equal((await bench.candidate(id)).etag, before.etag)
    const { steps } = (await bench.editor.get('/pipeline/status')).body
    const found = steps.find((one: { step: string }) => one.step === step)
    assert.deepEqual([found.running, found.suspendReason], [false, 'The credentials are refused.'])
    assert.ok(Date.parse(found.suspendedUntil) > Date.now() + 3_500_000)
    assert.equal(await bench.turn(step), false)
    const { attempts } = await bench.service.db.one(
      sql<{ attempts: number }>`select attempts from candidates where id = ${id} and lease_token is null`,
    )
    assert.equal(attempts, 0)
  })

  test(`${step}: an unexpected error is logged for operators, not shown to reviewers`, async () => {
    const id = await waiting()
    failWith(new TypeError('secret detail'))
    for (let n = 0; n < 5; n++) {
      await bench.turn(step)
      await timePasses(bench)
    }
    const { stage, failureReason } = (await bench.candidate(id)).body
    assert.equal(stage, 'FAILED')
    assert.doesNotMatch(failureReason, /secret/)
    assert.ok(bench.warnings.length >= 5)
  })

  test(`${step}: the third lost lease makes the candidate FAILED`, async () => {
    const id = await waiting()
    for (let n = 0; n < 3; n++) {
      // A process that ends during its work leaves its lease behind.
      const dead = bench.instance()[step]?.(never)
      const { promise: busy, resolve } = Promise.withResolvers<void>()
      const hang = () => {
        resolve()
        return new Promise<never>(() => {})
      }
      failWith(new Failed('never told'))
      if (step === 'COLLECT_RULES') bench.services.rulebooks.read = hang
      else bench.services.interpreter = hang
      await Promise.race([dead, busy])
      assert.equal(
        (await bench.candidate(id)).body.stage,
        step === 'COLLECT_RULES' ? 'PENDING_RULES' : 'RULES_COLLECTED',
      )
      await timePasses(bench)
    }
    await bench.turn(step)
    const { stage, failureReason } = (await bench.candidate(id)).body
    assert.equal(stage, 'FAILED')
    assert.match(failureReason, /three times/)
  })
}

test('INTERPRET: values, checks and reliability; the text is deleted, its quotes are shown', async () => {
  bench.services.catalogue = async (ids) => ids.map((id) => thing(id))
  const id = await collected()
  await bench.all('ENRICH_FROM_CATALOG')
  assert.equal(await texts(id), 1)
  bench.services.interpreter = async ({ displayName, texts: read }) => {
    assert.equal(displayName, 'Harbour Lights')
    assert.deepEqual(read, [{ url: RULES, text: 'The player with the most lights wins.' }])
    return interpretation()
  }
  assert.equal(await bench.turn('INTERPRET_RULES'), true)
  const { stage, status, scoreType, winCondition, reliability, reliabilityChecks } = (
    await bench.candidate(id)
  ).body
  assert.deepEqual(
    [stage, status, scoreType, winCondition],
    ['INTERPRETED', 'PENDING', 'SCORE', 'HIGHER_WINS'],
  )
  assert.equal(reliability, 'HIGH')
  assert.deepEqual(
    reliabilityChecks.map(({ field, llmValue, matches }: Record<string, unknown>) => [
      field,
      llmValue,
      matches,
    ]),
    [
      ['minPlayers', '2', true],
      ['maxPlayers', '4', true],
      ['playingTime', '60-120', true],
    ],
  )
  assert.equal(await texts(id), 0)
  const evidence = (await bench.editor.get(`/candidates/${id}/evidence`)).body.values
  assert.deepEqual(evidence[2], {
    field: 'playingTime',
    value: '60-120',
    quote: 'It takes 60 to 120 minutes',
    url: RULES,
  })
})

test('a playing time with equal ends is one number', async () => {
  const id = await collected()
  bench.services.interpreter = async () => {
    const { values, usage } = interpretation()
    const playingTime = { value: { from: 60, to: 60 }, quote: 'It takes 60 minutes', url: RULES }
    return { values: { ...values, playingTime }, usage }
  }
  await bench.turn('INTERPRET_RULES')
  const { values } = (await bench.editor.get(`/candidates/${id}/evidence`)).body
  assert.equal(values.find(({ field }: { field: string }) => field === 'playingTime').value, '60')
})

test('reliability is reliabilityValues when the catalogue comes after the rulebook', async () => {
  const id = await collected()
  await bench.turn('INTERPRET_RULES')
  assert.equal((await bench.candidate(id)).body.reliability, 'UNVERIFIED')
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one, { minPlayers: 1 }))
  await bench.all('ENRICH_FROM_CATALOG')
  const { reliability, stage } = (await bench.candidate(id)).body
  assert.deepEqual([reliability, stage], ['LOW', 'INTERPRETED'])
})

test('INTERPRET: what a person has set stays', async () => {
  const { body } = await made(bench, { winCondition: 'LOWER_WINS' })
  await bench.turn('COLLECT_RULES')
  bench.services.interpreter = async () => {
    const patched = await bench.editor.patch(`/candidates/${body.id}`, { scoreType: 'TIME' }, '*')
    assert.deepEqual([patched.status, patched.body.stage], [200, 'RULES_COLLECTED'])
    return interpretation()
  }
  await bench.turn('INTERPRET_RULES')
  const { stage, scoreType, winCondition } = (await bench.candidate(body.id)).body
  assert.deepEqual([stage, scoreType, winCondition], ['INTERPRETED', 'TIME', 'LOWER_WINS'])
})

test('INTERPRET: a win condition that does not go with what a person set is left out', async () => {
  const { body } = await made(bench, { scoreType: 'WIN_LOSS' })
  await bench.all('COLLECT_RULES')
  await bench.all('INTERPRET_RULES')
  const { stage, scoreType, winCondition } = (await bench.candidate(body.id)).body
  assert.deepEqual([stage, scoreType, winCondition], ['INTERPRETED', 'WIN_LOSS', undefined])
})

test('a rule source replaces a wrong rulebook after interpretation; what was read and what a person set stays until then', async () => {
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one))
  const id = await collected()
  await bench.all('ENRICH_FROM_CATALOG')
  await bench.turn('INTERPRET_RULES')
  const patched = await bench.editor.patch(`/candidates/${id}`, { winCondition: 'LOWER_WINS' }, '*')
  const mine = 'https://rules.example.org/right.pdf'
  assert.equal((await addSource(id, mine)).status, 201)
  const shown = async () => {
    const { updatedAt, ...candidate } = (await bench.candidate(id)).body
    assert.ok(updatedAt)
    return candidate
  }
  const { updatedAt, ...before } = patched.body
  assert.ok(updatedAt)
  assert.deepEqual(await shown(), { ...before, stage: 'PENDING_RULES' })
  assert.equal((await bench.editor.get(`/candidates/${id}/evidence`)).body.values.length, 5)
  bench.services.rulebooks.read = async (url) => rulebook(url, `The text of ${url}.`)
  await bench.turn('COLLECT_RULES')
  assert.deepEqual(await shown(), { ...before, stage: 'RULES_COLLECTED' })
  bench.services.interpreter = async ({ texts: read }) => {
    assert.deepEqual(read, [{ url: mine, text: `The text of ${mine}.` }])
    return { values: { scoreType: { value: 'TIME', quote: 'The text of', url: mine } }, usage: { tokens: 1 } }
  }
  await bench.turn('INTERPRET_RULES')
  const { stage, scoreType, winCondition, reliability } = await shown()
  assert.deepEqual(
    [stage, scoreType, winCondition, reliability],
    ['INTERPRETED', 'TIME', 'LOWER_WINS', 'UNVERIFIED'],
  )
})

test('a rule source that comes while other rules wait to be interpreted is read instead of them', async () => {
  const id = await collected()
  const mine = 'https://rules.example.org/right.pdf'
  assert.equal((await addSource(id, mine)).status, 201)
  assert.equal((await bench.candidate(id)).body.stage, 'PENDING_RULES')
  await bench.turn('COLLECT_RULES')
  bench.services.interpreter = async ({ texts: read }) => {
    assert.deepEqual(
      read.map(({ url }) => url),
      [mine],
    )
    return interpretation()
  }
  await bench.turn('INTERPRET_RULES')
  assert.equal((await bench.candidate(id)).body.stage, 'INTERPRETED')
  // If the rulebook is no longer found, its earlier text is not kept.
  const again = await collected()
  assert.equal((await addSource(again, mine)).status, 201)
  bench.services.rulebooks = {
    find: async () => [],
    async read() {
      throw new Unusable('rules.example.org answered 404.')
    },
  }
  await bench.turn('COLLECT_RULES')
  const { stage, failureReason } = (await bench.candidate(again)).body
  assert.equal(stage, 'FAILED')
  assert.match(failureReason, /answered 404/)
})

test('INTERPRET: without evidence three times it is FAILED', async () => {
  const id = await collected()
  let calls = 0
  bench.services.interpreter = async () => {
    calls++
    throw new NoEvidence('No quote bears the score type.', { tokens: 40 })
  }
  for (let n = 1; n <= 3; n++) {
    assert.equal((await bench.candidate(id)).body.stage, 'RULES_COLLECTED')
    await bench.turn('INTERPRET_RULES')
    await timePasses(bench)
  }
  const { stage, failureReason } = (await bench.candidate(id)).body
  assert.deepEqual([calls, stage, failureReason], [3, 'FAILED', 'No quote bears the score type.'])
  const { tokens } = await bench.service.db.one(
    sql<{ tokens: number }>`select tokens::int from pipeline_steps where step = 'INTERPRET_RULES'`,
  )
  assert.equal(tokens, 120, 'what failed has cost too')
  // The text is still there, so a retry interprets it again.
  const retried = await act(bench, id, 'retry')
  assert.equal(retried.body.stage, 'RULES_COLLECTED')
  assert.equal(retried.body.failureReason, undefined)
})

test('texts are kept for a number of days; without a text there is nothing to interpret', async () => {
  const id = await collected()
  await bench.service.db.many(sql`update rule_texts set created_at = now() - interval '31 days'`)
  await bench.service.db.many(forgetOldTexts(30))
  assert.equal(await texts(id), 0)
  await bench.turn('INTERPRET_RULES')
  const { stage, failureReason } = (await bench.candidate(id)).body
  assert.equal(stage, 'FAILED')
  assert.match(failureReason, /no longer kept/)
  assert.equal((await act(bench, id, 'retry', { step: 'INTERPRET_RULES' })).body.stage, 'PENDING_RULES')
})

test('a budget that is spent suspends the step until the day is over, also where it is resumed', async () => {
  const signal = never
  for (const settings of [{ dailyCalls: 1 }, { dailyTokens: 1000 }]) {
    await bench.service.db.many(
      sql`update pipeline_steps set suspended_until = null, usage_day = '2000-01-01'`,
    )
    const [one, other] = [await collected(), await collected()]
    const turns = bench.instance({ settings })
    assert.equal(await turns.INTERPRET_RULES?.(signal), true)
    assert.equal(await turns.INTERPRET_RULES?.(signal), false)
    const stages = [(await bench.candidate(one)).body.stage, (await bench.candidate(other)).body.stage]
    assert.deepEqual(new Set(stages), new Set(['INTERPRETED', 'RULES_COLLECTED']))
    const step = async () => (await bench.editor.get('/pipeline/status')).body.steps[2]
    assert.equal((await step()).suspendReason, 'The daily budget is spent.')
    assert.match((await step()).suspendedUntil, /T00:00:00Z$/)
    await bench.editor.post('/pipeline/resume')
    assert.equal(await turns.INTERPRET_RULES?.(signal), false)
    assert.equal((await step()).running, false)
    await bench.service.db.many(
      sql`update pipeline_steps set suspended_until = null, usage_day = '2000-01-01'`,
    )
    assert.equal(await turns.INTERPRET_RULES?.(signal), true, 'the next day')
  }
})

test('a step writes nothing if a person has changed the candidate meanwhile', async () => {
  for (const [action, status] of [
    ['reject', 'REJECTED'],
    ['approve', 'APPROVED'],
  ] as const) {
    const { body } = await made(bench, {
      description: '',
      minPlayers: 1,
      maxPlayers: 1,
      scoreType: 'WIN_LOSS',
    })
    bench.services.rulebooks.read = async (url) => {
      await act(bench, body.id, action)
      return rulebook(url)
    }
    await bench.turn('COLLECT_RULES')
    const now = await bench.candidate(body.id)
    assert.equal(now.body.status, status)
    assert.notEqual(now.body.stage, 'RULES_COLLECTED')
    assert.deepEqual(await sources(body.id), [])
  }
  const { body } = await made(bench)
  bench.services.rulebooks.read = async (url) => {
    bench.services.rulebooks.read = async (again) => rulebook(again)
    await addSource(body.id)
    return rulebook(url)
  }
  await bench.turn('COLLECT_RULES')
  assert.equal((await bench.candidate(body.id)).body.stage, 'PENDING_RULES', 'the new source is not read yet')
  await bench.turn('COLLECT_RULES')
  assert.equal((await bench.candidate(body.id)).body.stage, 'RULES_COLLECTED')
  assert.equal((await sources(body.id))[0].origin, 'MANUAL')
})
