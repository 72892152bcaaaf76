/** Builds, translators and owners change one application at the same time, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { newApplication } from '../messages/recipes.ts'
import { testWorld } from '../world.ts'
import type { Person, Reply } from '../support.ts'
import { ROUNDS, statuses } from './statuses.ts'

const { service, world } = await testWorld()
const owner = world.editor
/** Imports keys, while the owner does something else. */
let build: Person

before(async () => {
  build = await service.as('build', { roles: ['application-owner'] })
})

const NUMBER = [{ name: 'n', type: 'NUMBER' }]
const DATE = [{ name: 'n', type: 'DATE' }]

const key = (name: string, declared: object[] = NUMBER, baseText = name) => ({
  key: name,
  baseText,
  arguments: declared,
})

const load = (by: Person, app: string, keys: object[], query = '') =>
  by.post(`${app}/keys/import${query}`, { baseLocale: 'en', keys })

/** Makes an application with these keys, and returns its path. */
async function application(...keys: object[]): Promise<string> {
  const app = `/applications/${(await newApplication(owner)).id}`
  assert.equal((await load(owner, app, keys)).status, 200)
  return app
}

const translation = (app: string, locale = 'de') => owner.get(`${app}/keys/a/translations/${locale}`)

async function active(app: string): Promise<Record<string, string>> {
  return (await owner.get(`${app}/messages/en`)).body.messages
}

const counts = ({ body: { added, updated, obsoleted, unchanged } }: Reply) =>
  [added, updated, obsoleted, unchanged].join(' ')

test('two imports at the same time run one after the other, and the catalogue of the second stays', async () => {
  const [left, right] = ['left', 'right'].map((edition) =>
    ['a', 'b', edition].map((name) => key(name, [], `${edition} ${name}`)),
  ) as [object[], object[]]
  for (let round = 0; round < ROUNDS; round++) {
    const app = await application(key('a', []), key('gone', []))
    const replies = await Promise.all([load(owner, app, left), load(build, app, right)])
    assert.equal(statuses(replies), '200 200')
    assert.deepEqual(replies.map(counts).toSorted(), ['1 2 1 0', '2 1 1 0'])
    const last = replies.findIndex((reply) => counts(reply) === '1 2 1 0')
    const edition = ['left', 'right'][last] ?? ''
    const stays = { a: `${edition} a`, b: `${edition} b`, [edition]: `${edition} ${edition}` }
    assert.deepEqual(await active(app), stays)
  }
})

test('the same import twice at once is done once, and changes nothing the second time', async () => {
  const keys = Array.from({ length: 50 }, (_, n) => key(`k${n}`))
  for (let round = 0; round < ROUNDS; round++) {
    const app = await application()
    const replies = await Promise.all([load(owner, app, keys), load(build, app, keys)])
    assert.deepEqual(replies.map(counts).toSorted(), ['0 0 0 50', '50 0 0 0'])
  }
})

test('a dry run beside an import writes nothing', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const app = await application(key('a'))
    const replies = await Promise.all([
      load(owner, app, [key('b')], '?dryRun=true'),
      load(build, app, [key('a'), key('c')]),
    ])
    assert.equal(statuses(replies), '200 200')
    assert.deepEqual(Object.keys(await active(app)), ['a', 'c'])
  }
})

test('of two translators who begin or change a text at once, one learns about the other', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const app = await application(key('a'))
    const path = `${app}/keys/a/translations/de`
    const write = (by: Person, text: string, etag?: string) => by.put(path, { text }, etag)
    const made = await Promise.all([write(owner, 'eins'), write(build, 'zwei')])
    assert.equal(statuses(made), '201 412')
    const { etag } = await translation(app)
    const changed = await Promise.all([write(owner, 'drei', etag), write(build, 'vier', etag)])
    assert.equal(statuses(changed), '200 412')
    const kept = changed.find(({ status }) => status === 200)
    assert.equal((await translation(app)).text, kept?.text)
  }
})

