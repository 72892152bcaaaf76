/**
 * Who may see which playsets.
 *
 * | thing | seen by |
 * | --- | --- |
 * | playset | its owner, everybody who sees the details of a match that uses it |
 */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { circlesOf } from './circles.ts'
import { isMarkedOpen, usersOpening } from './open.ts'
import type { Policy } from './policy.ts'
import { type Viewer, letsIn, usersLettingIn, usersTrusting } from './relations.ts'

export const playsetPolicy = {
  sees: (caller: Viewer): Sql =>
    anyOf([
      sql`p.owner_id = ${caller.userId}`,
      sql`exists (
        select from (select ${caller.userId}::uuid as user_id union all ${usersTrusting(caller)}) recorder
        join matches m on m.recorder_id = recorder.user_id and m.playset_id = p.id and m.deleted_at is null)`,
      sql`exists (
        select from (${circlesWithDetails(caller)}) circle (id)
        join seen_playsets sp on sp.circle_id = circle.id and sp.playset_id = p.id)`,
      sql`exists (
        select from (select distinct m.recorder_id from matches m where m.playset_id = p.id and m.is_public) open
        where ${isMarkedOpen(sql`true`, sql`open.recorder_id`)} and ${letsIn(caller, sql`open.recorder_id`, 'MATCH_DETAILS')})`,
    ]),

  paths: (caller: Viewer): RowPath[] => {
    const own = (ownerId: Sql) => sql`${ownerId} = ${caller.userId}`
    return [
      { where: own(sql`p.owner_id`) },
      {
        range: { column: sql`sp.circle_id`, values: circlesWithDetails(caller) },
        from: sql`seen_playsets sp join playsets p on p.id = sp.playset_id`,
        indexOnly: sql`seen_playsets sp`,
        where: sql`true`,
        copies: {
          id: sql`sp.playset_id`,
          createdAt: sql`sp.created_at`,
          updatedAt: sql`sp.updated_at`,
        },
        keys: { name: sql`sp.sort_name` },
        mayRepeat: true,
        countedElsewhere: own(sql`sp.owner_id`),
      },
      {
        range: { column: sql`p.id`, values: playsetsOfTheirs(caller) },
        where: sql`true`,
        countedElsewhere: anyOf([own(sql`p.owner_id`), isInCircle(caller)]),
      },
      {
        where: sql`exists (
          select from matches m
          where m.playset_id = p.id and ${isMarkedOpen(sql`m.is_public`, sql`m.recorder_id`)}
            and ${letsIn(caller, sql`m.recorder_id`, 'MATCH_DETAILS')})`,
        countedElsewhere: anyOf([
          own(sql`p.owner_id`),
          isInCircle(caller),
          sql`p.id in (${playsetsOfTheirs(caller)})`,
        ]),
      },
    ]
  },
} satisfies Policy

/**
 * The circles through which the caller sees details. Recorders whose drafts the caller sees are left out, because another row
 * path finds their playsets.
 */
const circlesWithDetails = (caller: Viewer): Sql => sql`
  ${circlesOf(caller)}
  union
  select recorder.user_id from (${usersLettingIn(caller, 'MATCH_HISTORY')} union ${usersOpening}) recorder
  where ${letsIn(caller, sql`recorder.user_id`, 'MATCH_DETAILS')}`

/** Jumps in the index from one playset to the next. So it reads only four pages for each playset, even if many matches use it. */
const playsetsOfTheirs = (caller: Viewer): Sql => sql`
  with recursive found (recorder_id, playset_id) as (
    select recorder.user_id, step.playset_id
    from (select ${caller.userId}::uuid as user_id union all ${usersTrusting(caller)}) recorder
    cross join lateral (${firstPlayset(sql`recorder.user_id`, sql`true`)}) step
    union all
    select found.recorder_id, step.playset_id
    from found
    cross join lateral (${firstPlayset(sql`found.recorder_id`, sql`m.playset_id > found.playset_id`)}) step
  )
  select distinct playset_id from found`

const firstPlayset = (recorderId: Sql, which: Sql): Sql => sql`
  select m.playset_id from matches m
  where m.recorder_id = ${recorderId} and m.playset_id is not null and m.deleted_at is null and ${which}
  order by m.playset_id limit 1`

const isInCircle = (caller: Viewer): Sql => sql`p.id in (
  select sp.playset_id from seen_playsets sp where sp.circle_id in (${circlesWithDetails(caller)}))`
