/**
 * Makes the links that people have asked for on the sign-in page. The page only puts their question into a queue, so it takes the
 * same time whether there is such an account or not.
 */
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import { folded } from '../../http/schema/text.ts'
import { STRANGER } from '../../identity/audit/actor.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { LIFETIMES, letInByMail, newLink } from '../../identity/accounts/links.ts'
import { idOfSignIn } from '../../identity/accounts/store.ts'
import { spend } from '../../identity/accounts/throttle.ts'
import { type LinkMail, queued } from '../../identity/link-mails/queue.ts'
import type { MailTokens } from '../tokens.ts'

/** If several people share an address, a question reaches at most this many of their accounts. */
export const MOST_ACCOUNTS = 3

type Question = Extract<LinkMail, { kind: 'QUESTION' }>

/**
 * Answers one question. Returns false if no question waits. Several instances can do this at once, because each takes another
 * question.
 */
export const answerQuestion = (db: Database, tokens: MailTokens): Promise<boolean> =>
  db.transaction(async (tx) => {
    const taken = await tx.maybe(sql<{ sealed: Buffer; isLate: boolean }>`
      delete from link_mails where id = (
        select id from link_mails where kind = 'QUESTION' order by id limit 1 for update skip locked)
      returning sealed, ends_at < now() as "isLate"`)
    if (!taken) return false
    const question = tokens.unsealed(taken.sealed) as Question | undefined
    if (question && !taken.isLate)
      for (const account of await accountsFor(tx, question.typed))
        await makeLink(tx, tokens, question, account)
    return true
  })

type Account = { id: string; address: string }

/** The account with this name or address, and the accounts whose owners allow links mailed to this address to sign in. */
const accountsFor = (db: Queryable, typed: string): Promise<Account[]> =>
  db.many(sql<Account>`
    select a.id, n.address from ${letInByMail}
    where a.id in (
      select ${idOfSignIn(typed)}
      union
      select case when w.issuer = ${EMBEDDED_ISSUER} then w.subject::uuid end
      from notification_settings its join users w on w.id = its.user_id where folded(its.address) = folded(${typed}))
    order by a.id = ${idOfSignIn(typed)} desc, a.id limit ${MOST_ACCOUNTS}`)

async function makeLink(
  tx: Transaction,
  tokens: MailTokens,
  { address: from, userAgent }: Question,
  { id: accountId, address }: Account,
): Promise<void> {
  const budgets = [
    { of: 'mailedLink', whose: `address ${folded(address)}` },
    { of: 'mailedLink', whose: `account ${accountId}` },
  ] as const
  if (!(await spend(tx, budgets))) return
  const id = uuidv7()
  const { statement } = newLink({
    id,
    kind: 'SIGN_IN',
    secret: tokens.signIn(id),
    accountId,
    lifetime: LIFETIMES.signIn,
    byMail: true,
  })
  const details = { linkId: id, link: 'SIGN_IN' }
  const made = { kind: 'LINK_MADE', accountId, by: STRANGER, address: from, userAgent, details } as const
  await Promise.all([
    tx.many(statement),
    tx.many(auditRecord(made)),
    tx.many(queued(tokens.secret, { kind: 'SIGN_IN', linkId: id })),
  ])
}
