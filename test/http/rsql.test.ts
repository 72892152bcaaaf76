/** RSQL as the reference parser reads it, and bounded. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type RsqlNode, RsqlError, parseRsql } from '../../src/http/filter/rsql.ts'

type Tree = { and: Tree[] } | { or: Tree[] } | { sel: string; op: string; args: string[] }

function treeOf(node: RsqlNode): Tree {
  if ('and' in node) return { and: node.and.map(treeOf) }
  if ('or' in node) return { or: node.or.map(treeOf) }
  return { sel: node.selector, op: node.operator, args: node.values.map(({ text }) => text) }
}

const is = (sel: string, ...args: string[]): Tree => ({ sel, op: args.length > 1 ? '=in=' : '==', args })

const read: [input: string, tree: Tree][] = [
  ['a==1', is('a', '1')],
  [' a == 1 ', is('a', '1')],
  ['a.b-c_d==1', is('a.b-c_d', '1')],
  ['a==1;b==2,c==3', { or: [{ and: [is('a', '1'), is('b', '2')] }, is('c', '3')] }],
  ['a==1 and b==2 or c==3', { or: [{ and: [is('a', '1'), is('b', '2')] }, is('c', '3')] }],
  ['a==1;(b==2,c==3)', { and: [is('a', '1'), { or: [is('b', '2'), is('c', '3')] }] }],
  ['((a==1))', is('a', '1')],
  ['a=in=(1,2)', is('a', '1', '2')],
  ["a==';,()'", is('a', ';,()')],
  ['a=="it\\"s"', is('a', 'it"s')],
  ["a==''", is('a', '')],
  ['a==\\*', is('a', '\\*')],
  ['and==or', is('and', 'or')],
  [
    'a>1;b>=2;c<3;d<=4',
    {
      and: ['gt', 'ge', 'lt', 'le'].map((op, n) => ({
        sel: 'abcd'[n] ?? '',
        op: `=${op}=`,
        args: [String(n + 1)],
      })),
    },
  ],
]

for (const [input, tree] of read) {
  test(`${input} is read`, () => assert.deepEqual(treeOf(parseRsql(input)), tree))
}

for (const input of [
  '',
  ' ',
  'a',
  'a==',
  '==1',
  'a==1;',
  ',a==1',
  '(a==1',
  'a==1)',
  'a=in=()',
  'a=in=(1',
  "a=='1",
  'a=foo=1',
  'a=1',
  'a==(1,2)',
  'a==1b==2',
  '(a==1)and(b==2)',
  'a==1 AND b==2',
  'a=~1',
]) {
  test(`'${input}' is refused, with a place and what would be right`, () => {
    assert.throws(
      () => parseRsql(input),
      (error) => error instanceof RsqlError && error.position <= input.length,
    )
  })
}

test('wildcards are the stars that no backslash escapes', () => {
  const parts = (input: string) => {
    const node = parseRsql(`a==${input}`)
    return 'values' in node ? node.values[0]?.parts : []
  }
  assert.deepEqual(parts('*x*'), ['', 'x', ''])
  assert.deepEqual(parts('"a*b"'), ['a', 'b'])
  assert.deepEqual(parts('a\\*b'), ['a*b'])
  assert.deepEqual(parts("'a\\*b'"), ['a*b'])
  assert.deepEqual(parts("'a\\\\*b'"), ['a\\', 'b'])
  assert.deepEqual(parts("'a\\'b'"), ["a'b"])
  assert.deepEqual(parts('a\\b'), ['a\\b'])
})

test('its size is bounded, and reading it takes no recursion to harm', () => {
  for (const input of [
    `a=='${'x'.repeat(4000)}'`,
    Array(65).fill('a==1').join(';'),
    `${'('.repeat(17)}a==1${')'.repeat(17)}`,
    '('.repeat(3900),
    `a=in=(${Array(101).fill('1').join(',')})`,
  ]) {
    assert.throws(() => parseRsql(input), RsqlError)
  }
  parseRsql(Array(64).fill('a==1').join(';'))
  parseRsql(`${'('.repeat(16)}a==1${')'.repeat(16)}`)
  parseRsql(`a=='${'🎲'.repeat(3990)}'`)
})

test('whatever text comes, it is read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`ab=!<>~;,()'"\\* `) }), (input) => {
      try {
        parseRsql(input)
      } catch (error) {
        assert.ok(error instanceof RsqlError)
      }
    }),
    { numRuns: 2000 },
  )
})

const suite = new URL('../../../shared/reference/rsql.json', import.meta.url)

interface Case {
  id: string
  input: string
  expected: { ast?: Tree; error?: boolean }
}

/** The reference takes any `=word=`; ours are those there are. */
const otherOperators = (tree: Tree): boolean =>
  'sel' in tree
    ? /^=(?!gt|ge|lt|le|in|out|null)\w*=$/.test(tree.op)
    : ('and' in tree ? tree.and : tree.or).some(otherOperators)

test('the reference suite', { skip: !existsSync(suite) && 'the suite is not here' }, () => {
  const { cases } = JSON.parse(readFileSync(suite, 'utf8')) as { cases: Case[] }
  const wrong: string[] = []
  for (const { id, input, expected } of cases) {
    if (input === undefined || (expected.ast === undefined && !expected.error)) continue
    if (expected.ast && otherOperators(expected.ast)) continue
    if (id === 'RSQL-P-180') continue // =null= is an operator of ours
    let found: Tree | string
    try {
      found = treeOf(parseRsql(input))
    } catch (error) {
      assert.ok(error instanceof RsqlError)
      found = error.message
    }
    const right = expected.ast
      ? JSON.stringify(found) === JSON.stringify(expected.ast)
      : typeof found === 'string'
    if (!right) wrong.push(`${id} ${input}: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`)
  }
  assert.deepEqual(wrong, [])
})
