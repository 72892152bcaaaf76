/** What the widest filters cost. Joining comparisons into a list does not change what they find. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import { MOST_LOOKS, MOST_WILDCARDS } from '../../src/http/filter/fields.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { type Service, present, testService, violations } from '../support.ts'
import { type World, worldOf } from '../world.ts'

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10'
const caller: UserCaller = {
  key: 'somebody',
  userId: ID,
  canonicalPlayerId: ID,
  scopes: new Set(),
  accountId: undefined,
  erased: false,
}

const searched = operations.filter(({ query }) => query.parameters.some(({ name }) => name === 'filter'))

const fieldsOf = ({ query }: Operation): string[] => {
  const { description } = present(query.parameters.find(({ name }) => name === 'filter'))
  return [...present(description.split('Filterable: ')[1]).matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

/** The number of subselects in a statement, or the violations of its filter as text. */
function selectsOf(operation: Operation, filter: string): number | string {
  const { handling, query: reader, path } = operation
  assert.ok(handling.kind === 'read')
  const { value: query, violations: wrong } = reader.read(
    new Map([['filter', filter]]),
    '/',
    createSecretKey(randomBytes(32)),
  )
  if (wrong) return wrong.map(({ message }) => message).join(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, name === 'dataType' ? 'PROFILE' : ID]))
  return handling.statement({ caller, params, query, body: undefined }).text.split(/\bselect\b/).length - 1
}

/** Makes different values of each kind, so that no two comparisons are equal. */
const VALUES: ((n: number) => string)[] = [
  (n) => ID.slice(0, -2) + String(n + 10),
  (n) => `2024-01-01T00:00:${String(n % 60).padStart(2, '0')}Z`,
  (n) => String(n),
  (n) => String(n % 2 === 0),
]
const WORDS = /one of (\w+), (\w+)/

/** Returns values that the field accepts. */
function valueOf(operation: Operation, field: string): (n: number) => string {
  const fitting = VALUES.find((value) => typeof selectsOf(operation, `${field}==${value(1)}`) === 'number')
  if (fitting) return fitting
  const words = present(WORDS.exec(String(selectsOf(operation, `${field}==?`))))
  return (n) => words[1 + (n % 2)] ?? ''
}

const OPERATORS = ['==', '!=', '=in=', '=out=', '=gt=', '=le=']
const TOO_MANY_LOOKS = /^This search is too wide: it has \d+ conditions/
const COLLECTIONS = /^(expansions|members)|^(tags|roles)$/

const repeated = (times: number, sign: string, comparison: (n: number) => string) => {
  const all: string[] = []
  for (let n = 0; n < times && all.join(sign).length < 3_900; n++) all.push(comparison(n))
  return all.join(sign)
}

for (const operation of searched) {
  test(`${operation.id} reads as much for 64 comparisons of a field as for one`, () => {
    for (const field of fieldsOf(operation)) {
      const value = valueOf(operation, field)
      const many = COLLECTIONS.test(field)
      const selects = (times: number, sign: string, operator: string) =>
        selectsOf(
          operation,
          repeated(times, sign, (n) => `${field}${operator}${value(n)}`),
        )
      // Several `==` joined by `,` become one comparison with a list, and so do several `!=` joined by `;`.
      assert.equal(selects(64, ',', '=='), selects(1, ',', '=='), field)
      assert.equal(selects(64, ',', '=in='), selects(1, ',', '=in='), field)
      if (!many) assert.equal(selects(64, ';', '!='), selects(1, ';', '!='), field)
      else assert.match(String(selects(64, ';', '!=')), TOO_MANY_LOOKS)
      for (const operator of OPERATORS) {
        if (typeof selects(1, ',', operator) === 'string') continue // the field has no order
        for (const sign of [',', ';']) {
          if (many && sign === ';') assert.match(String(selects(64, sign, operator)), TOO_MANY_LOOKS)
          else
            assert.equal(
              selects(64, sign, operator),
              selects(16, sign, operator),
              `${field}${operator}${sign}`,
            )
        }
      }
      const mixed = (times: number) =>
        selectsOf(
          operation,
          repeated(times, ',', (n) => `(${field}==${value(n)};${field}!=${value(n + 1)})`),
        )
      if (many) assert.match(String(mixed(32)), TOO_MANY_LOOKS)
      else assert.equal(mixed(32), mixed(8), field)
    }
  })
}

