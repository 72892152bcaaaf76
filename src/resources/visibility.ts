/** Who may see what, once: each policy is a condition on a row, used by get, list, count and references alike. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'

/** On `matches m`: its recorder. */
export const seesMatch = ({ userId }: UserCaller): Sql => sql`m.recorder_id = ${userId}`

/** On `ghost_players gp`: its owner, in whose matches alone it can be. */
export const seesGhostPlayer = ({ userId }: UserCaller): Sql => sql`gp.owner_id = ${userId}`

/** On `playsets p`: its owner, in whose matches alone it can be. */
export const seesPlayset = ({ userId }: UserCaller): Sql => sql`p.owner_id = ${userId}`
