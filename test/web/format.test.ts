/** Our own formatting of messages gives the same text as the library, or leaves the message to the library. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { format, plainOf } from '../../web/texts/format.ts'

const byLibrary = (message: string, values: Record<string, unknown>, locale: string) =>
  new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values as never)

const MESSAGES = [
  'Plain',
  '{name} won',
  '{ name } won',
  "It''s {name}''s turn",
  "It's {name}'s turn",
  "'{name}' is {name}",
  "'{a {b} c}' {name}",
  "trailing apostrophe {name}'",
  '{count, plural, one {# match} other {# matches}}',
  '{count, plural, =0 {none} =1 {one alone} other {# of {name}}}',
  '{count, plural, offset:1 =0 {nobody} one {{name} and # other} other {{name} and # others}}',
  '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  "{count, plural, other {'#' is # and '{'}}",
  '{name, select, Alma {hers} other {theirs}} {count, number}',
  '{name, select, Alma {{count, plural, one {her match} other {her # matches}}} other {no}}',
  '{count, plural, one {one} other {{name, select, Alma {# hers} other {#}}}}',
  '<b>{name}</b> & "{count}"',
  '# is no number here, {name}',
  '',
]

test('what it formats is what the library formats, in languages with other plurals and digits', () => {
  for (const message of MESSAGES)
    for (const locale of ['en', 'de', 'pl', 'ar-EG', 'fr', 'cy'])
      for (const count of [0, 1, 2, 3, 5, 11, 21, 1234, 1.5])
        for (const name of ['Alma', "O'Neill {x}"]) {
          const values = { name, count }
          const expected = byLibrary(message, values, locale)
          const actual = plainOf(message) ?? format(message, values, { language: locale, region: locale })
          assert.equal(actual, expected, `${locale} ${count} ${message}`)
        }
})

test('it leaves the rest to the library, and never throws', () => {
  for (const message of [
    '{at, date, short}',
    '{n, number, percent}',
    '{n, number, ::compact-short}',
    '{n, plural, one {x}}',
    '{n, plural, other {x}',
    '{',
    '}',
    '{}',
    '{a b}',
    '{n, frog}',
    "'{open",
  ]) {
    const done = format(message, { at: new Date(0), n: 1 }, { language: 'en', region: 'en' })
    if (done !== undefined) assert.equal(done, byLibrary(message, { at: new Date(0), n: 1 }, 'en'), message)
  }
  assert.equal(format('{at, date, short}', {}, { language: 'en', region: 'en' }), undefined)
})
