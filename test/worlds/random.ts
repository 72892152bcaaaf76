/** Random numbers that are the same for the same seed. */

export interface Random {
  /** A whole number from 0 up to, but not including, `end`. */
  below: (end: number) => number
  chance: (probability: number) => boolean
  /** One item, chosen at random; undefined if there are none. */
  pick: <T>(from: readonly T[]) => T | undefined
  /** Takes each item with this probability, and keeps their order. */
  some: <T>(from: readonly T[], probability?: number) => T[]
}

/** Returns the generator "mulberry32", started with the seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const chance = (probability: number) => next() < probability
  return {
    below,
    chance,
    pick: (from) => from[below(from.length)],
    some: (from, probability = 0.5) => from.filter(() => chance(probability)),
  }
}
