/** Random events at two instances on one database. Some things must never happen, whatever the order of the events. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { EngineCall } from '../../src/pipeline/engine.ts'
import { Down, Failed, NoEvidence, Stopped, Unusable } from '../../src/pipeline/outside/failures.ts'
import { type Step, STEPS } from '../../src/pipeline/control/schema.ts'
import type { StepRunners } from '../../src/pipeline/worker.ts'
import { sql } from '../../src/db/sql.ts'
import type { JsonValue } from '../../src/http/json/value.ts'
import { canonicalJson } from '../../src/http/json/canonical.ts'
import {
  type Bench,
  COMPLETE,
  act,
  interpretation,
  made,
  never,
  rulebook,
  testPipeline,
  timePasses,
} from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

const CANDIDATES = 4

const which = fc.nat(CANDIDATES - 1)
const step = fc.constantFrom(...STEPS)
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('turn' as const), step, instance: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const), step }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume' as const), step }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      which,
      action: fc.constantFrom('approve', 'reject', 'retry', 'patch', 'source'),
      value: fc.integer({ min: 2, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const) }) },
)
const outcome = fc.constantFrom('ok', 'ok', 'ok', 'failed', 'down', 'stopped', 'unusable', 'unproven', 'dies')

test('no item starts after pause has answered, none is done twice, and nothing is published that was not approved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 25 }),
      fc.infiniteStream(outcome),
      async (rounds, outcomes) => {
        const world = await begin(outcomes)
        for (const round of rounds) {
          await Promise.all(round.map((one) => happen(world, one)))
          await mustHold(world)
        }
      },
    ),
    { numRuns: 40 },
  )
})

interface World {
  ids: string[]
  instances: StepRunners[]
  /** The steps whose pause was answered, and that nobody is resuming. */
  paused: Set<Step>
  /** The number of pauses and resumes of each step that are running. */
  changing: Map<Step, number>
  calls: EngineCall[]
  /** A counter for beginnings and ends, which shows what came first. */
  clock: number
  /** For each piece of work (a step and a candidate), when the turn of the one who works on it began. */
  working: Map<string, { since: number }>
  /** Events that end leases: which leases, and when the event ended. */
  endings: { concerns: (what: string) => boolean; ended: number }[]
  /** Errors in places that cannot fail the test themselves. */
  seen: string[]
}

async function begin(outcomes: Iterator<string>): Promise<World> {
  const { db } = bench.service
  await db.many(sql`delete from rule_texts`)
  await db.many(sql`delete from rule_sources`)
  await db.many(sql`delete from catalog_entries`)
  await db.many(sql`delete from candidates`)
  await db.many(sql`update pipeline_steps set paused = false, suspended_until = null, failures = 0`)
  const world: World = {
    ids: [],
    instances: [],
    paused: new Set(),
    changing: new Map(),
    calls: [],
    clock: 0,
    working: new Map(),
    endings: [],
    seen: [],
  }
  const next = () => String(outcomes.next().value)
  bench.services.rulebooks = {
    find: ({ displayName }) =>
      alone(world, `collecting ${displayName}`, async () => {
        await befall(next())
        return [{ url: 'https://rules.example.org/a.pdf' }]
      }),
    read: async (url) => rulebook(url),
  }
  bench.services.interpreter = ({ displayName }) =>
    alone(world, `interpreting ${displayName}`, async () => {
      await befall(next())
      return interpretation()
    })
  bench.services.catalogue = async () => {
    await befall(next())
    return []
  }
  const engine = async (call: EngineCall) => {
    world.calls.push(call)
    const what = next()
    if (what === 'failed' || what === 'down') throw new Error('No answer.')
    const answer = await bench.engine(call)
    if (what === 'dies') return dead()
    return answer
  }
  world.instances = [bench.instance({ engine }), bench.instance({ engine })]
  const base = await made(bench, { ...COMPLETE, displayName: 'G0' })
  const expansion = { isExpansion: true, baseGameCatalogId: base.body.catalogId, displayName: 'G3' }
  const others = await Promise.all([
    made(bench, { ...COMPLETE, displayName: 'G1' }),
    made(bench, { displayName: 'G2' }),
    made(bench, expansion),
  ])
  world.ids = [base, ...others].map(({ body }) => body.id as string)
  return world
}

/** When the current turn began. */
const turnBegan = new AsyncLocalStorage<number>()

/**
 * Does the work. Notes an error if somebody else works on the same thing, unless their lease may have ended during their turn.
 */
async function alone<T>(world: World, what: string, work: () => Promise<T>): Promise<T> {
  const other = world.working.get(what)
  const mayHaveEnded = (since: number) =>
    world.endings.some(({ concerns, ended }) => concerns(what) && ended > since)
  if (other && !mayHaveEnded(other.since)) world.seen.push(`two were ${what}`)
  const me = { since: turnBegan.getStore() ?? 0 }
  world.working.set(what, me)
  try {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return await work()
  } finally {
    if (world.working.get(what) === me) world.working.delete(what)
  }
}

/** Does something that ends leases. A turn that began before it may have lost its lease. */
async function endingLeases(
  world: World,
  concerns: (what: string) => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const ending = { concerns, ended: Number.POSITIVE_INFINITY }
  world.endings.push(ending)
  await work()
  ending.ended = ++world.clock
}