test('values with a wildcard are counted in every field that is text', () => {
  for (const operation of searched) {
    for (const field of fieldsOf(operation)) {
      const like = (times: number) =>
        selectsOf(
          operation,
          repeated(times, ',', (n) => `${field}=='*${n}*'`),
        )
      if (typeof like(1) === 'string') continue // the field is not text
      assert.equal(typeof like(MOST_WILDCARDS), 'number')
      assert.match(
        String(like(MOST_WILDCARDS + 1)),
        /^This search is too wide: 17 of its values have a wildcard/,
      )
    }
  }
})

let service: Service
let world: World

before(async () => {
  service = await testService()
  world = await worldOf(service)
})
after(() => service.close())

test('a filter that asks too much is refused with the limit, and the most that it may ask is answered', async () => {
  const { alice } = world
  const looks = (times: number) => repeated(times, ';', (n) => `expansionsName=='a${n}'`)
  const asked = async (filter: string) => alice.get(`/matches/count?${new URLSearchParams({ filter })}`)
  assert.equal((await asked(looks(MOST_LOOKS))).status, 200)
  const refused = await asked(looks(MOST_LOOKS + 1))
  assert.deepEqual([refused.status, ...violations(refused)], [400, 'query INVALID_SEARCH'])
  assert.match(refused.body.detail, /at most 4 are allowed/)
  const alternatives = await asked(repeated(64, ',', (n) => `expansionsName!='a${n}'`))
  assert.equal(alternatives.status, 200, alternatives.text)
})

test('a filter finds what its comparisons find, joined', async () => {
  const { alice } = world
  const game = await world.game()
  const expansions = [await world.expansion(game.id), await world.expansion(game.id)]
  const playset = await world.playset(game.id)
  const ghostPlayer = await world.ghostPlayer()
  for (let n = 0; n < 6; n++) {
    const made = await alice.post('/matches', {
      gameId: n === 5 ? (await world.game()).id : game.id,
      ...(n === 1 ? { playsetId: playset.id } : {}),
      expansions: n === 5 ? [] : expansions.slice(0, n % 3).map(({ id }) => id),
      playedAt: `2025-01-0${n + 1}T00:00:00Z`,
      participants: [{ ghostPlayerId: ghostPlayer.id }],
    })
    assert.equal(made.status, 201, made.text)
  }
  const ids = async (filter: string): Promise<Set<string>> => {
    const reply = await alice.get(`/matches?${new URLSearchParams({ filter, limit: '100' })}`)
    assert.equal(reply.status, 200, `${filter}: ${reply.text}`)
    return new Set(reply.body.items.map(({ id }: { id: string }) => id))
  }
  const leaves = [
    `expansionsId==${expansions[0]?.id}`,
    `expansionsId!=${expansions[0]?.id}`,
    "expansionsName=='*tides*'",
    'expansionsName=null=true',
    "playsetName=='fri*'",
    'playsetName!=friday',
    "gameName=gt='harbour'",
    "gameName!='harbour*'",
    'playedAt!=2025-01-02T00:00:00Z',
  ]
  const found = new Map<string, Set<string>>()
  for (const leaf of leaves) found.set(leaf, await ids(leaf))
  const of = (leaf: string) => present(found.get(leaf))
  for (const [n, one] of leaves.entries()) {
    for (const other of leaves.slice(n + 1)) {
      const third = present(leaves[(n * 5 + 3) % leaves.length])
      const mixed = `(${one};${other}),${third}`
      assert.deepEqual(await ids(mixed), of(one).intersection(of(other)).union(of(third)), mixed)
      const other2 = `(${one},${third});(${other},${third})`
      assert.deepEqual(
        await ids(other2),
        of(one)
          .union(of(third))
          .intersection(of(other).union(of(third))),
        other2,
      )
    }
  }
})
