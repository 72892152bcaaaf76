/** Reads everything about the demo by the API: every state in the API document must occur in an answer. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { verifierOf } from '../src/cli/verifier-of.ts'
import { fillWithDemo } from '../src/demo/fill.ts'
import { PEOPLE } from '../src/demo/people.ts'
import { PREFIX } from '../src/http/prefix.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { standbyHas, testDatabase } from './database.ts'
import { BASE_URL, type Person, person } from './support.ts'

const NO_FILE = 'Nobody in the demo has brought a file of another tracker.'

/** What the demo cannot have, and why: some values of an answer's field, or all. */
const EXCEPTIONS: Record<string, { values?: string[]; why: string }> = {
  'AuditEvent.kind': { why: 'The audit begins with what people do, and nobody has signed in yet.' },
  'AuditEvent.actor.kind': { why: 'Only people have done something in the demo.' },
  'Webhook.kinds': { why: 'A choice of events, and no state; the webhooks take all kinds.' },
  'WebhookDelivery.kind': { why: 'The demo writes no events, so only pings and resets were sent.' },
  'WebhookDelivery.state': {
    values: ['WAITING'],
    why: 'A delivery waits for an enabled webhook, and that would be sent to a server.',
  },
  'Checkup.checks.state': { why: 'A running service checks itself, and the demo is data alone.' },
  'Session.method': { why: 'Nobody has signed in yet.' },
  'SignInLink.kind': {
    values: ['FIRST_ADMINISTRATOR'],
    why: 'It is made only while nobody administers the service, and the demo has an administrator.',
  },
  'SignInLink.roles': { why: 'A choice of roles, and no state; the people have them all.' },
  'RequestedId.state': {
    values: ['IN_WORK'],
    why: 'All steps of the demo are paused, so none works on anything.',
  },
  'Import.format': { why: NO_FILE },
  'Import.state': { why: NO_FILE },
  'Import.names.kind': { why: NO_FILE },
  'Import.names.decision': { why: NO_FILE },
  'Import.plays.status': { why: NO_FILE },
  'ImportPlay.status': { why: NO_FILE },
  'ImportQuestion.decision': { why: NO_FILE },
  'ImportQuestion.kind': { why: NO_FILE },
  'ImportQuestion.suggestion.answer': { why: NO_FILE },
  'ImportQuestion.newGame.scoreType': { why: NO_FILE },
  'ImportQuestion.newGame.winCondition': { why: NO_FILE },
  'Export.importAnswers.decision': { why: NO_FILE },
  'Export.importAnswers.kind': { why: NO_FILE },
  'GhostPlayerStatistics.form.kind': {
    values: ['ALONE'],
    why: 'The recorder has a seat in every match of the demo, so no stand-in was ever alone.',
  },
  'InboxItem.invitation.newest.kind': {
    why: 'The kind of a match, and no state; the people of the demo have claimed one another already.',
  },
  'InboxItem.game.scoreType': {
    values: ['TURNS'],
    why: 'It is the kind of the game, and no state; nothing waits about the games of turns.',
  },
}

