/** Races around mailed links: a link is good once, and whatever ends it at the same time leaves nobody signed in by it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { LIFETIMES, newLink } from '../../src/identity/accounts/links.ts'
import { answerQuestion } from '../../src/notifications/link-mails/questions.ts'
import { mailTokens } from '../../src/notifications/work.ts'
import {
  type Member,
  letIn,
  letsIn,
  newVisitor,
  opened,
  quietDay,
  sending,
  signsIn,
} from '../notifications/link-mails.ts'
import { PASSWORD, type WebSite, openSite } from '../pages/site.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

let site: WebSite
before(async () => {
  site = await openSite()
})
after(() => site.close())
beforeEach(async () => {
  await sending(site.db, true)
  await quietDay(site.db)
})

/** A link that was mailed, without the mail. */
async function linkOf({ id }: Member): Promise<string> {
  const { secret, statement } = newLink({
    kind: 'SIGN_IN',
    accountId: id,
    lifetime: LIFETIMES.signIn,
    byMail: true,
  })
  await site.db.many(statement)
  return `${site.url}/link#${secret}`
}

const count = async (what: 'sessions' | 'uses' | 'notes', id: string): Promise<number> => {
  const counts = await site.db.one(sql<{ sessions: number; uses: number; notes: number }>`
    select (select count(*)::int from sessions where account_id = ${id} and method = 'MAIL') as sessions,
      (select count(*)::int from audit_events where account_id = ${id} and kind = 'LINK_USED') as uses,
      (select count(*)::int from link_mails where kind = 'SIGNED_IN') as notes`)
  return counts[what]
}

const startRound = (id: string) =>
  site.db.many(sql`
    with gone as (delete from sessions where account_id = ${id} and method = 'MAIL'), mails as (delete from link_mails)
    delete from audit_events where account_id = ${id} and kind = 'LINK_USED'`)

test('of three browsers that use a link at once, one is signed in', async () => {
  const una = await letsIn(site, 'Una')
  for (let round = 0; round < ROUNDS; round++) {
    await startRound(una.id)
    await quietDay(site.db)
    const link = await linkOf(una)
    const browsers = await Promise.all([1, 2, 3].map(() => opened(site, link)))
    const entered = await Promise.all(browsers.map(({ visitor }) => signsIn(visitor)))
    assert.equal(entered.filter(Boolean).length, 1)
    for (const what of ['sessions', 'uses', 'notes'] as const)
      assert.equal(await count(what, una.id), 1, what)
  }
})

const ENDS: [string, (one: Member) => Promise<unknown>][] = [
  ['the consent is taken back', ({ visitor }) => visitor.post('/account/mail/end', {})],
  ['they sign out everywhere else', ({ visitor }) => visitor.post('/account/sessions/end-others', {})],
  ['a password is set', ({ visitor }) => visitor.post('/account/password', { password: PASSWORD })],
]

for (const [n, [what, end]] of ENDS.entries())
  test(`a link that is used while ${what} leaves nobody signed in by it`, async () => {
    const one = await letsIn(site, `Races ${n}`)
    // A password takes 0.2 s of a core, so this race runs less often.
    for (let round = 0; round < (what.includes('password') ? ROUNDS / 10 : ROUNDS); round++) {
      await startRound(one.id)
      await quietDay(site.db)
      if (round > 0 && what.includes('consent')) await letIn(one)
      const { visitor } = await opened(site, await linkOf(one))
      const [entered] = await Promise.all([signsIn(visitor), end(one)])
      assert.equal(await count('uses', one.id), entered ? 1 : 0)
      if (what.includes('everywhere')) {
        // It ends the link or the session that came of it, in whatever order.
        assert.equal(await signsIn(visitor), false)
        continue
      }
      assert.equal(await count('sessions', one.id), 0, 'its session ended with the others')
    }
  })

test('a question that is answered while the address is removed makes no good link', async () => {
  const tokens = await mailTokens(site.db)
  const vera = await letsIn(site, 'Vera')
  const path = '/web/api/v1/users/me/notifications'
  for (let round = 0; round < ROUNDS; round++) {
    await startRound(vera.id)
    await quietDay(site.db)
    await site.db.many(sql`
      update notification_settings n set address = ${vera.address}, lets_in_since = now() from users u
      where u.id = n.user_id and u.subject = ${vera.id}::text`)
    await newVisitor(site).post('/sign-in/mail', { name: 'Vera' })
    const [, changed] = await Promise.all([
      answerQuestion(site.db, tokens),
      vera.visitor.change(path, { address: null }, 'PATCH'),
    ])
    assert.equal(changed.status, 200)
    const made = await site.db.many(sql<{ id: string }>`
      select id from sign_in_links where account_id = ${vera.id} and kind = 'SIGN_IN' and uses_left > 0`)
    for (const { id } of made)
      assert.equal(await signsIn((await opened(site, `#${tokens.signIn(id)}`)).visitor), false)
    await site.db.many(sql`update sign_in_links set uses_left = 0 where account_id = ${vera.id}`)
  }
})

test('two instances that answer questions at once make one link for each', async () => {
  const tokens = await mailTokens(site.db)
  // Two people, because a budget can lose its last attempt to another at the very same moment.
  const people = [await letsIn(site, 'Wim'), await letsIn(site, 'Xaver')]
  for (let round = 0; round < ROUNDS; round++) {
    await site.db.many(sql`delete from link_mails`)
    await quietDay(site.db)
    for (const { name } of people) await newVisitor(site).post('/sign-in/mail', { name })
    const answered = await Promise.all([1, 2, 3, 4].map(() => answerQuestion(site.db, tokens)))
    assert.equal(answered.filter(Boolean).length, 2)
    const mails = await site.db.many(sql`select 1 from link_mails where kind = 'SIGN_IN'`)
    assert.equal(mails.length, 2)
  }
})

test('none of them met in a deadlock', async () => {
  assert.equal(await deadlocks(site.db), 0)
})
