/**
 * While a service is down, its step waits and says why, and no item loses an attempt. The first call after the wait decides what
 * follows.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { Down, Failed } from '../../src/pipeline/outside/failures.ts'
import { servicesOf } from '../../src/pipeline/outside/connect.ts'
import type { Step } from '../../src/pipeline/control/schema.ts'
import { STEPS } from '../../src/pipeline/control/schema.ts'
import { sql } from '../../src/db/sql.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import {
  type Bench,
  RULES,
  interpretation,
  made,
  never,
  newId,
  rulebook,
  testPipeline,
  thing,
} from './pipeline.ts'
import { TOKEN, catalogueServer, itemOf } from './servers/catalogue.ts'
import { KEY, openaiServer } from './servers/models.ts'
import { searxngServer } from './servers/search.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
  CLOSED = `http://127.0.0.1:${await freePort()}`
})
after(() => bench.close())
beforeEach(async () => {
  const { db } = bench.service
  await db.many(sql`delete from rule_sources`)
  await db.many(sql`delete from catalog_entries`)
  await db.many(sql`delete from candidates`)
  await db.many(
    sql`update pipeline_steps set failures = 0, outage_until = null, suspended_until = null, suspend_reason = null`,
  )
  bench.warnings.length = 0
  bench.services.catalogue = async (ids) => ids.map((id) => thing(id))
  bench.services.rulebooks = { find: async () => [{ url: RULES }], read: async (url) => rulebook(url) }
  bench.services.interpreter = async () => interpretation()
})

const statusOf = async (step: Step) =>
  (await bench.editor.get('/pipeline/status')).body.steps[STEPS.indexOf(step)]
const running = (step: Step) => ({ step, paused: false, running: true })
/** Asserts that the step is suspended for this number of minutes, counted from a moment after `since`. */
async function mustWait(step: Step, minutes: number, since: number): Promise<void> {
  const { suspendedUntil } = await statusOf(step)
  const from = Date.parse(suspendedUntil) - minutes * 60_000
  assert.ok(
    from >= since - 1_000 && from <= Date.now() + 1_000,
    `until ${suspendedUntil}, not ${minutes} min`,
  )
}
/** Ends the suspension. */
const waited = () =>
  bench.service.db.many(
    sql`update pipeline_steps set suspended_until = now(), outage_until = now() where failures >= 3`,
  )
const rows = () =>
  bench.service.db.many(sql`
    select 'candidate' as kind, id::text, stage, attempts, unproven_attempts, failure_reason, version, due_at <= now() as due,
      lease_token is null as free from candidates
    union all
    select 'entry', catalog_id::text, null, attempts, 0, outcome, version, due_at <= now(), lease_token is null
    from catalog_entries
    order by 1, 2`)

/** An outside service on its own server, with one way to be down. */
interface Case {
  step: Step
  reason: RegExp
  /** Makes the next call fail. */
  down: () => void
  up: () => void
  /** Makes two items that wait for this step. */
  wait: () => Promise<unknown>
}

const two = async () => [await made(bench), await made(bench)]
const collected = async () => {
  await two()
  await bench.all('COLLECT_RULES')
}
const HTML = '<!DOCTYPE html><html><body>Maintenance</body></html>'

type Bad = { status: number; body?: string } | undefined

/**
 * Makes a case. `at` uses the service at an address, and `well` gives it a correct answer. If `bad` is undefined, nobody listens.
 */
function caseOf(
  server: { baseUrl: string; instead: unknown[] },
  bad: Bad,
  {
    at,
    well,
    ...facts
  }: Pick<Case, 'step' | 'reason' | 'wait'> & {
    at: (baseUrl: string) => void
    well: () => void
  },
): Case {
  return {
    ...facts,
    down() {
      at(bad ? server.baseUrl : CLOSED)
      if (bad) server.instead = [bad]
    },
    up() {
      at(server.baseUrl)
      server.instead = []
      well()
    },
  }
}

async function catalogueCase(reason: RegExp, bad: Bad): Promise<Case> {
  const server = await catalogueServer()
  return caseOf(server, bad, {
    step: 'ENRICH_FROM_CATALOG',
    reason,
    at(baseUrl) {
      const { catalogue } = servicesOf({ catalogue: { baseUrl, token: TOKEN } })
      assert.ok(catalogue)
      bench.services.catalogue = catalogue
    },
    well: () => (server.whole = `<items>${itemOf('1')}</items>`),
    wait: () => bench.editor.post('/pipeline/enrich', { catalogIds: [newId(), newId()] }),
  })
}

