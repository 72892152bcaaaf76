/** SQL statements as values: their text and parameters, and the cache of their templates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preparedStatement } from '../../src/db/prepared-statements.ts'
import {
  type Sql,
  allOf,
  anyOf,
  bulk,
  empty,
  join,
  named,
  prepared,
  raw,
  search,
  sql,
} from '../../src/db/sql.ts'

test('fragments nest, and their parameters are numbered through', () => {
  const inner = sql`b = ${2} or ${sql`c = ${3}`}`
  const statement = sql`select ${1} where ${inner} and ${raw('d')} = ${4}${empty}`
  assert.equal(statement.text, 'select $1 where b = $2 or c = $3 and d = $4')
  assert.deepEqual(statement.values, [1, 2, 3, 4])
})

test('conditions are joined in parentheses, and none is true of all and false of any', () => {
  const two = [sql`a = ${1}`, sql`b`]
  assert.equal(allOf(two).text, '((a = $1) and (b))')
  assert.equal(anyOf(two).text, '((a = $1) or (b))')
  assert.deepEqual([allOf([]).text, anyOf([]).text], ['true', 'false'])
  assert.throws(() => join([]), /fragment/)
})

test('a text that is found by its templates is the text that they make', () => {
  const pair = (one: unknown, other: unknown) => sql`${one}, ${other}`
  const f = sql`f(${1})`
  const statements: (() => Sql)[] = [
    () => pair(1, 2),
    () => pair(f, 2),
    () => pair(1, f),
    () => pair(f, f),
    () => pair(pair(1, 2), pair(f, raw('g'))),
    () => pair(pair(1, 2), pair(f, raw('h'))),
    () => pair(raw(''), sql``),
    () => join([f, f]),
    () => join([f, f, f]),
    () => join([f, f], ' and '),
    () => pair(f, join([f])),
    () => pair(join([f, f]), 3),
  ]
  for (let round = 0; round < 2; round++)
    for (const make of statements) {
      const { text, values } = make()
      const found = preparedStatement(make())
      assert.deepEqual([found.text, found.values], [text, values])
    }
  const names = new Map(statements.map((make) => [preparedStatement(make()).name, make().text]))
  assert.equal(names.size, new Set(statements.map((make) => make().text)).size, 'a name for each text')
})

test('a statement that is planned for its values has no name', () => {
  const { name, text } = preparedStatement(prepared(sql`select ${1}`, 'never'))
  assert.deepEqual([name, text], [undefined, 'select $1'])
})

test('a statement stays as it was when another one is made of it', () => {
  const shared = sql`select 1`
  const before = { ...shared.sending }
  const others = [named('other', shared), prepared(shared, 'never'), search(shared), bulk(shared)]
  assert.deepEqual(shared.sending, before)
  assert.deepEqual(
    others.map(({ sending }) => [sending.label === 'other', sending.prepared, sending.kind]),
    [
      [true, 'always', 'plain'],
      [false, 'never', 'plain'],
      [false, 'never', 'search'],
      [false, 'always', 'bulk'],
    ],
  )
})
