/**
 * How a match changes the estimated strength of its players: algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for
 * Online Ranking" (JMLR 12, 2011), the Bradley–Terry model that compares each side with each other. A strength is a normal
 * distribution with the mean μ and the deviation σ; the strength of a side is the sum of its players' strengths. We changed two
 * things, and `npm run bench:ratings` compares them with others: the weight of a match with many sides, and that strengths change
 * with time.
 */

export interface Strength {
  mu: number
  sigma: number
}

/** A side of a match, or a participant without a side. Sides with the same place have tied. */
export interface Side {
  place: number
  players: readonly Strength[]
}

/**
 * The version of the formula. Raise it with each change of the arithmetic. Each pool has the version of its ratings, and a
 * service with a newer version replays the pool.
 */
export const FORMULA = 1

/** The strength of a beginner. */
export const UNKNOWN: Strength = { mu: 25, sigma: 25 / 3 }

/** The amount of luck: the standard deviation of a player's performance in one match. */
export const BETA = 25 / 6
/** The smallest factor by which one match can multiply a variance. */
const KAPPA = 0.0001

export interface Update {
  /** The factor of both sums over the other sides. */
  weight: (sides: number) => number
  /** The standard deviation of the change of a strength between two matches. */
  tau: number
}

/**
 * As printed, the algorithm counts a match of n sides as n − 1 independent matches of two: a match of 17 beginners left no
 * uncertainty. With the weight 2/n a match of two sides counts as one match, and a match of a hundred sides as nearly two.
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

/** The rating that people see: the mean minus three deviations, scaled so that a beginner has 1000. */
export const shownRating = ({ mu, sigma }: Strength): number => Math.round(1000 + 40 * (mu - 3 * sigma))

/** The estimate on the same scale: the real strength is as likely above it as below. */
export const shownEstimate = ({ mu }: Strength): number => Math.round(1000 + 40 * mu)

/** The standard deviation on the same scale. */
export const shownUncertainty = ({ sigma }: Strength): number => Math.round(40 * sigma)

/** A side before the match. The uncertainty of a strength never exceeds a beginner's. */
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
