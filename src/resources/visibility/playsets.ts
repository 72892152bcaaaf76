/**
 * Who may see which playsets.
 *
 * | thing | seen by |
 * | --- | --- |
 * | playset | its owner, whoever sees the details of a match that uses it |
 */
import { type Sql, anyOf, join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { matchDetailsPolicy } from './matches.ts'
import { isMarkedOpen } from './open.ts'
import type { Policy } from './policy.ts'
import { letsIn } from './relations.ts'

/** On `playsets p`. */
export const playsetPolicy = {
  sees: (caller: UserCaller): Sql => anyOf([sql`p.owner_id = ${caller.userId}`, seesMatchWithIt(caller)]),

  paths: (caller: UserCaller): RowPath[] => [
    { where: sql`p.owner_id = ${caller.userId}` },
    {
      range: { column: sql`p.id`, values: playsetsOfRelatedMatches(caller) },
      where: sql`true`,
      countedElsewhere: sql`p.owner_id = ${caller.userId}`,
    },
    {
      where: sql`exists (
        select from matches m
        where m.playset_id = p.id and ${isMarkedOpen(sql`m.is_public`, sql`m.recorder_id`)}
          and ${letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')})`,
      countedElsewhere: anyOf([
        sql`p.owner_id = ${caller.userId}`,
        sql`p.id in (${playsetsOfRelatedMatches(caller)})`,
      ]),
    },
  ],
} satisfies Policy

/** On `playsets p`: the caller sees the details of a match that uses it. */
const seesMatchWithIt = (caller: UserCaller): Sql =>
  anyOf(
    matchDetailsPolicy
      .paths(caller)
      .map((path) => sql`exists (${fromMatches(path, sql`true`, sql`m.playset_id = p.id`)})`),
  )

/** The playsets of the matches whose details the caller sees by a relation, and not only as everybody does. */
const playsetsOfRelatedMatches = (caller: UserCaller): Sql =>
  join(
    matchDetailsPolicy
      .pathsByRelation(caller)
      .related.map((path) => fromMatches(path, sql`m.playset_id`, sql`m.playset_id is not null`)),
    ' union ',
  )

/** Selects something from each match of a path for which the condition on `m` holds. */
const fromMatches = ({ range, from = sql`matches m`, where }: RowPath, what: Sql, condition: Sql): Sql => sql`
  select ${what} from ${from}
  where m.deleted_at is null and ${where} and ${condition}
    and ${range ? sql`${range.column} in (${range.values})` : sql`true`}`
