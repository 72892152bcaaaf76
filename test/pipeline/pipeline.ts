/** What tests of the pipeline share: a service, an editor, and steps with outside services whose answers the test chooses. */
import assert from 'node:assert/strict'
import { operations } from '../../src/api.ts'
import { engineOf, type Engine } from '../../src/pipeline/engine.ts'
import type { Services, Thing } from '../../src/pipeline/outside/services.ts'
import type { Step } from '../../src/pipeline/control/schema.ts'
import { announce } from '../../src/pipeline/presence.ts'
import { type PipelineSettings, type StepRunners, stepsOf } from '../../src/pipeline/worker.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { type Person, type Reply, type Service, testService } from '../support.ts'

export const SETTINGS: PipelineSettings = {
  source: 'catalog',
  cataloguePause: 0,
  dailyCalls: undefined,
  dailyTokens: undefined,
  textDays: 30,
}

export interface Bench {
  service: Service
  editor: Person
  /** The outside services. A test replaces their functions by its own. */
  services: Required<Omit<Services, 'images'>>
  /** Runs one turn of a step. Returns whether there was something to do. */
  turn: (step: Step) => Promise<boolean>
  /** Runs turns until there is nothing left to do. */
  all: (step: Step) => Promise<void>
  /** Another instance on the same database. */
  instance: (options?: {
    engine?: Engine
    lease?: number
    settings?: Partial<PipelineSettings>
  }) => StepRunners
  /** Announces an instance that can do every step. It counts as alive for the whole test. */
  attend: (loopbackPorts?: number[]) => Promise<void>
  engine: Engine
  candidate: (id: string) => Promise<Reply>
  warnings: string[]
  close: () => Promise<void>
}

export async function testPipeline(): Promise<Bench> {
  const service = await testService()
  const editor = await service.as('editor', { roles: ['admin'] })
  const services: Required<Omit<Services, 'images'>> = {
    catalogue: async (ids) => ids.map((id) => thing(id)),
    rulebooks: { find: async () => [{ url: RULES }], read: async (url) => rulebook(url) },
    interpreter: async () => interpretation(),
  }
  // The functions are looked up at each call, so that a test can replace them.
  const given: Required<Omit<Services, 'images'>> = {
    catalogue: (...args) => services.catalogue(...args),
    rulebooks: {
      find: (...args) => services.rulebooks.find(...args),
      read: (...args) => services.rulebooks.read(...args),
    },
    interpreter: (...args) => services.interpreter(...args),
  }
  const warnings: string[] = []
  const engine = engineOf(operations, service.db)
  const instance: Bench['instance'] = ({ settings, ...options } = {}) =>
    stepsOf({
      db: service.db,
      services: given,
      engine,
      warn: (message) => warnings.push(message),
      settings: { ...SETTINGS, ...settings },
      ...options,
    })
  const turns = instance()
  const attend: Bench['attend'] = async (loopbackPorts = []) => {
    await service.db.many(announce(uuidv7(), { disabledReasons: {}, loopbackPorts }, 3_600_000))
  }
  await attend()
  const never = new AbortController().signal
  const turn: Bench['turn'] = (step) => {
    const one = turns[step]
    assert.ok(one)
    return one(never)
  }
  return {
    service,
    editor,
    services,
    turn,
    async all(step) {
      for (let most = 50; most > 0; most--) if (!(await turn(step))) return
      assert.fail(`${step} has no end.`)
    },
    instance,
    attend,
    engine,
    candidate: (id) => editor.get(`/candidates/${id}`),
    warnings,
    close: () => service.close(),
  }
}

export const RULES = 'https://rules.example.org/harbour-lights.pdf'
export const never = new AbortController().signal

export const thing = (catalogId: string, more: Partial<Thing> = {}): Thing => ({
  catalogId,
  type: 'boardgame',
  displayName: `Harbour Lights ${catalogId}`,
  description: 'Build piers.',
  minPlayers: 2,
  maxPlayers: 4,
  playingTime: 90,
  minAge: 10,
  yearPublished: 2019,
  tags: ['economic'],
  baseCatalogIds: [],
  ...more,
})

export const rulebook = (url: string, text = 'The player with the most lights wins.') => ({
  url,
  contentType: 'application/pdf',
  title: 'The rules',
  language: 'en',
  hash: 'ab'.repeat(32),
  bytes: 1000,
  text,
})

const quoted = <T>(value: T, quote = 'The player with the most lights wins.') => ({
  value,
  quote,
  url: RULES,
})

export const interpretation = () => ({
  values: {
    scoreType: quoted('SCORE' as const),
    winCondition: quoted('HIGHER_WINS' as const),
    minPlayers: quoted(2, 'For 2 to 4 players'),
    maxPlayers: quoted(4, 'For 2 to 4 players'),
    playingTime: quoted({ from: 60, to: 120 }, 'It takes 60 to 120 minutes'),
  },
  usage: { tokens: 1200 },
})

/** Lets time pass: everything that waits is due now, and all leases have ended. */
export async function timePasses({ service: { db } }: Bench): Promise<void> {
  for (const table of [sql`candidates`, sql`catalog_entries`]) {
    await db.many(sql`update ${table} set due_at = least(due_at, now()) where due_at > now()`)
    await db.many(sql`
      update ${table} set lease_until = now() - interval '1 second' where lease_token is not null`)
  }
  await db.many(sql`update pipeline_steps set next_call_at = now()`)
}

let last = 100_000
export const newId = () => ++last

/** Makes a candidate by hand, with these values. */
export async function made({ editor }: Bench, body: Record<string, unknown> = {}): Promise<Reply> {
  const reply = await editor.post('/candidates', {
    catalogId: newId(),
    displayName: 'Harbour Lights',
    ...body,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply
}

export const COMPLETE = {
  description: 'Build piers.',
  minPlayers: 2,
  maxPlayers: 4,
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
}

/** Sends an action on the candidate, with its current ETag. */
export async function act(
  { editor }: Bench,
  id: string,
  action: 'approve' | 'reject' | 'retry',
  body?: object,
): Promise<Reply> {
  return editor.post(`/candidates/${id}/${action}`, body, { 'if-match': '*' })
}
