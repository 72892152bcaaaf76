/**
 * No read costs more with more matches, except those that we know. Each read is counted for ten callers, with 2,000 and with
 * 20,000 matches.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { type Grown, faultOf, grownOf } from '../../bench/growth/compare.ts'
import { type Counted, countAll } from '../../bench/growth/count.ts'
import { GROWING } from '../../bench/growth/growing.ts'
import { load } from '../../bench/load.ts'
import { people } from '../../bench/people.ts'
import { testDatabase } from '../database.ts'

/** A thousand of them give their claims to the person who has 1,000 claims. */
const CROWD = { someones: 1_178, citizens: 3_000 }
const FEW = 2_000

let counted: Counted[]
let grown: Grown[]

before(async () => {
  const [few, many] = await Promise.all([FEW, FEW * 10].map(countWith))
  assert.ok(few && many)
  counted = many
  grown = grownOf(few, many)
})

async function countWith(matches: number): Promise<Counted[]> {
  const database = await testDatabase({ alone: true, statementTimeout: 60_000 })
  after(() => database.close())
  const { recorders } = await people(database.db)
  await load(database.connection, recorders, matches, CROWD)
  return countAll(database.db)
}

test('every read is asked for', () => {
  const asked = new Set(counted.map(({ operation }) => operation))
  const reads = operations.filter(({ handling }) => handling.kind === 'read')
  assert.deepEqual(
    reads.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
    [],
  )
})

test('reads that cost more with ten times the matches are known, and stay within their limits', () => {
  assert.deepEqual(
    grown.flatMap((one) => faultOf(one, 'few') ?? []),
    [],
  )
})

test('what is known to grow names operations that there are', () => {
  const ids = new Set(operations.map(({ id }) => id))
  assert.deepEqual(
    GROWING.flatMap((row) => row.operations).filter((id) => !ids.has(id)),
    [],
  )
})
