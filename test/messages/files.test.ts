/** Files for translators: what an export says, and what becomes of a file that comes back, as JSON and as XLIFF. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication, newXliff } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor

const XLIFF = { 'content-type': 'application/xliff+xml' }
const players = {
  key: 'table.players',
  baseText: '{count, plural, one {# player} other {# players}} at <b>{table}</b>',
  description: 'Above the list & "below"',
  arguments: [
    { name: 'count', type: 'NUMBER' },
    { name: 'table', type: 'ANY' },
  ],
}
const plain = (key: string, baseText = key) => ({ key, baseText, arguments: [] as object[] })

/** Makes an application with these keys, and functions that use it. */
async function application(...keys: object[]) {
  const { id } = await newApplication(owner)
  const path = `/applications/${id}`
  const load = async (...all: object[]) => {
    const reply = await owner.post(`${path}/keys/import`, { baseLocale: 'en', keys: all })
    assert.equal(reply.status, 200, reply.text)
  }
  await load(...keys)
  return {
    id,
    load,
    path,
    write: async (key: string, text: string, publish = false) => {
      const at = `${path}/keys/${key}/translations/de`
      const before = await owner.get(at)
      const made = await owner.put(at, { text }, before.status === 200 ? before.etag : undefined)
      assert.ok(made.status === 200 || made.status === 201, made.text)
      if (publish) await owner.post(`${at}/publish`, undefined, { 'if-match': made.etag })
    },
    read: (key: string) => owner.get(`${path}/keys/${key}/translations/de`),
    json: async (locale = 'de') => (await owner.get(`${path}/locales/${locale}/export/json`)).body,
    xliff: async (locale = 'de') => (await owner.get(`${path}/locales/${locale}/export/xliff`)).text,
    sendJson: (file: object, query = '') => owner.post(`${path}/locales/de/import/json${query}`, file),
    sendXliff: (file: string | Buffer, query = '', locale = 'de') =>
      owner.post(`${path}/locales/${locale}/import/xliff${query}`, file, XLIFF),
  }
}

/** Writes a text into a unit of the file. */
const translated = (xliff: string, key: string, text: string) =>
  xliff.replace(
    new RegExp(`(<unit id="${key}"[^]*?</source>)(?:\\s*<target>[^]*?</target>)?`),
    (_all, before: string) => `${before}<target>${text}</target>`,
  )

test('an export has every key in use with its latest text, and says what the text was made from', async () => {
  const { id, load, write, json, xliff } = await application(players, plain('menu.new', 'New'), plain('gone'))
  await load(players, plain('menu.new', 'New'))
  await write('table.players', '{count} <am> {table} & "mehr"', true)
  const file = await json()
  assert.deepEqual(
    {
      ...file,
      translations: file.translations.map(({ digest: _digest, ...one }: { digest: string }) => one),
    },
    {
      applicationId: id,
      baseLocale: 'en',
      locale: 'de',
      translations: [
        { ...plain('menu.new', 'New'), text: '' },
        { ...players, text: '{count} <am> {table} & "mehr"' },
      ],
    },
  )
  const text = await xliff()
  assert.match(text, new RegExp(`<file id="texts" original="${id}"`))
  assert.match(text, /srcLang="en" trgLang="de"/)
  assert.match(text, /<target>\{count\} &lt;am&gt; \{table\} &amp; "mehr"<\/target>/)
  assert.match(text, /<note category="arguments">\{count\} NUMBER, \{table\} ANY<\/note>/)
  assert.doesNotMatch(text, /gone/)
  const reply = await owner.get(`/applications/${id}/locales/de/export/xliff`)
  assert.equal(reply.headers['content-type'], 'application/xliff+xml; charset=utf-8')
})