async function searchCase(reason: RegExp, bad: Bad): Promise<Case> {
  const server = await searxngServer()
  return caseOf(server, bad, {
    step: 'COLLECT_RULES',
    reason,
    at(baseUrl) {
      const { rulebooks } = servicesOf({ rulebooks: { search: { service: 'searxng', baseUrl } } })
      assert.ok(rulebooks)
      bench.services.rulebooks = { ...rulebooks, read: async (url) => rulebook(url) }
    },
    well: () => (server.results = [{ url: RULES, title: 'The rules' }]),
    wait: two,
  })
}

async function modelCase(reason: RegExp, bad: Bad): Promise<Case> {
  const server = await openaiServer()
  return caseOf(server, bad, {
    step: 'INTERPRET_RULES',
    reason,
    at(baseUrl) {
      const { interpreter } = servicesOf({
        model: { protocol: 'openai', baseUrl: `${baseUrl}/v1`, apiKey: KEY, model: 'test-model' },
      })
      assert.ok(interpreter)
      bench.services.interpreter = interpreter
    },
    well() {
      server.reply = () =>
        JSON.stringify({
          scoreType: { value: 'SCORE', quote: 'The player with the most lights wins.' },
          winCondition: null,
          minPlayers: null,
          maxPlayers: null,
          minAge: null,
          yearPublished: null,
          playingTime: null,
        })
    },
    wait: collected,
  })
}

/** An address at which nobody listens. */
let CLOSED: string

const CASES: Record<string, () => Promise<Case>> = {
  'a catalogue that cannot be reached': () => catalogueCase(/^The catalogue could not be reached/, undefined),
  'a catalogue that answers 502': () => catalogueCase(/^The catalogue answered 502\./, { status: 502 }),
  'a catalogue that answers with a page': () =>
    catalogueCase(/^The catalogue did not answer with/, {
      status: 200,
      body: '<html><body>Maintenance</body></html>',
    }),
  'a catalogue that answers with a DOCTYPE': () =>
    catalogueCase(/^The answer of the catalogue has a DOCTYPE\./, { status: 200, body: HTML }),
  'a search service that cannot be reached': () =>
    searchCase(/^The search service could not be reached/, undefined),
  'a search service that answers 500': () =>
    searchCase(/^The search service answered 500\./, { status: 500 }),
  'a search service that answers with a page': () =>
    searchCase(/^The search service did not answer with JSON\./, { status: 200, body: HTML }),
  'a model that cannot be reached': () => modelCase(/^The language model could not be reached/, undefined),
  'a model that answers 500': () => modelCase(/^The language model answered 500\./, { status: 500 }),
  'a model that answers with something else': () =>
    modelCase(/^The language model did not answer with a completion\./, {
      status: 200,
      body: HTML,
    }),
}

for (const [name, start] of Object.entries(CASES))
  test(`${name} three times in a row suspends its step, and charges nothing`, async () => {
    const { step, reason, down, up, wait } = await start()
    await wait()
    const untouched = await rows()
    const begun = Date.now()
    for (let n = 1; n <= 3; n++) {
      assert.deepEqual(await statusOf(step), running(step))
      down()
      // A new process each time: the number of failures is in the database.
      assert.equal(await bench.instance()[step]?.(never), true)
    }
    const { suspendReason, running: isRunning, paused } = await statusOf(step)
    assert.deepEqual([isRunning, paused], [false, false])
    assert.match(suspendReason, reason)
    assert.match(suspendReason, /It has failed 3 times in a row\.$/)
    await mustWait(step, 1, begun)
    assert.equal(await bench.turn(step), false, 'nothing starts')
    assert.deepEqual(await rows(), untouched)
    assert.deepEqual(bench.warnings, ['a service of the pipeline is down; its step waits'])

    // The first call after each wait decides what follows.
    for (const minutes of [2, 4, 8, 16, 30, 30]) {
      await waited()
      down()
      const since = Date.now()
      assert.equal(await bench.turn(step), true)
      await mustWait(step, minutes, since)
      assert.equal(await bench.turn(step), false)
    }
    assert.deepEqual(await rows(), untouched)
    await waited()
    up()
    assert.equal(await bench.turn(step), true)
    assert.deepEqual(await statusOf(step), running(step))
    assert.deepEqual(bench.warnings, [
      'a service of the pipeline is down; its step waits',
      'a service of the pipeline answers again',
    ])
    assert.ok(!(await rows()).some(({ stage }) => stage === 'FAILED'))

    // The count starts from zero with the next outage.
    await wait()
    for (let n = 1; n <= 3; n++) {
      assert.deepEqual(await statusOf(step), running(step))
      down()
      assert.equal(await bench.turn(step), true)
    }
    await mustWait(step, 1, begun)
  })

