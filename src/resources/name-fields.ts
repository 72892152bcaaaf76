/** Filter fields for the name of a resource that another one refers to. If there is no reference, the field is absent. */
import { type Sql, sql } from '../db/sql.ts'
import { type Field, textField, through } from '../http/filter/fields.ts'
import { playsetName } from './ref-json.ts'

export const userName = (id: Sql): Field => name(id, sql`users n`, sql`n.id`)
export const gameName = (id: Sql): Field => name(id, sql`games n`, sql`n.id`)
export const communityName = (id: Sql): Field => name(id, sql`communities n`, sql`n.id`)
export const ghostPlayerName = (id: Sql): Field => name(id, sql`ghost_players n`, sql`n.id`)
export const nameOfPlayset = (id: Sql): Field => name(id, sql`playsets n`, sql`n.id`, playsetName(sql`n`))

function name(id: Sql, from: Sql, key: Sql, column = sql`n.display_name`): Field {
  return through(
    textField(column),
    id,
    (condition) => sql`${id} in (select ${key} from ${from} where ${condition})`,
  )
}