test('an export of no application, or by somebody without the scope, is refused', async () => {
  const { path } = await application(plain('a'))
  for (const format of ['json', 'xliff']) {
    assert.equal((await owner.get(`/applications/nowhere/locales/de/export/${format}`)).status, 404)
    assert.equal((await world.alice.get(`${path}/locales/de/export/${format}`)).status, 403)
  }
})

test('an application without keys, and the base locale, can be exported', async () => {
  const none = await application()
  assert.deepEqual((await none.json()).translations, [])
  assert.equal((await none.sendXliff(await none.xliff())).status, 200)
  const some = await application(plain('a', 'A'))
  assert.equal((await some.json('en')).translations[0].text, 'A')
})

for (const format of ['json', 'xliff'] as const) {
  test(`a file of ${format} that nobody changed changes nothing`, async () => {
    const { write, read, json, xliff, sendJson, sendXliff } = await application(players, plain('a'))
    await write('a', 'eins\r\n zwei\u0007 ]]> <x/> &amp; 🎲 ', true)
    const before = await read('a')
    const reply = format === 'json' ? await sendJson(await json()) : await sendXliff(await xliff())
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.body, result({ unchanged: 1, untranslated: 1 }))
    assert.equal((await read('a')).etag, before.etag)
  })

  test(`texts of ${format} become drafts after a dry run that writes nothing`, async () => {
    const { write, read, json, xliff, sendJson, sendXliff } = await application(
      players,
      plain('a'),
      plain('b'),
      plain('c'),
    )
    await write('a', 'alt', true)
    const texts = { a: 'neu', b: 'zwei', 'table.players': '{count} hier' }
    const file = await json()
    for (const one of file.translations) one.text = texts[one.key as keyof typeof texts] ?? ''
    const changed = Object.entries(texts).reduce(
      (all, [key, text]) => translated(all, key, text),
      await xliff(),
    )
    const send = (query: string) => (format === 'json' ? sendJson(file, query) : sendXliff(changed, query))
    const expected = result({
      added: 2,
      updated: 1,
      untranslated: 1,
      rows: [
        { key: 'b', change: 'ADDED', text: 'zwei', outdated: false },
        { key: 'table.players', change: 'ADDED', text: '{count} hier', outdated: false },
        { key: 'a', change: 'UPDATED', text: 'neu', before: 'alt', outdated: false },
      ],
    })
    assert.deepEqual((await send('?dryRun=true')).body, expected)
    assert.equal((await read('b')).status, 404)
    assert.deepEqual((await send('')).body, expected)
    const a = (await read('a')).body
    assert.deepEqual([a.draftText, a.publishedText, a.status], ['neu', 'alt', 'PUBLISHED_WITH_DRAFT'])
    assert.deepEqual((await send('')).body, result({ unchanged: 3, untranslated: 1 }))
  })
}

const result = (more: object) => ({
  added: 0,
  updated: 0,
  unchanged: 0,
  untranslated: 0,
  outdated: 0,
  rejected: [],
  rows: [],
  ...more,
})

test('a text that changed here since the export is kept, unless it shall be replaced', async () => {
  const { write, read, xliff, sendXliff } = await application(plain('a'), plain('b'), plain('c'))
  await write('a', 'eins')
  await write('c', 'drei')
  const file = translated(translated(await xliff(), 'a', 'uno'), 'b', 'due')
  await write('a', 'erstens')
  await write('b', 'zweitens')
  await write('c', 'drittens')
  const kept = await sendXliff(file)
  assert.deepEqual(
    kept.body.rejected.map(({ key, code, at }: Record<string, string>) => [key, code, at]),
    [
      ['a', 'CHANGED', 'line 4'],
      ['b', 'CHANGED', 'line 10'],
    ],
  )
  assert.deepEqual(kept.body.rows, [
    { key: 'a', change: 'CHANGED', text: 'uno', before: 'erstens', outdated: false },
    { key: 'b', change: 'CHANGED', text: 'due', before: 'zweitens', outdated: false },
  ])
  assert.equal(kept.body.unchanged, 1, 'c was changed here alone')
  assert.equal((await read('a')).body.draftText, 'erstens')
  const replaced = await sendXliff(file, '?replaceChanged=true')
  assert.deepEqual([replaced.body.updated, replaced.body.rejected], [2, []])
  assert.equal((await read('a')).body.draftText, 'uno')
  assert.equal((await read('c')).body.draftText, 'drittens')
})

