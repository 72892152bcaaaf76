/** How the bundler's small files are grouped: no file is lost, no imports are circular, and no page needs many files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Part, grouped } from '../../src/pages/app/groups.ts'
import { type Random, randomOf } from '../worlds/random.ts'

const part = (bytes: number, imports: string[] = [], more: Partial<Part> = {}): Part => ({
  bytes,
  imports,
  loads: [],
  isEntry: false,
  isReserved: false,
  ...more,
})

const page = (bytes: number, imports: string[] = []) => part(bytes, imports, { isEntry: true })

/** The groups as texts, sorted, with sorted names in each. */
const sorted = (groups: string[][]) => groups.map((group) => group.toSorted().join(' ')).toSorted()

test('what the start imports is in the first group, with all that this imports', () => {
  const parts = new Map([
    ['page', page(90_000, ['two'])],
    ['start', part(100, ['one'], { loads: ['page'] })],
    ['one', part(100, ['two'])],
    ['two', part(100)],
  ])
  assert.deepEqual(grouped(parts, 'start'), [['start', 'one', 'two'], ['page']])
})

test('what several pages need is in a file of its own, or in the first where it costs less than a request', () => {
  const parts = new Map([
    ['start', part(1_000, [], { loads: ['a', 'b', 'c'] })],
    ['a', page(50_000, ['small', 'large'])],
    ['b', page(50_000, ['large'])],
    ['c', page(50_000, ['small'])],
    ['small', part(500)],
    ['large', part(60_000)],
  ])
  assert.deepEqual(sorted(grouped(parts, 'start')), ['a', 'b', 'c', 'large', 'small start'])
})

test('what a page shares only with its own later parts is in its file', () => {
  const parts = new Map([
    ['start', part(1_000, [], { loads: ['a', 'b'] })],
    ['a', part(50_000, ['words'], { isEntry: true, loads: ['dialog'] })],
    ['dialog', page(50_000, ['words'])],
    ['words', part(20_000)],
    ['b', page(50_000)],
  ])
  assert.deepEqual(sorted(grouped(parts, 'start')), ['a words', 'b', 'dialog', 'start'])
})

test('a reserved page does not divide what everybody loads', () => {
  const groupsWith = (isReserved: boolean) => {
    const parts = new Map([
      ['start', part(1_000, [], { loads: ['a', 'b', 'c'] })],
      ['a', page(50_000, ['used', 'unused'])],
      ['b', page(50_000, ['used', 'unused'])],
      ['c', part(50_000, ['used'], { isEntry: true, isReserved })],
      ['used', part(30_000)],
      ['unused', part(30_000)],
    ])
    return sorted(grouped(parts, 'start'))
  }
  assert.deepEqual(groupsWith(false), ['a', 'b', 'c', 'start used', 'unused'])
  assert.deepEqual(groupsWith(true), ['a', 'b', 'c', 'start unused used'])
})

test('two are not joined around a third, which would begin before what it needs', () => {
  const parts = new Map([
    ['start', part(1_000, [], { loads: ['a', 'b'] })],
    ['a', page(50_000, ['top'])],
    ['b', page(50_000, ['middle'])],
    ['top', part(10, ['middle', 'bottom'])],
    ['middle', part(90_000, ['bottom'])],
    ['bottom', part(10)],
  ])
  for (const group of grouped(parts, 'start'))
    assert.ok(
      !(group.includes('top') && group.includes('bottom')) || group.includes('middle'),
      group.join(' '),
    )
})

/** Makes an app at random, in which pages share files. A file imports only files that come after it. */
function anyApp({ below, some }: Random): Map<string, Part> {
  const files = Array.from({ length: 10 + below(50) }, (_, n) => `shared-${n}`)
  const pages = Array.from({ length: 5 + below(25) }, (_, n) => `page-${n}`)
  const few = (from: readonly string[], many: number) => some(from, many / files.length)
  return new Map([
    ['start', part(50_000, few(files, 3), { loads: pages })],
    ...pages.map((name): [string, Part] => [name, page(1_000 + below(40_000), few(files, 8))]),
    ...files.map((name, n): [string, Part] => [name, part(50 + below(30_000), few(files.slice(n + 1), 2))]),
  ])
}

test('of any app: each file is in one group, no two pages in one, none in a circle, and a page asks for nine', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const parts = anyApp(randomOf(seed))
    const groups = grouped(parts, 'start')
    assert.deepEqual(groups.flat().toSorted(), [...parts.keys()].toSorted())
    const groupOf = new Map(groups.flatMap((group, n) => group.map((name) => [name, n])))
    const importsOf = (n: number) =>
      new Set(
        (groups[n] ?? [])
          .flatMap((name) => parts.get(name)?.imports ?? [])
          .map((name) => groupOf.get(name) ?? -1)
          .filter((other) => other !== n),
      )
    const needed = (n: number, on: readonly number[] = [], found = new Set<number>()): Set<number> => {
      assert.ok(!on.includes(n), `seed ${seed}: ${groups[n]?.join(' ')} imports itself by way of others`)
      found.add(n)
      for (const other of importsOf(n))
        if (!found.has(other) || on.includes(other)) needed(other, [...on, n], found)
      return found
    }
    for (const [n, group] of groups.entries()) {
      const entries = group.filter((name) => parts.get(name)?.isEntry)
      assert.ok(entries.length <= (n === 0 ? 0 : 1), `seed ${seed}: ${entries.join(' and ')} are one file`)
      if (entries.length > 0)
        assert.ok(needed(n).union(new Set([0])).size <= 9, `seed ${seed}: ${entries[0]}`)
    }
  }
})
