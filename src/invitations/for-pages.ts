/** What pages do with invitations: show them to strangers, and make accounts with them. */
import type { Database, Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { events, wasChanged } from '../resources/events/write.ts'
import { decline, isGood, lookUp } from './preview.ts'
import { hashOf } from './store.ts'

export const forPages = (db: Database) => ({
  lookUp: async (secret: string) => (await db.maybe(lookUp(secret)))?.body,

  decline: (secret: string) =>
    db.transaction(async (tx) => {
      const declined = await tx.maybe(decline(secret))
      await Promise.all(events(wasChanged('invitation', declined?.id ?? NONE)).map((one) => tx.many(one)))
      return declined !== undefined
    }),

  findForAccount: async (secret: string) =>
    (
      await db.maybe(sql<{ id: string }>`
        select i.id from invitations i where i.hash = ${hashOf(secret)} and ${makesAccount}`)
    )?.id,

  takeAccount: async (tx: Queryable, secret: string) =>
    (await tx.maybe(sql`
      update invitations i set accounts_made = accounts_made + 1
      where i.hash = ${hashOf(secret)} and ${makesAccount} returning i.id`)) !== undefined,
})

/** The id of no invitation. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** On `invitations i`: each use of the invitation can make one account. */
const makesAccount = sql`(i.makes_accounts and i.accounts_made < i.most_uses and ${isGood})`
