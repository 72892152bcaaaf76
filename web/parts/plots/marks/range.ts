/** Dots on a range, with the median marked. */

interface Ends {
  lowest: number
  highest: number
}

export interface Scores {
  /** The median of all scores. */
  middle: number
  /** The scores that are drawn as dots. */
  newest: readonly number[]
  /** The range of all players' scores in these matches. */
  all: Ends
}

/** The position of a value from the left, 0 to 1; 0.5 if the range is empty. */
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
