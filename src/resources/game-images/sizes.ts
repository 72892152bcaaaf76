/** The sizes in which we store a game's image: the pixels on each side, and the column of the database. */
import { sql } from '../../db/sql.ts'

export const SIZES = { '96': sql`small`, '320': sql`large` }

export type Size = keyof typeof SIZES

/** Two square WebP images, with 96 and with 320 pixels on each side. */
export interface ImageSquares {
  small: Buffer
  large: Buffer
}
