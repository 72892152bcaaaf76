/** Texts by people: what can be a name, what counts as empty, and which texts count as equal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { faultOfAccountName, faultOfName, folded, isBlank } from '../../src/http/schema/text.ts'
import { testDatabase } from '../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('text of white space and characters without a shape is blank', () => {
  for (const text of [
    '',
    ' \t\n',
    '\u00a0\u3000',
    '\u200b',
    '\u200d\ufe0f',
    '\u3164',
    '\u2800',
    '\u00ad\u2060',
    '\u{e0041}',
  ])
    assert.ok(isBlank(text), JSON.stringify(text))
  for (const text of ['.', ' x ', '\u200bx', '👨‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '\u0301', '가', '\u0600'])
    assert.ok(!isBlank(text), JSON.stringify(text))
})

test('a name has one line, and does not reverse other text', () => {
  for (const name of ['a\nb', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'a\u202eb', '\u2066a\u2069', 'a\u007f'])
    assert.equal(faultOfName(name)?.code, 'INVALID_FORMAT', JSON.stringify(name))
  for (const name of ['\u200b', '\u3164\u2800']) assert.equal(faultOfName(name)?.code, 'VALUE_TOO_SHORT')
  for (const name of ['Ann-Marie O’Neil', 'بدر\u200cعلي', 'א\u200fב', '👩‍🚀', 'क्‍ष'])
    assert.equal(faultOfName(name), undefined, name)
})

test('two names of accounts that look alike are not both names', () => {
  for (const one of ['\u200b', '\ufe0f', '\u00ad', '\u200d', '\u2060', '\u3164', '\u{e0041}'])
    assert.equal(faultOfAccountName(`bo${one}ss`)?.code, 'INVALID_FORMAT', JSON.stringify(one))
  for (const blank of ['  ', '\u00a0', '\u3000', '\u2800', '\u2009'])
    assert.equal(faultOfAccountName(`the${blank}boss`)?.code, 'INVALID_FORMAT', JSON.stringify(blank))
  for (const name of ['boss', 'the boss', 'Zoë', 'בדר', '山田 太郎', 'क्ष', '🙂'])
    assert.equal(faultOfAccountName(name), undefined, name)
})

test('the service and the database fold text alike', async () => {
  const texts = [
    'Abc',
    'STRASSE',
    'Straße',
    'ẞ',
    '\u00c5',
    'A\u030a',
    '\u212b',
    'ΟΔΟΣ',
    'οδος',
    'İ',
    'ı',
    'I',
    '\u0390',
    'ﬁ',
    'Ǆ',
    '가',
    '\u1112\u1161\u11ab',
    'ĳ',
    '🎲',
  ]
  const rows = await database.db.many(sql<{ folded: string }>`
    select folded(value) as folded from unnest(${texts}::text[]) with ordinality given (value, position) order by position`)
  assert.deepEqual(
    rows.map(({ folded }) => folded),
    texts.map(folded),
  )
  const classes = [
    ['STRASSE', 'Straße'],
    ['\u00c5', 'A\u030a', '\u212b', '\u00e5'],
    ['ΟΔΟΣ', 'οδος'],
    ['\u0390', '\u03b9\u0308\u0301'],
  ]
  for (const [first = '', ...others] of classes)
    for (const other of others) assert.equal(folded(other), folded(first))
  assert.notEqual(folded('ı'), folded('i'))
})