interface Schema {
  $ref?: string
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Document {
  paths: Record<string, { get?: { responses: Record<string, Answer> } }>
  components: { schemas: Record<string, Schema> }
}
interface Answer {
  content?: Record<string, { schema: Schema }>
}

const ROLES_OF_ALL: Role[] = ['player', 'catalog-editor', 'translator', 'application-owner', 'admin']

let database: Awaited<ReturnType<typeof testDatabase>>
let app: Awaited<ReturnType<typeof buildApp>>
let document: Document

before(async () => {
  document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8')) as Document
  database = await testDatabase()
  const { db } = database
  await fillWithDemo(db, new Date('2026-11-21T00:00:00Z'))
  const errorTypeBase = `${BASE_URL}/problems`
  const config = { baseUrl: BASE_URL, errorTypeBase, corsOrigins: [], issuer: BASE_URL, issuers: [] }
  app = await buildApp({ config, db, verifier: verifierOf(config, db, () => {}) })
  await standbyHas(db)
})
after(async () => {
  await app.close()
  await database.close()
})

async function signIn(name: string): Promise<Person> {
  const { db } = database
  const account = await findOrCreateAccount(db, name)
  const token = { issuer: BASE_URL, account, roles: ROLES_OF_ALL, scopes: [], hours: 1 }
  return person(app, await issueToken(db, token))
}

test('every state of every resource occurs', async () => {
  const seen: Values = new Map()
  const all = documented(reads())
  for (const name of PEOPLE) await readAll(await signIn(name), seen)
  const missing: Record<string, string[]> = {}
  for (const [field, values] of all) {
    const left = [...values].filter((value) => !seen.get(field)?.has(value))
    if (left.length > 0) missing[field] = left
  }
  const excepted = Object.entries(EXCEPTIONS).map(([field, { values }]) => [
    field,
    values ?? missing[field] ?? ['nothing: the exception is not needed'],
  ])
  assert.deepEqual(missing, Object.fromEntries(excepted))
})

/** The values of each field, such as those of `Match.status`. */
type Values = Map<string, Set<string>>

const noted = (values: Values, field: string, some: readonly string[]) =>
  values.set(field, new Set([...(values.get(field) ?? []), ...some]))

const reads = () =>
  Object.entries(document.paths)
    .filter(([path]) => !path.endsWith('/count'))
    .flatMap(([path, { get }]) => {
      const schema = get?.responses['200']?.content?.['application/json']?.schema
      return schema ? [{ path, schema }] : []
    })

function documented(schemas: { schema: Schema }[]): Values {
  const values: Values = new Map()
  const visit = (schema: Schema, name: string, within: string[]) => {
    if (schema.$ref && within.includes(schema.$ref)) return
    const inside = schema.$ref ? [...within, schema.$ref] : within
    const [field, { enum: values_, properties = {}, items, anyOf = [] }] = resolved(schema, name)
    if (values_) noted(values, field, values_)
    for (const [key, property] of Object.entries(properties)) visit(property, `${field}.${key}`, inside)
    for (const one of [...(items ? [items] : []), ...anyOf]) visit(one, field, inside)
  }
  for (const { schema } of schemas) visit(schema, 'answer', [])
  return values
}

/** Reads every collection, and below the first of its items what could have a value that nobody has seen. */
async function readAll(one: Person, seen: Values): Promise<void> {
  const ids = new Map<string, string[]>()
  const byDepth = reads().toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  for (const { path, schema } of byDepth) {
    const lacks = () =>
      [...documented([{ schema }])].some(([field, values]) => isMissing(seen, field, values))
    for (const filled of filledIn(path, ids)) {
      if (filled !== path && !lacks()) continue
      const items: Item[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = isList(schema) ? `?limit=100${cursor && `&cursor=${cursor}`}` : ''
        const { status, body } = await one.get(filled.slice(PREFIX.length) + page)
        assert.ok([200, 403, 404].includes(status), `${filled} answers ${status}`)
        if (status === 200) note(schema, body, 'answer', seen)
        items.push(...((body.items as Item[] | undefined) ?? []))
        cursor = (body.nextCursor as string | null | undefined) ?? null
      }
      ids.set(
        filled,
        items.flatMap((item) => item.id ?? item.applicationId ?? item.key ?? item.user?.id ?? []),
      )
    }
  }
}

const isMissing = (seen: Values, field: string, values: Set<string>) =>
  [...values].some((value) => !seen.get(field)?.has(value) && !isExcepted(field, value))

function isExcepted(field: string, value: string): boolean {
  const exception = EXCEPTIONS[field]
  return exception !== undefined && (exception.values?.includes(value) ?? true)
}

interface Item {
  id?: string
  applicationId?: string
  key?: string
  user?: { id: string }
}

const isList = (schema: Schema) => {
  const [, { properties = {} }] = resolved(schema, '')
  return 'nextCursor' in properties
}

/** Candidates differ most, so all of them are read. */
const MOST: Record<string, number> = { candidateId: 50 }
const FIXED: Record<string, string[]> = {
  year: ['2026'],
  locale: ['de', 'pl'],
  dataType: ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'],
}

function filledIn(path: string, ids: Map<string, string[]>): string[] {
  const [, before = path, parameter = '', rest = ''] = /^([^{]*)\/\{(\w+)\}(.*)$/.exec(path) ?? []
  if (parameter === '') return [path]
  const others = path.startsWith(`${PREFIX}/ghost-players`) ? 'ghost-players' : 'canonical-players'
  const collection = parameter === 'otherId' ? others : parameter.replace(/Id$/, 's')
  const values = FIXED[parameter] ?? ids.get(before) ?? ids.get(`${PREFIX}/${collection}`) ?? []
  return values.slice(0, MOST[parameter] ?? 3).flatMap((value) => filledIn(`${before}/${value}${rest}`, ids))
}

function note(schema: Schema, value: unknown, name: string, seen: Values): void {
  const [field, { enum: values, properties = {}, items, anyOf = [] }] = resolved(schema, name)
  if (values && typeof value === 'string') noted(seen, field, [value])
  for (const one of anyOf) note(one, value, field, seen)
  if (Array.isArray(value) && items) for (const item of value) note(items, item, field, seen)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    if (properties[key]) note(properties[key], inner, `${field}.${key}`, seen)
}

function resolved(schema: Schema, name: string): [field: string, schema: Schema] {
  if (schema.$ref === undefined) return [name, schema]
  const component = schema.$ref.split('/').at(-1) ?? ''
  return [component, document.components.schemas[component] ?? {}]
}
