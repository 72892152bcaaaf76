/** Dots on a range, with the median. */

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

/** The place on the range, from 0 on the left to 1 on the right; 0.5 if the range is empty. */
export const placeOn =
  ({ lowest, highest }: Ends) =>
  (value: number): number =>
    highest > lowest ? (value - lowest) / (highest - lowest) : 0.5

/** The median can come from more matches than the dots, so it can widen the range. */
export function rangeMarks({ middle, newest, all }: Scores): { dots: number[]; middle: number } {
  const at = placeOn({
    lowest: Math.min(middle, all.lowest),
    highest: Math.max(middle, all.highest),
  })
  return { dots: newest.map(at), middle: at(middle) }
}
