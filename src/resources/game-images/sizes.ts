/** The sizes of a game's image: pixels on each side, and the column that has it. */
import { sql } from '../../db/sql.ts'

export const SIZES = { '96': sql`small`, '320': sql`large` }

export type Size = keyof typeof SIZES

/** WebP with 96 and 320 pixels on each side. */
export interface ImageSquares {
  small: Buffer
  large: Buffer
}
