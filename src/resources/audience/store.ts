/** The SQL of an audience: how many people see the data at each privacy level, and who they are. */
import { type Sql, sql, wholeSearch } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { enumField, integerField, textField, uuidField } from '../../http/filter/fields.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { STRANGER, anyReason, reasonsArray, reasonsOf } from '../visibility/audience.ts'
import { DATA_TYPES, type DataType, LEVELS, type Level, communitiesOf } from '../visibility/relations.ts'
import { EXTENTS } from './schema.ts'
import { reasonsIn, sights, viewers } from './viewers.ts'

/** An answer names at most this many people for each level. */
const AMONG = 3

/** An answer has at most this many communities. */
const MOST_COMMUNITIES = 20

export const audience = (caller: UserCaller): Sql<Shown> =>
  wholeSearch(sql<Shown>`
  with ${viewers(caller)},
  sights as materialized (
    select viewer.ways, sight.* from alike viewer cross join lateral ${sights(caller)}),
  numbers as materialized (
    select ways, count(*) as people, count(*) filter (where visible) as visible from viewers group by ways),
  nearest as materialized (
    select * from (
      select ways, canonical_player_id, display_name, met, sort_name, user_id,
        row_number() over (partition by ways order by met desc, sort_name, user_id) as n
      from viewers where visible) ordered where n <= ${AMONG}),
  everybody as materialized (select count(*) - 1 as people from users where erased_at is null)
  select json_object(
    'people': (select people from everybody),
    'data': json_array(${data(caller)}),
    'hiddenPlayers': (select count(*) from viewers where at_table and not visible),
    'communities': ${communities(caller)})::text as body`)

const data = (caller: UserCaller): Sql => commaed(DATA_TYPES.map((dataType) => dataOfType(caller, dataType)))

const dataOfType = (caller: UserCaller, dataType: DataType): Sql => {
  const levels = LEVELS.map((level) => {
    // A stranger sees the data only if everybody sees them.
    const open = anyReason(reasonsOf(caller, STRANGER, dataType, level).all)
    return sql`(
      select json_object(
        'level': ${level}::text,
        'everybody': open.everybody,
        'people': case when open.everybody then (select people from everybody)
          else coalesce(sum(numbers.people) filter (where sights.whole), 0) end,
        'inPart': coalesce(sum(numbers.visible) filter (where sights.in_part and not sights.whole), 0),
        'among': ${among(dataType, level)})
      from (select ${open} as everybody) open
      left join (sights join numbers on numbers.ways = sights.ways)
        on sights.data_type = ${dataType}::text and sights.level = ${level}::text
      group by open.everybody)`
  })
  return sql`json_object(
    'dataType': ${dataType}::text,
    'level': (select level from privacy_settings where user_id = ${caller.userId} and data_type = ${dataType}),
    'levels': json_array(${commaed(levels)}))`
}

const among = (dataType: DataType, level: Level): Sql => sql`coalesce((
  select json_agg(json_object('id': f.canonical_player_id, 'displayName': f.display_name)
    order by f.met desc, f.sort_name, f.user_id)
  from (
    select nearest.* from sights seeing join nearest on nearest.ways = seeing.ways
    where seeing.data_type = ${dataType}::text and seeing.level = ${level}::text and seeing.whole
    order by nearest.met desc, nearest.sort_name, nearest.user_id limit ${AMONG}) f), '[]')`

const commaed = (parts: Sql[]): Sql => parts.reduce((one, other) => sql`${one}, ${other}`)

const communities = (caller: UserCaller): Sql => sql`coalesce((
  select json_agg(json_object(
    'id': c.id, 'displayName': c.display_name, 'matches': given.matches, 'isMember': c.id in (${communitiesOf(caller)}))
    order by given.matches desc, folded(c.display_name), c.id)
  from (
    select m.community_id, count(*) as matches from matches m join communities alive on alive.id = m.community_id
    where m.recorder_id = ${caller.userId} and m.finalized_at is not null and m.deleted_at is null
      and alive.deleted_at is null
    group by m.community_id, alive.display_name
    order by count(*) desc, folded(alive.display_name), m.community_id limit ${MOST_COMMUNITIES}) given
  join communities c on c.id = given.community_id), '[]')`

const fields = {
  id: uuidField(sql`a.user_id`),
  name: textField(sql`a.display_name`),
  sees: enumField(sql`a.sees`, EXTENTS),
  met: integerField(sql`a.met`),
}

/** Leaves out people that the caller may not see. */
export const members: Collection<{ caller: UserCaller; params: { dataType: string } }> = {
  fields,
  sorts: ['id', 'name', 'met'],
  defaultSort: 'met:DESC',
  costly: true,
  rows({ caller, params }) {
    const { all, part } = reasonsIn(caller, typeNamed(params.dataType))
    return {
      from: sql`(
        with ${viewers(caller)},
        seeing as materialized (
          select viewer.ways, case when ${anyReason(all)} then 'ALL' else 'PART' end as sees,
            ${reasonsArray({ ...all, ...part })} as reasons
          from alike viewer where ${anyReason(all)} or ${anyReason(part)})
        select viewers.*, seeing.sees, seeing.reasons
        from seeing join viewers on viewers.ways = seeing.ways where viewers.visible) a`,
      where: sql`true`,
      json: sql`json_object(
        'id': a.user_id,
        'displayName': a.display_name,
        'canonicalPlayer': json_object('id': a.canonical_player_id, 'displayName': a.display_name),
        'sees': a.sees,
        'reasons': to_json(a.reasons),
        'met': a.met)`,
      parent: sql`select true as visible`,
    }
  },
}

const typeNamed = (name: string): DataType => {
  const known = DATA_TYPES.find((dataType) => dataType === name)
  if (!known) throw new Error(`There is no data type ${name}.`)
  return known
}
