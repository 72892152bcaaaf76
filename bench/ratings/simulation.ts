/** Players whose strengths are known play one another. How well does a model find the strengths, and predict the results? */
import { BETA, UNKNOWN } from '../../src/resources/ratings/bradley-terry.ts'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import type { Known, Model } from './models.ts'

export interface Setting {
  players: number
  each: number
  /** The number of players at the next table. */
  seats: (random: Random) => number
  /** How far apart the strengths are, compared with what the models expect. */
  apart?: number
  /** The standard deviation of the change in a player's strength between two matches. */
  change?: number
}

export interface Found {
  /** The mean over all pairs in the second half of the matches. Less is better; a coin has 0.693. */
  logLoss: number
  /** Spearman's correlation of the estimates with the strengths, at the end. */
  rank: number
  /** The share of players whose strength is within two deviations of its estimate, at the end. */
  within: number | undefined
}

/** Simulates the same matches for all models. */
export function simulate(models: readonly Model[], setting: Setting, seed: number): Found[] {
  const random = seededRandom(seed)
  const { players, each, seats, apart = 1, change = 0 } = setting
  const strengths = Array.from({ length: players }, () => UNKNOWN.mu + apart * UNKNOWN.sigma * normal(random))
  const runs = models.map((model) => ({ known: model.begin(players), loss: 0 }))
  let pairs = 0
  for (let played = 0; played < players * each;) {
    const table = seated(random, players, seats(random))
    for (const player of table) strengths[player] = (strengths[player] ?? 0) + change * normal(random)
    const order = table
      .map((player) => ({ player, shown: (strengths[player] ?? 0) + luck(random) }))
      .toSorted((one, other) => other.shown - one.shown)
      .map(({ player }) => player)
    const counts = played >= (players * each) / 2
    if (counts) pairs += (order.length * (order.length - 1)) / 2
    for (const run of runs) {
      if (counts) run.loss += lossOf(run.known, order)
      run.known.play(order)
    }
    played += order.length
  }
  return runs.map(({ known, loss }) => ({
    logLoss: loss / pairs,
    rank: correlation(ranks(strengths), ranks(strengths.map((_, player) => known.estimate(player)))),
    within: shareWithin(known, strengths),
  }))
}

/**
 * The number of matches between two players after which four fifths of an improvement show. Returns the median of several runs.
 */
export function matchesUntilShown(model: Model, before: number, seed: number, runs = 25): number {
  const found = Array.from({ length: runs }, (_, run) => {
    const random = seededRandom(seed + run)
    const strengths = Array.from({ length: 40 }, () => UNKNOWN.mu + UNKNOWN.sigma * normal(random))
    const known = model.begin(strengths.length)
    const play = (one: number, other: number) => {
      const ahead = (strengths[one] ?? 0) + luck(random) > (strengths[other] ?? 0) + luck(random)
      known.play(ahead ? [one, other] : [other, one])
    }
    for (let n = 0; n < (before * strengths.length) / 2; n++) {
      const [one = 0, other = 1] = seated(random, strengths.length, 2)
      play(one, other)
    }
    const was = known.estimate(0)
    strengths[0] = (strengths[0] ?? 0) + 2 * BETA
    let matches = 0
    while (known.estimate(0) < was + 1.6 * BETA && matches < 10_000) {
      play(0, random.whole(1, strengths.length - 1))
      matches++
    }
    return matches
  })
  return found.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
}

/** Returns a number of the normal distribution, by the method of Box and Muller. */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** Returns the luck of a player as the models expect it. The difference of two such numbers is logistic, with the scale √2·β. */
const luck = (random: Random) => -Math.SQRT2 * BETA * Math.log(-Math.log(1 - random.next()))

function seated(random: Random, players: number, seats: number): number[] {
  const table = new Set<number>()
  while (table.size < seats) table.add(random.whole(0, players - 1))
  return [...table]
}

/** The loss for the pairs of a match. `order` lists the players as they finished. */
function lossOf(known: Known, order: number[]): number {
  let loss = 0
  for (const [index, one] of order.entries())
    for (const other of order.slice(index + 1)) loss -= Math.log(Math.max(known.chance(one, other), 1e-12))
  return loss
}

function shareWithin(known: Known, strengths: number[]): number | undefined {
  let within = 0
  for (const [player, strength] of strengths.entries()) {
    const band = known.band(player)
    if (band === undefined) return undefined
    if (Math.abs(strength - known.estimate(player)) <= band) within++
  }
  return within / strengths.length
}

function ranks(values: number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value)
  const found: number[] = []
  for (const [rank, { index }] of order.entries()) found[index] = rank
  return found
}

function correlation(one: number[], other: number[]): number {
  const middle = (one.length - 1) / 2
  let [both, square] = [0, 0]
  for (const [n, rank] of one.entries()) {
    both += (rank - middle) * ((other[n] ?? 0) - middle)
    square += (rank - middle) ** 2
  }
  return both / square
}
