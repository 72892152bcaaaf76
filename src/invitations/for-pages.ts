/** What pages do with invitations: show them to strangers, and make accounts with them. */
import type { Database, Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import { administers } from '../identity/accounts/links.ts'
import { events, wasChanged } from '../resources/events/write.ts'
import { decline, isGood, lookUp } from './preview.ts'
import { hashOf } from './store.ts'

/** Whose invitations make accounts: those of all players, or only administrators'. */
type Inviters = 'players' | 'administrators'

export const forPages = (db: Database) => ({
  lookUp: async (secret: string) => (await db.maybe(lookUp(secret)))?.body,

  decline: (secret: string) =>
    db.transaction(async (tx) => {
      const declined = await tx.maybe(decline(secret))
      await Promise.all(events(wasChanged('invitation', declined?.id ?? NONE)).map((one) => tx.many(one)))
      return declined !== undefined
    }),

  findForAccount: async (secret: string, by: Inviters) =>
    (
      await db.maybe(sql<{ id: string }>`
        select i.id from invitations i where i.hash = ${hashOf(secret)} and ${makesAccount(by)}`)
    )?.id,

  takeAccount: async (tx: Queryable, secret: string, by: Inviters) => {
    const [, taken] = await Promise.all([
      tx.many(inviter(secret)),
      tx.maybe(sql`
        update invitations i set accounts_made = accounts_made + 1
        where i.hash = ${hashOf(secret)} and ${makesAccount(by)} returning i.id`),
    ])
    return taken !== undefined
  },
})

/** The id of no invitation. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** The subject of an outside issuer is no uuid, so its cast would fail. */
const accountOf = (user: Sql): Sql =>
  sql`(case when ${user}.issuer = ${EMBEDDED_ISSUER} then ${user}.subject::uuid end)`

/** Locks the inviter's account, so that they do not lose the right to invite meanwhile. */
const inviter = (secret: string): Sql => sql`
  select from accounts where id = (
    select ${accountOf(sql`u`)} from invitations i join users u on u.id = i.inviter_id where i.hash = ${hashOf(secret)})
  for no key update`

/** On `invitations i`: each use of the invitation can make one account. */
const makesAccount = (by: Inviters): Sql => sql`(
  i.makes_accounts and i.accounts_made < i.most_uses and ${isGood}
  and ${by === 'players' ? sql`true` : stillAdministers})`

const stillAdministers = sql`(i.by_administrator and exists (
  select from users u join accounts a on a.id = ${accountOf(sql`u`)}
  where u.id = i.inviter_id and a.disabled_at is null and ${administers}))`