test('a text that is discarded while it is published is either discarded or published', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const app = await application(key('a'))
    const path = `${app}/keys/a/translations/de`
    const { etag } = await owner.put(path, { text: 'eins' })
    const replies = await Promise.all([
      owner.delete(path, etag),
      build.post(`${path}/publish`, undefined, { 'if-match': etag }),
    ])
    // Whoever comes second loses: the publisher finds no translation, or the translator finds no draft.
    assert.match(statuses(replies), /^(200 404|204 404)$/)
    assert.equal((await translation(app)).status, replies[1]?.status === 200 ? 200 : 404)
  }
})

/** What a translator or owner does in the moment when a build changes the type of an argument that their text uses. */
const AT_WORK: [what: string, act: (app: string) => Promise<Reply>, expected: RegExp][] = [
  [
    'writes',
    async (app) => owner.put(`${app}/keys/a/translations/de`, { text: '{n, number}!' }, '*'),
    /^(200|400)$/,
  ],
  [
    'begins',
    async (app) => owner.put(`${app}/keys/a/translations/fr`, { text: '{n, number}!' }),
    /^(201|400)$/,
  ],
  [
    'publishes',
    (app) => owner.post(`${app}/keys/a/translations/de/publish`, undefined, { 'if-match': '*' }),
    /^(200|409)$/,
  ],
  ['publishes all', (app) => owner.post(`${app}/translations/publish`, {}), /^200$/],
  [
    'imports drafts',
    (app) =>
      owner.post(`${app}/translations/fr/import`, { translations: [{ key: 'a', text: '{n, number}' }] }),
    /^200$/,
  ],
]

for (const [what, act, expected] of AT_WORK) {
  test(`who ${what} while an import changes the arguments comes before it or after it`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const app = await application(key('a'))
      await owner.put(`${app}/keys/a/translations/de`, { text: '{n, number}' })
      const [reply, imported] = await Promise.all([act(app), load(build, app, [key('a', DATE)])])
      assert.match(String(reply.status), expected, reply.text)
      assert.equal(imported.status, 200, imported.text)
      const told = new Set(imported.body.invalidated.map(({ locale }: { locale: string }) => locale))
      for (const locale of ['de', 'fr']) {
        const { status, body } = await translation(app, locale)
        assert.equal(told.has(locale), status === 200, `${locale} was there before the import, or is not`)
        if (status === 200) assert.equal(body.invalid, true, 'no text of another type passes for a fit one')
        assert.deepEqual((await owner.get(`${app}/messages/${locale}`)).body.messages, { a: 'a' })
      }
    }
  })
}

test('a base locale that changes during the first import is the locale of the imported keys', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await newApplication(owner, 'fr')
    const app = `/applications/${id}`
    const replies = await Promise.all([
      owner.patch(app, { baseLocale: 'de' }, etag),
      load(build, app, [key('a')]),
    ])
    assert.match(statuses(replies), /^200 (200|412)$/)
    assert.equal((await owner.get(app)).body.baseLocale, 'en')
  }
})

test('of applications that choose one id at once, one has it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const body = { applicationId: `chosen-at-once-${round}`, displayName: 'Companion', baseLocale: 'en' }
    const replies = await Promise.all([owner.post('/applications', body), build.post('/applications', body)])
    assert.equal(statuses(replies), '201 409')
  }
})

test('imports that wait for one another leave connections to others', async () => {
  const [app, quiet] = [await application(key('a')), await application(key('a'))]
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = service.db.transaction(async (db) => {
    await db.many(sql`select id from applications where id = ${app.split('/').at(-1)} for update`)
    await released
  })
  const waiting = Array.from({ length: 30 }, () => load(build, app, [key('a')]))
  await sleep(200)
  const put = await owner.put(`${quiet}/keys/a/translations/de`, { text: 'eins' })
  release()
  assert.equal(put.status, 201, put.text)
  assert.equal(statuses(await Promise.all(waiting)), Array(30).fill(200).join(' '))
  await held
})