async function befall(what: string): Promise<void> {
  if (what === 'failed') throw new Failed('It failed.')
  if (what === 'down') throw new Down('It is down.')
  if (what === 'stopped') throw new Stopped('Wait.', new Date(Date.now() + 60_000))
  if (what === 'unusable') throw new Unusable('No use.')
  if (what === 'unproven') throw new NoEvidence('No quote.', { tokens: 1 })
  if (what === 'dies') await dead()
}

/** A process that has ended: its calls never return. */
const dead = () => new Promise<never>(() => {})

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

async function happen(world: World, one: Event): Promise<void> {
  switch (one.kind) {
    case 'turn':
      return turn(world, one.step, one.instance)
    case 'pause':
    case 'resume':
      return control(world, one.kind, one.step)
    case 'act':
      return endingLeases(
        world,
        (what) => what.endsWith(` G${one.which}`),
        () => decide(world.ids[one.which] ?? '', one.action, one.value),
      )
    default:
      return endingLeases(
        world,
        () => true,
        () => timePasses(bench),
      )
  }
}

async function turn(world: World, which: Step, instance: number): Promise<void> {
  const changes = world.changing.get(which) ?? 0
  const wasPaused = world.paused.has(which) && changes === 0
  const ended = Symbol('it ended')
  const { promise, resolve } = Promise.withResolvers<typeof ended>()
  // If its process has ended, a turn never returns. A turn of a paused step always does, even on a busy machine.
  const timer = setTimeout(() => resolve(ended), wasPaused ? 60_000 : 200)
  const run = turnBegan.run(++world.clock, () => world.instances[instance]?.[which]?.(never))
  const busy = await Promise.race([run, promise])
  clearTimeout(timer)
  // True if the step was paused during the whole turn.
  const stayedPaused = wasPaused && world.paused.has(which) && (world.changing.get(which) ?? 0) === 0
  if (stayedPaused) assert.equal(busy, false, `${which} started an item while it was paused`)
}

async function control(world: World, action: 'pause' | 'resume', which: Step): Promise<void> {
  world.changing.set(which, (world.changing.get(which) ?? 0) + 1)
  if (action === 'resume') world.paused.delete(which)
  const { status, body } = await bench.editor.post(`/pipeline/${action}`, { step: which })
  assert.equal(status, 200)
  const left = (world.changing.get(which) ?? 1) - 1
  world.changing.set(which, left)
  const found = body.steps.find((one: { step: Step }) => one.step === which)
  if (left === 0 && found.paused && action === 'pause') world.paused.add(which)
  if (left > 0) world.paused.delete(which)
}

async function decide(id: string, action: string, value: number): Promise<void> {
  const reply =
    action === 'patch'
      ? await bench.editor.patch(`/candidates/${id}`, { maxPlayers: value }, '*')
      : action === 'source'
        ? await bench.editor.post(`/candidates/${id}/rule-sources`, {
            url: `https://rules.example.org/${value}`,
          })
        : action === 'approve'
          ? await act(bench, id, 'approve', { ...COMPLETE, maxPlayers: value })
          : await act(bench, id, action as 'reject' | 'retry')
  assert.ok([200, 201, 409].includes(reply.status), reply.text)
}

/** Checks the rows of the pipeline and the games in the engine. */
async function mustHold(world: World): Promise<void> {
  assert.deepEqual(world.seen, [])
  const { db } = bench.service
  const candidates = await db.many<{
    id: string
    catalogId: string
    stage: string
    status: string
    gameId: string | null
    expansionId: string | null
  }>(sql`
    select id, catalog_id as "catalogId", stage, status, game_id as "gameId", expansion_id as "expansionId" from candidates`)
  for (const { stage, status, catalogId, gameId, expansionId } of candidates) {
    if (status === 'APPROVED' || status === 'PUBLISHED') assert.equal(stage, 'INTERPRETED')
    const sourceRef = `catalog:${catalogId}`
    const { made } = await db.one(
      sql<{ made: number }>`
        select (select count(*) from games where source_ref = ${sourceRef})::int
          + (select count(*) from expansions where source_ref = ${sourceRef})::int as made`,
    )
    assert.ok(made <= 1)
    if (status === 'REJECTED') assert.deepEqual([made, gameId, expansionId], [0, null, null])
    if (status === 'PENDING') assert.equal(made, 0)
    if (status === 'PUBLISHED') assert.equal(made, 1)
  }
  // A call is stored before it is made. So the same key always means the same call, and each revision has one key.
  const byKey = new Map<string, string>()
  for (const { idempotencyKey, ...call } of world.calls) {
    const text = JSON.stringify([call.operation, call.params, canonicalJson(call.body as JsonValue)])
    assert.equal(byKey.get(idempotencyKey) ?? text, text)
    byKey.set(idempotencyKey, text)
  }
  const { updates } = await db.one(
    sql<{ updates: number }>`
      select coalesce(sum(revision), 0)::int as updates from candidates where status in ('APPROVED', 'PUBLISHED')`,
  )
  assert.ok(byKey.size <= updates, `${byKey.size} calls for ${updates} approvals`)
}
