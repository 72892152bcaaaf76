/** Dots on a range, and their median. */

interface Ends {
  lowest: number
  highest: number
}

export interface Scores {
  middle: number
  newest: readonly number[]
  /** The range of all players' scores in these matches. */
  all: Ends
}

/** The position on the range, from 0 on the left to 1 on the right. If the range is empty, 0.5. */
export const placeOn =
  ({ lowest, highest }: Ends) =>
  (value: number): number =>
    highest > lowest ? (value - lowest) / (highest - lowest) : 0.5

/** The median can include more matches than the dots, so it may be outside of their range, which is then made wider. */
export function rangeMarks({ middle, newest, all }: Scores): { dots: number[]; middle: number } {
  const at = placeOn({
    lowest: Math.min(middle, all.lowest),
    highest: Math.max(middle, all.highest),
  })
  return { dots: newest.map(at), middle: at(middle) }
}