suite('what is no outage', () => {
  const down = async () => {
    throw new Down('The search service answered 500.')
  }
  const STEP = 'COLLECT_RULES'

  test('a call that is answered begins the count again', async () => {
    await two()
    for (let n = 0; n < 4; n++) {
      for (let failures = 0; failures < 2; failures++) {
        bench.services.rulebooks.find = down
        await bench.turn(STEP)
      }
      await made(bench)
      bench.services.rulebooks.find = async () => []
      await bench.turn(STEP)
      assert.deepEqual(await statusOf(STEP), running(STEP))
    }
    assert.deepEqual(bench.warnings, [])
  })

  test('a rulebook whose site is down is the item’s, and says nothing of the search service', async () => {
    const [one] = await two()
    bench.services.rulebooks.read = async () => {
      throw new Failed('rules.example.org could not be reached (ECONNREFUSED).')
    }
    for (let n = 0; n < 5; n++) {
      await made(bench)
      assert.equal(await bench.turn(STEP), true)
    }
    assert.deepEqual(await statusOf(STEP), running(STEP))
    const { attempts } = await bench.service.db.one(
      sql<{ attempts: number }>`select attempts from candidates where id = ${one?.body.id}`,
    )
    assert.equal(attempts, 1)
  })

  test('a source that a reviewer named says nothing of the search service', async () => {
    const begun = Date.now()
    const { body } = await made(bench)
    for (let n = 0; n < 2; n++) {
      bench.services.rulebooks.find = down
      await bench.turn(STEP)
    }
    await bench.editor.post(`/candidates/${body.id}/rule-sources`, { url: 'https://rules.example.org/m.pdf' })
    await bench.turn(STEP)
    assert.equal((await bench.candidate(body.id)).body.stage, 'RULES_COLLECTED')
    await made(bench)
    await bench.turn(STEP)
    await mustWait(STEP, 1, begun)
  })

  test('calls that were under way when the step was suspended do not double its wait', async () => {
    await Promise.all([two(), two(), two()])
    const begun = Date.now()
    const fail = Promise.withResolvers<never>()
    bench.services.rulebooks.find = () => fail.promise
    const turns = Array.from({ length: 6 }, async () => bench.instance()[STEP]?.(never))
    await bench.service.db.many(sql`select pg_sleep(0.5)`)
    fail.reject(new Down('The search service answered 500.'))
    await Promise.all(turns)
    await mustWait(STEP, 1, begun)
  })

  test('a person may resume the step; the next call decides, and the outage is not reported again', async () => {
    await two()
    bench.services.rulebooks.find = down
    await bench.all(STEP)
    await bench.editor.post('/pipeline/resume', { step: STEP })
    assert.deepEqual(await statusOf(STEP), running(STEP))
    const since = Date.now()
    await bench.turn(STEP)
    await mustWait(STEP, 2, since)
    assert.equal(bench.warnings.length, 1)
  })
})

suite('one question on which its service always fails', () => {
  test('does not keep the model from the others', async () => {
    await collected()
    const [bad] = await bench.service.db.many<{ id: string; name: string }>(
      sql`update candidates set display_name = 'Bad', rank = 1 where id = (select min(id::text)::uuid from candidates)
          returning id, display_name as name`,
    )
    let asked = 0
    bench.services.interpreter = async ({ displayName }) => {
      if (displayName !== 'Bad') return interpretation()
      asked++
      throw new Down('The language model answered 500.')
    }
    await bench.all('INTERPRET_RULES')
    assert.equal(asked, 4, 'it is asked first, and then alone, where it looks like an outage')
    assert.equal((await statusOf('INTERPRET_RULES')).running, false)
    const other = (await made(bench)).body.id
    await bench.all('COLLECT_RULES')
    await waited()
    await bench.turn('INTERPRET_RULES')
    assert.equal((await bench.candidate(other)).body.stage, 'INTERPRETED', 'it comes after the others')
    assert.deepEqual(await statusOf('INTERPRET_RULES'), running('INTERPRET_RULES'))
    assert.equal((await bench.candidate(bad?.id ?? '')).body.stage, 'RULES_COLLECTED')
  })

  test('does not keep the catalogue from its neighbours in one call', async () => {
    const ids = Array.from({ length: 10 }, newId)
    await bench.editor.post('/pipeline/enrich', { catalogIds: ids })
    const bad = String(ids[0])
    bench.services.catalogue = async (asked) => {
      if (asked.includes(bad)) throw new Down('The catalogue did not answer with XML.')
      return asked.map((id) => thing(id))
    }
    await bench.all('ENRICH_FROM_CATALOG')
    assert.equal((await bench.editor.get('/candidates/count')).body.count, 9)
  })
})