test('a file without digests replaces nothing that is here', async () => {
  const { write, read, json, sendJson } = await application(plain('a'), plain('b'))
  await write('a', 'eins')
  const file = await json()
  for (const one of file.translations) {
    delete one.digest
    one.text = 'anders'
  }
  const { body } = await sendJson(file)
  assert.deepEqual([body.added, body.rejected.map(({ code }: { code: string }) => code)], [1, ['CHANGED']])
  assert.equal((await read('a')).body.draftText, 'eins')
})

test('a text for an earlier base text is outdated, until a build brings that base text back', async () => {
  const { load, read, xliff, sendXliff } = await application(plain('a', 'One'), plain('b', 'Two'))
  const file = translated(translated(await xliff(), 'a', 'eins'), 'b', 'zwei')
  await load(plain('a', 'The first'), plain('b', 'Two'))
  const { body } = await sendXliff(file)
  assert.deepEqual([body.added, body.outdated], [2, 1])
  assert.equal((await read('a')).body.outdated, true)
  assert.equal((await read('b')).body.outdated, false)
  await load(plain('a', 'One'), plain('b', 'Two'))
  assert.equal((await read('a')).body.outdated, false)
})

test('each text that does not fit is rejected with its place, and the others are written', async () => {
  const { load, json, sendJson } = await application(players, plain('a'), plain('b'), plain('old'))
  const file = await json()
  await load(players, plain('a'), plain('b'))
  const texts: Record<string, string> = { a: '{', b: 'gut', old: 'alt', 'table.players': '{count, date}' }
  for (const one of file.translations) one.text = texts[one.key]
  file.translations.push({ key: 'unknown', baseText: 'x', text: 'x' })
  const { body } = await sendJson(file)
  assert.equal(body.added, 1)
  assert.deepEqual(
    body.rejected.map(({ key, at, code }: Record<string, string>) => [key, at, code]),
    [
      ['a', 'translations[0]', 'INVALID_MESSAGE'],
      ['old', 'translations[2]', 'OBSOLETE'],
      ['table.players', 'translations[3]', 'ARGUMENT_TYPE_MISMATCH'],
      ['unknown', 'translations[4]', 'INVALID_REFERENCE'],
    ],
  )
})

test('a file for another application, language or base language is refused', async () => {
  const { id, json, sendJson, xliff, sendXliff, path } = await application(plain('a'))
  const file = await json()
  const wrong = await sendJson({ ...file, applicationId: 'other', locale: 'fr', baseLocale: 'it' })
  assert.deepEqual(violations(wrong), [
    'applicationId INVALID_VALUE',
    'baseLocale INVALID_VALUE',
    'locale INVALID_VALUE',
  ])
  const text = await xliff()
  assert.equal((await sendXliff(text.replace('trgLang="de"', 'trgLang="DE"'))).status, 200)
  for (const [from, to] of [
    ['trgLang="de"', 'trgLang="fr"'],
    ['srcLang="en"', 'srcLang="it"'],
    [`original="${id}"`, 'original="other"'],
  ] as const) {
    const reply = await sendXliff(text.replace(from, to))
    assert.equal(reply.status, 400, to)
    assert.match(
      reply.body.errors[0].message,
      /^(trgLang|srcLang|original) is .* pick the file that was exported there\.$/,
    )
  }
  const base = await owner.post(`${path}/locales/en/import/json`, { ...file, locale: 'en' })
  assert.equal(base.status, 409)
})

