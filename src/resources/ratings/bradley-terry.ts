/**
 * How a match changes what is known of its players' strength: algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for
 * Online Ranking" (JMLR 12, 2011), the Bradley–Terry model that compares every side with every other. A strength is a normal
 * distribution with the mean μ and the deviation σ; a side's is the sum of its players'. Two things are ours, and
 * `npm run bench:ratings` holds them against others: the weight of a match of many sides, and that strengths change.
 */

export interface Strength {
  mu: number
  sigma: number
}

/** A side of a match, or somebody of no side. Who shares a place has tied. */
export interface Side {
  place: number
  players: readonly Strength[]
}

/**
 * Raise it with each change of the figures that matches make. Each pool keeps with which one its ratings were made; those of an older
 * one are replayed as soon as a service starts that has a newer one.
 */
export const FORMULA = 1

/** Of whom nothing is known. */
export const UNKNOWN: Strength = { mu: 25, sigma: 25 / 3 }

/** How much luck there is: the deviation of what somebody shows of their strength in one match. */
export const BETA = 25 / 6
/** The least that is left of a variance. */
const KAPPA = 0.0001

export interface Update {
  /** What both sums over the other sides are multiplied by. */
  weight: (sides: number) => number
  /** By how much a strength may have changed since the last match: the deviation of that. */
  tau: number
}

/**
 * As printed, the algorithm takes a match of n sides for n − 1 matches of two, of which each is known for sure: one of 17 beginners
 * left no uncertainty. With 2/n a match of two is one, and one of a hundred nearly two.
 */
const UPDATE: Update = { weight: (sides) => 2 / sides, tau: UNKNOWN.sigma / 50 }

/** The strengths after the match, in the order of the sides and of their players. */
export function rated(sides: readonly Side[], { weight, tau }: Update = UPDATE): Strength[][] {
  const known = sides.map(({ place, players }) => sideOf(place, players, tau))
  const share = weight(sides.length)
  return known.map((own, i) => {
    let omega = 0
    let delta = 0
    for (const [q, other] of known.entries()) {
      if (q === i) continue
      const c = Math.sqrt(own.variance + other.variance + 2 * BETA ** 2)
      const p = 1 / (1 + Math.exp((other.mu - own.mu) / c))
      const s = own.place < other.place ? 1 : own.place > other.place ? 0 : 0.5
      const gamma = Math.sqrt(own.variance) / c
      omega += (own.variance / c) * (s - p)
      delta += gamma * (own.variance / c ** 2) * p * (1 - p)
    }
    return own.players.map(({ mu, variance }) => {
      const part = variance / own.variance
      return {
        mu: mu + part * share * omega,
        sigma: Math.sqrt(variance * Math.max(1 - part * share * delta, KAPPA)),
      }
    })
  })
}

/** What people are shown: nobody is above 1000 before they have played, and three deviations are taken off what is uncertain. */
export const shownRating = ({ mu, sigma }: Strength): number => Math.round(1000 + 40 * (mu - 3 * sigma))

/** The estimate itself on the same scale: the strength is as likely above it as below. */
export const shownEstimate = ({ mu }: Strength): number => Math.round(1000 + 40 * mu)

/** One deviation on the same scale. */
export const shownUncertainty = ({ sigma }: Strength): number => Math.round(40 * sigma)

/** Before the match. Nobody is known less than somebody new. */
function sideOf(place: number, players: readonly Strength[], tau: number) {
  const each = players.map(({ mu, sigma }) => ({
    mu,
    variance: Math.min(sigma ** 2 + tau ** 2, UNKNOWN.sigma ** 2),
  }))
  let mu = 0
  let variance = 0
  for (const player of each) {
    mu += player.mu
    variance += player.variance
  }
  return { place, players: each, mu, variance }
}
