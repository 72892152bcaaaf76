/** How values from the catalogue and from the rulebook are compared, and how reliable the result is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CatalogueValues, reliabilityOf } from '../../src/pipeline/reliability.ts'

const evident = <T>(value: T) => ({ value, quote: 'as it stands there', url: 'https://rules.example.org/' })

test('nothing that both sides know is UNVERIFIED', () => {
  const nothing = { reliability: 'UNVERIFIED', checks: [] }
  assert.deepEqual(reliabilityOf({}, {}), nothing)
  assert.deepEqual(reliabilityOf({ minPlayers: 2 }, { maxPlayers: evident(4) }), nothing)
  assert.deepEqual(
    reliabilityOf({ minPlayers: 0, minAge: null }, { minPlayers: evident(2), minAge: evident(8) }),
    nothing,
  )
  assert.deepEqual(reliabilityOf({ minPlayers: 2 }, { minPlayers: evident(0) }), nothing)
})

test('one or two equal fields are MEDIUM, three are HIGH', () => {
  const catalogue = { minPlayers: 2, maxPlayers: 4, yearPublished: 1999, minAge: 8 }
  const two = { minPlayers: evident(2), maxPlayers: evident(4) }
  assert.equal(reliabilityOf(catalogue, { minPlayers: evident(2) }).reliability, 'MEDIUM')
  assert.equal(reliabilityOf(catalogue, two).reliability, 'MEDIUM')
  assert.deepEqual(reliabilityOf(catalogue, { ...two, minAge: evident(8) }), {
    reliability: 'HIGH',
    checks: [
      { field: 'minPlayers', catalogValue: '2', llmValue: '2', matches: true },
      { field: 'maxPlayers', catalogValue: '4', llmValue: '4', matches: true },
      { field: 'minAge', catalogValue: '8', llmValue: '8', matches: true },
    ],
  })
})

test('a playing time matches within the range of the rulebook', () => {
  for (const [minutes, matches] of [
    [59, false],
    [60, true],
    [90, true],
    [120, true],
    [121, false],
  ] as const)
    assert.deepEqual(
      reliabilityOf({ playingTime: minutes }, { playingTime: evident({ from: 60, to: 120 }) }),
      {
        reliability: matches ? 'MEDIUM' : 'LOW',
        checks: [{ field: 'playingTime', catalogValue: String(minutes), llmValue: '60-120', matches }],
      },
    )
})

test('however many are equal, one mismatch is LOW', () => {
  const fields = ['minPlayers', 'maxPlayers', 'yearPublished', 'minAge'] as const
  fc.assert(
    fc.property(
      fc.subarray([...fields], { minLength: 1 }),
      fc.integer({ min: 1, max: 99 }),
      (known, value) => {
        const catalogue: CatalogueValues = Object.fromEntries(known.map((field) => [field, value]))
        const same = Object.fromEntries(known.map((field) => [field, evident(value)]))
        const other = { ...same, [known[0] ?? 'minAge']: evident(value + 1) }
        assert.equal(reliabilityOf(catalogue, same).reliability, known.length >= 3 ? 'HIGH' : 'MEDIUM')
        assert.equal(reliabilityOf(catalogue, other).reliability, 'LOW')
        assert.equal(reliabilityOf(catalogue, other).checks.length, known.length)
      },
    ),
  )
})
