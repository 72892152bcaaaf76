/** The model of ratings: an example computed by hand, all finishes of 2 to 6 people, sides, and the figures that people see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FORMULA,
  type Strength,
  UNKNOWN,
  rated,
  shownRating,
  shownUncertainty,
} from '../../../src/resources/ratings/bradley-terry.ts'

const alone = (place: number, strength: Strength = UNKNOWN) => ({ place, players: [strength] })

/** The strengths after a match without sides. Before it, all were equal. */
const finished = (places: readonly number[]): Strength[] => rated(places.map((place) => alone(place))).flat()

const close = (actual: number, expected: number, what: string) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual}, not ${expected}`)

test('a match of two is reckoned by hand', () => {
  // c = √(2·(25/3)² + 2·(25/6)²) = 13.17615692; each had the chance ½.
  // μ moves by (25/3)²/c · ½ = 2.63523138, and σ² shrinks by γ·(25/3)²/c²·¼ = 0.63245553·0.4·0.25 = 6.324555 %.
  const [winner, loser] = finished([1, 2])
  close(winner?.mu ?? 0, 25 + 2.6352313834736494, 'winner')
  close(loser?.mu ?? 0, 25 - 2.6352313834736494, 'loser')
  for (const one of [winner, loser])
    close(one?.sigma ?? 0, (25 / 3) * Math.sqrt(1 - 0.6324555320336759 * 0.1), 'deviation')
  const tie = finished([1, 1])
  for (const one of tie) close(one.mu, 25, 'a tie of equals moves nobody')
})

test('a match of many is one match: nobody is known for sure by it, and it moves nobody further than two of two would', () => {
  const [of2] = finished([1, 2])
  for (const seats of [5, 8, 17, 20, 40, 300]) {
    const after = finished(Array.from({ length: seats }, (_, n) => n + 1))
    for (const { mu, sigma } of after) {
      assert.ok(shownUncertainty({ mu, sigma }) > 300, `${seats} at a table: σ ${sigma}`)
      assert.ok(Math.abs(mu - 25) < 2 * ((of2?.mu ?? 0) - 25) + 1e-9, `${seats} at a table: μ ${mu}`)
    }
  }
})

test('the winner of a table of 20 who then loses 30 duels against its last player is behind that player', () => {
  const after = finished(Array.from({ length: 20 }, (_, n) => n + 1))
  let [first = UNKNOWN, last = UNKNOWN] = [after[0], after[19]]
  for (let n = 0; n < 30; n++) [last = last, first = first] = rated([alone(1, last), alone(2, first)]).flat()
  assert.ok(shownRating(first) < shownRating(last), `${shownRating(first)} and ${shownRating(last)}`)
})

test('a thousand matches leave room for a strength that changes, and nobody is known less than somebody new', () => {
  let pair = finished([1, 2])
  for (let n = 0; n < 1_000; n++)
    pair = rated(pair.map((one, index) => alone(1 + ((index + n) % 2), one))).flat()
  assert.ok(
    pair.every((one) => shownUncertainty(one) > 50),
    JSON.stringify(pair),
  )
  const [one] = rated([alone(1), alone(1, { mu: 500, sigma: 1 })]).flat()
  assert.ok(one && one.sigma <= UNKNOWN.sigma)
})

/**
 * If this fails, the same matches give other ratings than before. Raise `FORMULA`, so that stored ratings are made again. Write
 * the new number and the new figures here.
 */
test('the formula has the number by which older ratings are found', () => {
  const [a = UNKNOWN, b = UNKNOWN, c = UNKNOWN] = finished([1, 2, 2])
  const sides = [
    { place: 1, players: [b, c] },
    { place: 2, players: [a, { mu: 30, sigma: 1 }] },
  ]
  const figures = rated(sides).flatMap((side) =>
    side.map(({ mu, sigma }) => `${mu.toFixed(9)} ${sigma.toFixed(9)}`),
  )
  assert.deepEqual(
    [FORMULA, ...figures],
    [
      1,
      '26.158157579 7.794378228',
      '26.158157579 7.794378228',
      '25.598663343 7.846963300',
      '29.952905826 1.013530939',
    ],
  )
})

test('whoever beats somebody stronger gains more, and whoever is known well moves less', () => {
  const gain = (own: Strength, other: Strength) =>
    (rated([alone(1, own), alone(2, other)])[0]?.[0]?.mu ?? 0) - own.mu
  const sure = { mu: 25, sigma: 2 }
  assert.ok(gain(UNKNOWN, { mu: 35, sigma: 3 }) > gain(UNKNOWN, { mu: 15, sigma: 3 }))
  assert.ok(gain(sure, UNKNOWN) < gain(UNKNOWN, sure))
  assert.ok(gain(UNKNOWN, { mu: -200, sigma: 1 }) >= 0, 'a win never costs')
})

/** Every way in which this number of people can finish, with ties. Places begin with 1 and have no gaps. */
function* waysOfFinishing(people: number, places: number[] = []): Generator<number[]> {
  if (places.length === people) {
    const used = new Set(places)
    if (Array.from(used).every((place) => place === 1 || used.has(place - 1))) yield places
    return
  }
  for (let place = 1; place <= people; place++) yield* waysOfFinishing(people, [...places, place])
}

test('in all 5,315 ways in which 2 to 6 people can finish, who is ahead gains more, who tied the same, and the sum stays', () => {
  let ways = 0
  for (let people = 2; people <= 6; people++)
    for (const places of waysOfFinishing(people)) {
      ways++
      const after = finished(places)
      const what = places.join(' ')
      close(
        after.reduce((sum, { mu }) => sum + mu, 0),
        25 * people,
        what,
      )
      for (const [i, one] of after.entries()) {
        assert.ok(one.sigma < UNKNOWN.sigma, 'every match tells something')
        for (const [q, other] of after.entries()) {
          if ((places[i] ?? 0) < (places[q] ?? 0)) assert.ok(one.mu > other.mu, what)
          if (places[i] === places[q]) close(one.mu, other.mu, what)
        }
      }
    }
  assert.equal(ways, 5_315)
})

test('the mates of a side move together, each by their own uncertainty', () => {
  const [ours = [], theirs = []] = rated([
    { place: 1, players: [UNKNOWN, { mu: 25, sigma: 2 }] },
    { place: 2, players: [UNKNOWN, UNKNOWN] },
  ])
  const gains = ours.map(({ mu }) => mu - 25)
  assert.ok(gains.every((gain) => gain > 0))
  // Before each match, a strength may have changed by τ = 1/6, which adds to the known player's variance.
  close((gains[0] ?? 0) / (gains[1] ?? 1), (25 / 3) ** 2 / (2 ** 2 + (1 / 6) ** 2), 'by their variances')
  close(theirs[0]?.mu ?? 0, theirs[1]?.mu ?? 1, 'equals')
  assert.ok((theirs[0]?.mu ?? 25) < 25)
  const three = rated([1, 1, 2].map((place) => ({ place, players: [UNKNOWN, UNKNOWN] })))
  close(three[0]?.[0]?.mu ?? 0, three[1]?.[1]?.mu ?? 1, 'sides that tied')
})

test('nothing that people can play leaves the numbers', () => {
  let strengths: Strength[] = [UNKNOWN, UNKNOWN, { mu: 25, sigma: 1e-6 }]
  for (let match = 0; match < 20_000; match++)
    strengths = rated(strengths.map((strength, n) => alone(n + 1, strength))).flat()
  for (const { mu, sigma } of strengths) {
    assert.ok(Number.isFinite(mu))
    assert.ok(sigma > 0)
  }
  const crowd = rated(Array.from({ length: 500 }, (_, n) => alone(n + 1))).flat()
  assert.ok(crowd.every(({ mu, sigma }) => Number.isFinite(mu) && sigma > 0))
})

test('who has not played is shown 1000, with an uncertainty of 333', () => {
  assert.equal(shownRating(UNKNOWN), 1000)
  assert.equal(shownUncertainty(UNKNOWN), 333)
  assert.equal(shownRating({ mu: 30, sigma: 2 }), 1960)
})
