/** The forms of a text: what a translator fills in, and the text that is made of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf, namesOf, sampleFor, textOfForms, withForm } from '../../web/pages/translations/forms.ts'

const BASE = 'There {count, plural, =0 {is nobody} one {is # player} other {are # players}} at {table}.'

function formsIn(text: string) {
  const forms = formsOf(text)
  assert.ok(forms, text)
  return forms
}

test('each form has the whole sentence', () => {
  assert.deepEqual(formsIn(BASE).texts, {
    '=0': 'There is nobody at {table}.',
    one: 'There is # player at {table}.',
    other: 'There are # players at {table}.',
  })
})

test('a plural has the categories of the locale, and a select the names of the base text', () => {
  const base = formsIn(BASE)
  assert.deepEqual(namesOf({ ...base, texts: {} }, base, 'pl'), ['=0', 'one', 'few', 'many', 'other'])
  assert.deepEqual(namesOf(base, base, 'ja'), ['=0', 'one', 'other'])
  const select = formsIn('{gender, select, female {She} other {They}}')
  assert.deepEqual(namesOf({ ...select, texts: {} }, select, 'pl'), ['female', 'other'])
  assert.deepEqual(namesOf(formsIn('{n, selectordinal, other {#.}}'), undefined, 'en'), [
    'one',
    'two',
    'few',
    'other',
  ])
})

test('a form is written and taken away, and other stays the last', () => {
  const none = { ...formsIn('{n, plural, offset:1 one {#} other {#}}'), texts: {} }
  const written = withForm(withForm(none, 'other', '# osoby'), 'few', '# osób')
  assert.equal(textOfForms(written), '{n, plural, offset:1 few {# osób} other {# osoby}}')
  assert.deepEqual(formsIn(textOfForms(written)), written)
  assert.equal(textOfForms(withForm(withForm(written, 'few', ''), 'other', '')), '')
})

test('a sample leads to its form', () => {
  const forms = formsIn(BASE)
  assert.deepEqual(
    ['=0', 'one', 'few', 'many', 'other'].map((name) => sampleFor(forms, name, 'pl')),
    ['0', '1', '2', '0', '1.5'],
  )
})

test('a text that cannot be split stays one', () => {
  for (const text of [
    'plain',
    '{n, plural',
    "it''s {n, plural, other {#}}",
    '{a, plural, other {#}}{b, plural, other {#}}',
  ])
    assert.equal(formsOf(text), undefined, text)
})
