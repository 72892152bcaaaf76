/**
 * How a match changes the estimated strength of its players.
 *
 * Algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), with the Bradley–Terry
 * model. A strength is a normal distribution with the mean μ and the deviation σ. We changed the weight of a match with many
 * sides, and let strengths change with time; `npm run bench:ratings` compares the results.
 */

export interface Strength {
  mu: number
  sigma: number
}

/**
 * Participants of one team are one side. A participant without a team is a side of their own. Sides with the same place have
 * tied.
 */
export interface Side {
  place: number
  players: readonly Strength[]
}

/** Raise this number whenever the arithmetic changes: then newer instances rate all matches again. */
export const FORMULA = 1

export const UNKNOWN: Strength = { mu: 25, sigma: 25 / 3 }

/** The standard deviation of a player's performance in one match. It says how much luck decides. */
export const BETA = 25 / 6
/** The smallest factor by which one match can multiply a variance. */
const KAPPA = 0.0001

export interface Update {
  weight: (sides: number) => number
  /** The standard deviation of a player's change in strength from one match to the next. */
  tau: number
}

/**
 * The paper counts a match of n sides as n − 1 independent matches, so after one match of 17 beginners their ratings were
 * certain. With the weight 2/n, a match of two sides counts as one match, and a match of a hundred sides as nearly two.
 */
const UPDATE: Update = { weight: (sides) => 2 / sides, tau: UNKNOWN.sigma / 50 }

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

/** The rating that we show: the mean minus three standard deviations. A beginner has 1000. */
export const shownRating = ({ mu, sigma }: Strength): number => Math.round(1000 + 40 * (mu - 3 * sigma))

/** The mean on the scale of the rating. The real strength is as likely to be above it as below it. */
export const shownEstimate = ({ mu }: Strength): number => Math.round(1000 + 40 * mu)

export const shownUncertainty = ({ sigma }: Strength): number => Math.round(40 * sigma)

/** The strength of a whole side. It is never less certain than a beginner's strength. */
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
