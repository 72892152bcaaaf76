/** Who may see which playsets: their owner, and who sees the details of a match that was played with them. */
import { type Sql, anyOf, join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { detailedPaths, selected, someDetailedMatch } from './matches.ts'
import { letsIn } from './relations.ts'

/** On `playsets p`. */
export const seesPlayset = (caller: UserCaller): Sql =>
  anyOf([sql`p.owner_id = ${caller.userId}`, someDetailedMatch(caller, sql`m.playset_id = p.id`)])

/** For `playsets p`. */
export const playsetPaths = (caller: UserCaller): RowPath[] => [
  { where: sql`p.owner_id = ${caller.userId}` },
  {
    range: { column: sql`p.id`, values: playedNear(caller) },
    where: sql`true`,
    countedElsewhere: sql`p.owner_id = ${caller.userId}`,
  },
  {
    where: sql`exists (
      select from matches m
      where m.playset_id = p.id and m.is_public and ${letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')})`,
    countedElsewhere: anyOf([sql`p.owner_id = ${caller.userId}`, sql`p.id in (${playedNear(caller)})`]),
  },
]

/** In the matches that the caller sees by a relation of their own; those that are public are everybody's. */
const playedNear = (caller: UserCaller): Sql =>
  join(
    detailedPaths(caller)
      .slice(0, -1)
      .map((source) => selected(source, sql`m.playset_id`, sql`m.playset_id is not null`)),
    ' union ',
  )
