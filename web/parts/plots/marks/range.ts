/** Dots on a range, with the middle one marked. */

interface Ends {
  lowest: number
  highest: number
}

export interface Scores {
  /** The middle of all of them. */
  middle: number
  /** Those that are dots. */
  newest: readonly number[]
  /** Of all who took part with these. */
  all: Ends
}

/** How far from the left each value is; in the middle where there is no range. */
export const placeOn =
  ({ lowest, highest }: Ends) =>
  (value: number): number =>
    highest > lowest ? (value - lowest) / (highest - lowest) : 0.5

/** The middle may be that of more matches than the dots are of, so it may widen the range. */
export function rangeMarks({ middle, newest, all }: Scores): { dots: number[]; middle: number } {
  const at = placeOn({
    lowest: Math.min(middle, all.lowest),
    highest: Math.max(middle, all.highest),
  })
  return { dots: newest.map(at), middle: at(middle) }
}
