/** ICU MessageFormat in imports: what a text may contain, and where the library alone would be wrong. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor
let path: string

before(async () => {
  path = `/applications/${(await newApplication(owner)).id}/keys/import?dryRun=true`
})

type Argument = { name: string; type: string }

const imported = (baseText: string, declared: Argument[] = []) =>
  owner.post(path, { baseLocale: 'en', keys: [{ key: 'a', baseText, arguments: declared }] })

interface Case {
  id: string
  level: 'must' | 'should' | 'open'
  message: string
  arguments?: Argument[]
  expectedService: 'valid' | 'invalid' | 'either'
}

const reference = new URL('../../../shared/reference/icu.json', import.meta.url)
test(
  'the verdicts of ICU, on every text that has one',
  { skip: !existsSync(reference) && 'they are not here' },
  async () => {
    const { cases } = JSON.parse(readFileSync(reference, 'utf8')) as { cases: Case[] }
    const wrong: string[] = []
    for (const { id, level, message, arguments: declared = [], expectedService } of cases) {
      if (expectedService === 'either') continue
      const legal = declared
        .filter(({ name }) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name))
        .map(({ name, type }) => ({ name, type: type.startsWith('CONFLICT') ? 'NUMBER' : type }))
      const { status, text } = await imported(message, legal)
      if (status !== (expectedService === 'valid' ? 200 : 400))
        wrong.push(`${id} ${level} ${JSON.stringify(message)}: ${status} ${text}`)
    }
    assert.deepEqual(wrong, [])
    assert.ok(cases.filter(({ level }) => level === 'must').length > 500)
  },
)

const nested = (depth: number) => '{mode, select, other{'.repeat(depth) + 'x' + '}}'.repeat(depth)
const long = (length: number) => '🎲'.repeat(length)

const MODE = [{ name: 'mode', type: 'STRING' }]
const ALL = [
  { name: 'any', type: 'ANY' },
  { name: 'word', type: 'STRING' },
  { name: 'count', type: 'NUMBER' },
  { name: 'day', type: 'DATE' },
]

for (const [what, text, declared] of [
  ['an empty text', '', []],
  ['a text that uses nothing of what it may', 'Good luck', ALL],
  ['every use of each type', USES(), ALL],
  ['tags as plain text', '<b>{any}</b> <br> </i> <', ALL],
  ['a closing brace that nothing opened, as in ICU', 'Hello }', []],
  ['braces in quotes', "'{'any'}' isn''t", []],
  ['4000 characters', long(4000), []],
  ['20 selects inside one another', nested(20), MODE],
  ['marks of writing direction around a name', '{\u200eany\u200f}', ALL],
  ['a number skeleton', '{count, number, ::currency/EUR .00 sign-always}', ALL],
  ['a unit of a number', '{count, number, ::unit/kilometer-per-hour}', ALL],
  ['a unit with its kind', '{count, number, ::measure-unit/volume-fluid-ounce .0}', ALL],
  ['21 significant digits', `{count, number, ::${'@'.repeat(21)}}`, ALL],
  ['100 decimals', `{count, number, ::.${'0'.repeat(100)}}`, ALL],
  ['21 leading digits', `{count, number, ::${'0'.repeat(21)}}`, ALL],
  ['a date skeleton', '{day, date, ::yMMMMd}', ALL],
  ['a date skeleton of 100 characters', `{day, date, ::${'y'.repeat(100)}}`, ALL],
  ['an ordinal with an offset and exact numbers', '{count, selectordinal, offset:1 =1{1st} other{#th}}', ALL],
  ['an offset, and exact numbers', '{count, plural, offset:1 =0{none} one{#} other{# or so}}', ALL],
] as [string, string, Argument[]][]) {
  test(`a base text may be ${what}`, async () => {
    const { status, text: answer } = await imported(text, declared)
    assert.equal(status, 200, answer)
  })
}

function USES(): string {
  return '{any} {word} {count} {day} {count, number} {count, plural, other{#}} {count, selectordinal, other{#}} {day, date} {day, time, short} {word, select, other{{any}}}'
}

for (const [what, text, code] of [
  ['an open brace', 'Hello {any', 'INVALID_MESSAGE'],
  ['an empty argument', '{}', 'INVALID_MESSAGE'],
  ['an unknown type', '{any, money}', 'INVALID_MESSAGE'],
  ['a plural without other', '{count, plural, one{x}}', 'INVALID_MESSAGE'],
  ['a select without other', '{word, select, a{x}}', 'INVALID_MESSAGE'],
  ['a selector twice', '{word, select, a{x} a{y} other{z}}', 'INVALID_MESSAGE'],
  ['an unknown argument', '{nobody}', 'UNKNOWN_ARGUMENT'],
  ['one in a branch', '{word, select, other{{nobody}}}', 'UNKNOWN_ARGUMENT'],
  ['a name that JavaScript has', '{constructor} {toString} {__proto__}', 'UNKNOWN_ARGUMENT'],
  ['a number for a name', '{0}', 'UNKNOWN_ARGUMENT'],
  ['a number that begins with a zero', '{01}', 'UNKNOWN_ARGUMENT'],
  ['ANY as a number', '{any, number}', 'ARGUMENT_TYPE_MISMATCH'],
  ['ANY as a plural', '{any, plural, other{#}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['ANY as a date', '{any, date}', 'ARGUMENT_TYPE_MISMATCH'],
  ['ANY as a select', '{any, select, other{}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['STRING as a number', '{word, number}', 'ARGUMENT_TYPE_MISMATCH'],
  ['STRING as an ordinal', '{word, selectordinal, other{#}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['STRING as a time', '{word, time}', 'ARGUMENT_TYPE_MISMATCH'],
  ['NUMBER as a date', '{count, date}', 'ARGUMENT_TYPE_MISMATCH'],
  ['NUMBER as a select', '{count, select, other{}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['DATE as a number', '{day, number}', 'ARGUMENT_TYPE_MISMATCH'],
  ['DATE as a plural', '{day, plural, other{}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['DATE as a select', '{day, select, other{}}', 'ARGUMENT_TYPE_MISMATCH'],
  ['two types for one argument', '{count, number} {count, date}', 'ARGUMENT_TYPE_MISMATCH'],
  ['4001 characters', long(4001), 'VALUE_TOO_LONG'],
  ['21 selects inside one another', `{word, select, other{${nested(20)}}}`, 'INVALID_MESSAGE'],
  ['as many braces as fit', '{word, select, other{'.repeat(190), 'INVALID_MESSAGE'],
  ['a number skeleton of no meaning', '{count, number, ::dozens}', 'INVALID_MESSAGE'],
  ['one that stops short', '{count, number, ::/EUR}', 'INVALID_MESSAGE'],
  ['one that settles its unit twice', '{count, number, ::percent currency/EUR}', 'INVALID_MESSAGE'],
  ['a fraction with exact significant digits', '{count, number, ::.00/@@}', 'INVALID_MESSAGE'],
  ['a unit that nobody knows', '{count, number, ::unit/meeple}', 'INVALID_MESSAGE'],
  ['one with its kind', '{count, number, ::measure-unit/length-meeple}', 'INVALID_MESSAGE'],
  ['a date skeleton of 101 characters', `{day, date, ::${'y'.repeat(101)}}`, 'INVALID_MESSAGE'],
  // ICU allows these, but intl-messageformat cannot format them, and so our clients cannot either.
  ['the type choice', '{count, choice, 0#none|1#one}', 'INVALID_MESSAGE'],
  ['the type spellout', '{count, spellout}', 'INVALID_MESSAGE'],
  ['the type ordinal', '{count, ordinal}', 'INVALID_MESSAGE'],
  ['the type duration', '{count, duration}', 'INVALID_MESSAGE'],
  ['a type in upper case', '{count, NUMBER}', 'INVALID_MESSAGE'],
  ['a plural case twice', '{count, plural, one{a} one{b} other{c}}', 'INVALID_MESSAGE'],
  ['an exact number with decimals', '{count, plural, =1.5{a} other{b}}', 'INVALID_MESSAGE'],
  [
    'an exact number beyond counting',
    '{count, plural, =99999999999999999999{a} other{b}}',
    'INVALID_MESSAGE',
  ],
  ['an offset with decimals', '{count, plural, offset:1.5 other{a}}', 'INVALID_MESSAGE'],
  ['an empty style', '{count, number, }', 'INVALID_MESSAGE'],
  ['an empty number skeleton', '{count, number, ::}', 'INVALID_MESSAGE'],
  ['a unit that no client has', '{count, number, ::measure-unit/length-furlong}', 'INVALID_MESSAGE'],
  ['22 significant digits', `{count, number, ::${'@'.repeat(20)}##}`, 'INVALID_MESSAGE'],
  ['101 decimals', `{count, number, ::.${'0'.repeat(101)}}`, 'INVALID_MESSAGE'],
  ['22 leading digits', `{count, number, ::${'0'.repeat(22)}}`, 'INVALID_MESSAGE'],
  ['22 of them in words', `{count, number, ::integer-width/*${'0'.repeat(22)}}`, 'INVALID_MESSAGE'],
  ['22 of them beside a power', `{count, number, ::E${'0'.repeat(22)}}`, 'INVALID_MESSAGE'],
  ['an empty date skeleton', '{day, date, ::   }', 'INVALID_MESSAGE'],
  ['a time zone in a skeleton', '{day, date, ::yMdvvvv}', 'INVALID_MESSAGE'],
  ['a date field that no client has', '{day, date, ::Q}', 'INVALID_MESSAGE'],
] as [string, string, string][]) {
  test(`a base text may not have ${what}`, async () => {
    const reply = await imported(text, [...ALL, ...MODE])
    assert.equal(reply.status, 400, reply.text)
    assert.ok(
      violations(reply).every((violation) => violation === `keys[0].baseText ${code}`),
      reply.text,
    )
  })
}

test('a fault is reported with its place, in words', async () => {
  const { body } = await imported('Hello {any', ALL)
  assert.match(body.errors[0].message, /^keys\[0\]\.baseText is not ICU MessageFormat: .* at character 7\.$/)
  const unknown = await imported('{nobody}', ALL)
  assert.match(unknown.body.errors[0].message, /uses \{nobody\}, which is not among the arguments/)
  const other = await imported('{word, number}', ALL)
  assert.match(other.body.errors[0].message, /uses \{word\} as NUMBER, but it is STRING\.$/)
})
