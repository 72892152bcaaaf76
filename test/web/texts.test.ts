/** The texts of the app get into the service's catalogue once, at the start. Texts from translators stay. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { readMessage } from '../../src/messages/icu.ts'
import { usersNamed } from '../../src/resources/users/named.ts'
import { type AppTexts, callsOfApp, importTexts, readTexts, startTexts } from '../../src/pages/app/texts.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let owner: Person
before(async () => {
  service = await testService()
  owner = await service.as('owner', { roles: ['application-owner', 'player'] })
})
after(() => service.close())

const calls = () => callsOfApp(operations, service.db, usersNamed)

const TEXTS: AppTexts = {
  keys: [
    {
      key: 'a.count',
      baseText: '{n, plural, one {# match} other {# matches}}',
      arguments: [{ name: 'n', type: 'NUMBER' }],
    },
    { key: 'a.plain', baseText: 'Record', description: 'A button', arguments: [] },
  ],
  translations: {
    de: { 'a.count': '{n, plural, one {# Partie} other {# Partien}}', 'a.plain': 'Eintragen' },
  },
}

const messages = async (locale: string): Promise<Record<string, string>> =>
  (await owner.get(`/applications/web/messages/${locale}`)).body.messages

/** Counts the writes to these tables: each write changes the result. */
const written = async (): Promise<unknown> =>
  service.db.one(sql`
    select (select count(*) from idempotency_keys) as calls,
      (select coalesce(sum(version), 0) from message_keys) as keys,
      (select coalesce(sum(version), 0) from translations) as translations,
      (select coalesce(sum(version), 0) from applications) as applications`)

test('every text of the app is sound, and German has each of them with the arguments that it may use', async () => {
  const { keys, translations } = await readTexts()
  assert.ok(keys.length > 30)
  assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length, 'a key stands once')
  const german = translations['de'] ?? {}
  assert.deepEqual(
    Object.keys(german).toSorted(),
    keys.map(({ key }) => key),
  )
  for (const { key, baseText, arguments: taken } of keys) {
    for (const text of [baseText, german[key] ?? '']) {
      const { uses, fault } = readMessage(text)
      assert.equal(fault, undefined, `${key}: ${text}`)
      for (const name of uses?.keys() ?? [])
        assert.ok(
          taken.some((one) => one.name === name),
          `${key} takes ${name}`,
        )
    }
    const used = readMessage(baseText).uses
    for (const { name } of taken) assert.ok(used?.has(name), `${key} uses ${name}`)
  }
})

test('two instances that start at once bring them, and a start where nothing changed writes nothing', async () => {
  await Promise.all([importTexts(calls(), TEXTS), importTexts(calls(), TEXTS)])
  assert.deepEqual(await messages('de-AT'), TEXTS.translations['de'])
  assert.equal((await messages('en'))['a.plain'], 'Record')
  const before = await written()
  await importTexts(calls(), TEXTS)
  assert.deepEqual(await written(), before)
})

test('what translators have written stays, a draft too, and a text that changed is outdated', async () => {
  const path = '/applications/web/keys/a.plain/translations/de'
  const { etag } = await owner.get(path)
  assert.equal((await owner.put(path, { text: 'Aufschreiben' }, etag)).status, 200)
  const changed: AppTexts = {
    keys: TEXTS.keys.map((one) => (one.key === 'a.plain' ? { ...one, baseText: 'Write down' } : one)),
    translations: { de: { ...TEXTS.translations['de'], 'a.plain': 'Notieren' } },
  }
  await importTexts(calls(), changed)
  const { body } = await owner.get(path)
  assert.equal(body.draftText, 'Aufschreiben')
  assert.equal(body.publishedText, 'Eintragen')
  assert.equal(body.outdated, true)
})

test('a start that was ended between drafts and their publication is finished by the next one', async () => {
  const texts: AppTexts = {
    keys: [...TEXTS.keys, { key: 'a.left', baseText: 'Left', arguments: [] }],
    translations: { de: { ...TEXTS.translations['de'], 'a.left': 'Rest' } },
  }
  const call = calls()
  const ended = importTexts(async (asked) => {
    if (asked.operation === 'publishTranslations') throw new Error('killed')
    return call(asked)
  }, texts)
  await assert.rejects(ended, /killed/)
  assert.equal((await messages('de'))['a.left'], 'Left')
  await importTexts(call, texts)
  assert.equal((await messages('de'))['a.left'], 'Rest')
})

test('a catalogue that refuses them is logged, and stops nothing', async () => {
  await service.db.many(sql`update applications set base_locale = 'fr' where id = 'web'`)
  const told: unknown[] = []
  const { done, stop } = startTexts(calls(), (error) => told.push(error))
  await done
  await stop()
  assert.equal(told.length, 1)
  assert.match(String(told[0]), /base locale/i)
})

test('a database that is away, or takes no changes, is asked again later, and a stop does not wait for that', async () => {
  for (const code of ['25006']) {
    const told: unknown[] = []
    const first = Promise.withResolvers<void>()
    const texts = startTexts(
      () => Promise.reject(Object.assign(new Error('read-only'), { code })),
      (error) => {
        told.push(error)
        first.resolve()
      },
    )
    await first.promise
    await texts.stop()
    assert.equal(told.length, 1)
  }
})
