/** Random numbers and choices by the generator mulberry32. The same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `least` to `most`, including both. */
  whole: (least: number, most: number) => number
  happens: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** Different items in random order, or all if there are fewer than `count`. */
  some: <T>(items: readonly T[], count: number) => T[]
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[whole(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  const some = <T>(items: readonly T[], count: number): T[] =>
    items
      .map((item) => ({ item, place: next() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, count)
      .map(({ item }) => item)
  return { next, whole, happens: (probability) => next() < probability, pick, some }
}
