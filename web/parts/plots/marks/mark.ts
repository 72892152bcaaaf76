/** The shapes in plots: rectangles and points. Sizes and positions are fractions of the width and height, from the top left. */

export type Tone = 'won' | 'rest' | 'together' | 'ahead' | 'level' | 'behind'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
  tone: Tone
}

export interface Point {
  x: number
  y: number
}

/** The smallest height of a mark, so that even a zero can be seen. */
export const LEAST = 0.04

export function slotOf(nth: number, of: number, gap = 0.14): Pick<Rect, 'x' | 'width'> {
  return { x: (nth + gap / 2) / of, width: (1 - gap) / of }
}

/** A rectangle that stands at the bottom, or on another one of the height `below`. */
export const standing = (height: number, below = 0): Pick<Rect, 'y' | 'height'> => ({
  y: 1 - below - height,
  height,
})

const NICE = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80]

/** Whole numbers for an axis from 0. The last one is `most` or a little more. */
export function linesTo(most: number): number[] {
  if (most <= 1) return [1]
  let [scale, step] = [1, 0]
  while (step === 0) {
    step = (NICE.find((nice) => nice * scale * 2 >= most) ?? 0) * scale
    scale *= 100
  }
  return [step, 2 * step]
}
