/** The models that the simulation compares. Each model stores what it knows of its players, and predicts results. */
import {
  BETA,
  type Strength,
  UNKNOWN,
  type Update,
  rated,
} from '../../src/resources/ratings/bradley-terry.ts'

export interface Model {
  name: string
  begin: (players: number) => Known
}

/** What a model knows of its players. A player is a number from 0. */
export interface Known {
  play: (order: number[]) => void
  /** The chance that `one` finishes ahead of `other`. */
  chance: (one: number, other: number) => number
  estimate: (player: number) => number
  /** Twice the standard deviation of the player's strength. Undefined for a model without deviations. */
  band: (player: number) => number | undefined
}

/** A model that stores a value for each player. A match replaces the value. */
function modelOf<State>(
  name: string,
  unknown: State,
  after: (players: State[]) => State[],
  tells: {
    chance: (one: State, other: State) => number
    estimate: (player: State) => number
    band: (player: State) => number | undefined
  },
): Model {
  const begin = (players: number): Known => {
    const states = Array.from({ length: players }, () => unknown)
    const of = (player: number) => states[player] ?? unknown
    return {
      play(order) {
        for (const [index, state] of after(order.map(of)).entries()) states[order[index] ?? 0] = state
      },
      chance: (one, other) => tells.chance(of(one), of(other)),
      estimate: (player) => tells.estimate(of(player)),
      band: (player) => tells.band(of(player)),
    }
  }
  return { name, begin }
}

const likely = (difference: number, scale: number) => 1 / (1 + Math.exp(-difference / scale))

const ofStrengths = (name: string, after: (players: Strength[]) => Strength[]): Model =>
  modelOf(name, UNKNOWN, after, {
    chance: (one, other) => likely(one.mu - other.mu, Math.hypot(one.sigma, other.sigma, BETA, BETA)),
    estimate: ({ mu }) => mu,
    band: ({ sigma }) => 2 * sigma,
  })

export const bradleyTerry = (name: string, update?: Update): Model =>
  ofStrengths(name, (players) =>
    rated(
      players.map((player, index) => ({ place: index + 1, players: [player] })),
      update,
    ).flat(),
  )

/** Algorithm 4 of Weng and Lin, for games in which people finish one after the other. */
export const plackettLuce = ofStrengths('Plackett–Luce', (players) => {
  const c = Math.hypot(...players.flatMap(({ sigma }) => [sigma, BETA]))
  const weights = players.map(({ mu }) => Math.exp(mu / c))
  const behind = weights.map((_, q) => weights.slice(q).reduce((sum, weight) => sum + weight, 0))
  return players.map(({ mu, sigma }, i) => {
    let omega = 1
    let delta = 0
    for (const all of behind.slice(0, i + 1)) {
      const p = (weights[i] ?? 0) / all
      omega -= p
      delta += p * (1 - p)
    }
    const shrunk = (sigma / c) ** 3 * delta
    return { mu: mu + (sigma ** 2 / c) * omega, sigma: sigma * Math.sqrt(Math.max(1 - shrunk, 0.0001)) }
  })
})

const eloChance = (one: number, other: number) => likely(one - other, 400 / Math.LN10)

/** Elo with K = 32, which is divided by the number of other players at the table. */
export const elo = modelOf<number>(
  'Elo',
  1500,
  (players) =>
    players.map((own, i) => {
      let change = 0
      for (const [q, other] of players.entries())
        if (q !== i) change += (i < q ? 1 : 0) - eloChance(own, other)
      return own + (32 / (players.length - 1)) * change
    }),
  { chance: eloChance, estimate: (player) => player, band: () => undefined },
)
