/** The sizes of a game's image: pixels on each side, and the column that has it. */
import { sql } from '../../db/sql.ts'

export const SIZES = { '96': sql`i.small`, '320': sql`i.large` }

export type Size = keyof typeof SIZES
