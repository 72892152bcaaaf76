/**
 * How a match changes what is known of its players' strength: algorithm 1 of Weng and Lin, "A Bayesian Approximation Method for
 * Online Ranking" (JMLR 12, 2011), the Bradley–Terry model that compares every side with every other. A strength is a normal
 * distribution with the mean μ and the deviation σ; a side's is the sum of its players'.
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

/** Of whom nothing is known. */
export const UNKNOWN: Strength = { mu: 25, sigma: 25 / 3 }

/** How much luck there is: the deviation of what somebody shows of their strength in one match. */
const BETA = 25 / 6
/** The least that is left of a variance. */
const KAPPA = 0.0001

/** The strengths after the match, in the order of the sides and of their players. */
export function rated(sides: readonly Side[]): Strength[][] {
  const sums = sides.map(({ players }) => sumOf(players))
  return sides.map(({ place, players }, i) => {
    const own = sums[i] ?? sumOf(players)
    let omega = 0
    let delta = 0
    for (const [q, other] of sides.entries()) {
      const theirs = sums[q]
      if (q === i || theirs === undefined) continue
      const c = Math.sqrt(own.variance + theirs.variance + 2 * BETA ** 2)
      const p = 1 / (1 + Math.exp((theirs.mu - own.mu) / c))
      const s = place < other.place ? 1 : place > other.place ? 0 : 0.5
      const gamma = Math.sqrt(own.variance) / c
      omega += (own.variance / c) * (s - p)
      delta += gamma * (own.variance / c ** 2) * p * (1 - p)
    }
    return players.map(({ mu, sigma }) => {
      const share = sigma ** 2 / own.variance
      return {
        mu: mu + share * omega,
        sigma: sigma * Math.sqrt(Math.max(1 - share * delta, KAPPA)),
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

function sumOf(players: readonly Strength[]): { mu: number; variance: number } {
  let mu = 0
  let variance = 0
  for (const player of players) {
    mu += player.mu
    variance += player.sigma ** 2
  }
  return { mu, variance }
}
