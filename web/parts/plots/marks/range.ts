/** Dots on a range, with the middle one marked. */

export interface Range {
  lowest: number
  middle: number
  highest: number
}

/** How far from the left each value is; in the middle where there is no range. */
export const placeOn =
  ({ lowest, highest }: Pick<Range, 'lowest' | 'highest'>) =>
  (value: number): number =>
    highest > lowest ? (value - lowest) / (highest - lowest) : 0.5

export function rangeMarks(range: Range): { dots: number[]; middle: number } {
  const at = placeOn(range)
  return { dots: [...new Set([at(range.lowest), at(range.highest)])], middle: at(range.middle) }
}