test('other programs may split a unit, mark parts, add matches, and write UTF-16', async () => {
  const { read, sendXliff } = await application(plain('a', 'One. Two.'), plain('b'), plain('c'))
  const units = `
    <x:group xmlns:x="y"><unit id="1" name="a">
      <mtc:matches xmlns:mtc="m"><mtc:match><source>no</source><target>never</target></mtc:match></mtc:matches>
      <segment><source>One.</source><target order="3"><mrk id="m" type="term">eins</mrk>.</target></segment>
      <ignorable><source> </source></ignorable>
      <segment><source>Two.</source><target order="1"><![CDATA[<zwei> & ]]>&#x41;<cp hex="0007"/></target></segment>
    </unit></x:group>
    <unit id="b"><segment><source>b</source><target/></segment></unit>
    <unit id="c"><segment><source>c</source></segment><ignorable/></unit>`
  const file = Buffer.from(`\ufeff${newXliff(units).replaceAll('\n', '\r\n')}`, 'utf16le')
  const { body, text } = await sendXliff(file)
  assert.deepEqual([body.added, body.untranslated, body.outdated], [1, 2, 0], text)
  assert.equal((await read('a')).body.draftText, '<zwei> & A\u0007 eins.')
})

test('a preview of keys has the first keys of each change, and writes nothing', async () => {
  const { path, write } = await application(players, plain('a', 'A'), plain('b'))
  await write('table.players', '{count}')
  const keys = [{ ...players, arguments: [], baseText: 'Players' }, plain('a', 'A'), plain('c', 'C')]
  const { status, body } = await owner.post(`${path}/keys/preview`, { baseLocale: 'en', keys })
  assert.equal(status, 200)
  const { rows, ...counts } = body
  const dry = await owner.post(`${path}/keys/import?dryRun=true`, { baseLocale: 'en', keys })
  assert.deepEqual(counts, dry.body)
  assert.deepEqual(counts.invalidated, [{ key: 'table.players', locale: 'de' }])
  assert.deepEqual(rows, [
    { key: 'c', change: 'ADDED', baseText: 'C' },
    { key: 'b', change: 'OBSOLETE', baseText: 'b' },
    { key: 'table.players', change: 'UPDATED', baseText: 'Players', before: players.baseText },
  ])
  assert.equal((await owner.get(`${path}/keys/b`)).body.status, 'ACTIVE')
})

test('a preview of 10,000 keys shows the first hundred', async () => {
  const { path } = await application()
  const keys = Array.from({ length: 10_000 }, (_, n) => plain(`key.n${String(n).padStart(5, '0')}`))
  const { body } = await owner.post(`${path}/keys/preview`, { baseLocale: 'en', keys })
  assert.deepEqual([body.added, body.rows.length, body.rows[99].key], [10_000, 100, 'key.n00099'])
})

test('10,000 texts go out as XLIFF and come back', async (t) => {
  const keys = Array.from({ length: 10_000 }, (_, n) => ({
    ...players,
    key: `key.n${String(n).padStart(5, '0')}`,
  }))
  const { xliff, sendXliff, path } = await application(...keys)
  const began = performance.now()
  const file = await xliff()
  const exported = performance.now()
  const translated = file.replaceAll('</source>', '</source><target>{count} am Tisch {table}</target>')
  assert.deepEqual((await sendXliff(translated, '?dryRun=true')).body.added, 10_000)
  const tried = performance.now()
  const { body } = await sendXliff(translated)
  const ended = performance.now()
  t.diagnostic(
    `${Math.round(file.length / 1000)} kB: ${Math.round(exported - began)} ms out, ${Math.round(tried - exported)} ms tried, ${Math.round(ended - tried)} ms written`,
  )
  assert.deepEqual([body.added, body.rejected, body.rows.length], [10_000, [], 100])
  assert.equal((await owner.get(`${path}/translations/count?filter=locale==de`)).body.count, 10_000)
})
