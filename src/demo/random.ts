/** Chance that comes out the same every time: a small seeded generator (mulberry32) and what is drawn with it. */
export interface Chance {
  /** From 0 up to 1, without it. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  /** True this share of the time. */
  happens: (share: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** `count` different ones of the items, in a new order; all where there are fewer. */
  some: <T>(items: readonly T[], count: number) => T[]
}

export function seeded(seed: number): Chance {
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
  return { next, whole, happens: (share) => next() < share, pick, some }
}
