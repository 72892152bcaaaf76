/** The people of the demo. Anybody can sign in as one of them (decision 019), until the first real account is made. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Role } from '../roles.ts'

export type DemoPerson = {
  id: string
  name: string
  roles: Role[]
}

export const isOfDemo = (accountId: string, position: number): Sql => sql`
  insert into demo_people (account_id, position) values (${accountId}, ${position})`

export const demoPeople = (db: Queryable): Promise<DemoPerson[]> => db.many(select(sql`true`))

/** Undefined if the account does not belong to the demo, or if the demo is over. */
export const demoPerson = (db: Queryable, accountId: string): Promise<DemoPerson | undefined> =>
  db.maybe(select(sql`a.id::text = ${accountId}`))

const select = (which: Sql): Sql<DemoPerson> => sql<DemoPerson>`
  select a.id, a.name, a.roles from demo_people d join accounts a on a.id = d.account_id
  where a.disabled_at is null and ${which} and not exists (
    select from accounts other where not exists (select from demo_people own where own.account_id = other.id))
  order by d.position`
