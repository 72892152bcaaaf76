/** Stories of mailed links in browsers: somebody signs in by one, and somebody accepts an invitation that came by mail. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { startMail } from '../../../src/notifications/work.ts'
import { linkIn } from '../../notifications/link-mails.ts'
import { mailServer } from '../../notifications/smtp-server.ts'
import { PASSWORD, openDesk } from '../../pages/site.ts'
import { signIn } from '../../pages/tour.ts'
import { PHONE, acceptFourteen, fourteen } from '../../web/code.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'

const site = shareApp()

async function sendingMail(t: TestContext) {
  const server = await mailServer()
  t.after(() => server.close())
  const work = startMail({
    db: site.db,
    settings: server.settings,
    baseUrl: site.url,
    warn: (message) => t.diagnostic(message),
    look: 100,
  })
  t.after(() => work.stop())
  return server
}

test('somebody lets an address in, and signs in by a link in another browser', { skip }, async (t) => {
  const server = await sendingMail(t)
  const id = await site.account('Wanda', { password: PASSWORD })
  const hers = await openDesk(site.browser, PHONE)
  t.after(() => hers.context.close())
  await signIn(hers.page, site.url, 'Wanda')
  await hers.page.evaluate(`fetch('/web/session')`) // which makes the user of the account
  await site.db.many(sql`
    insert into notification_settings (user_id, address)
    select id, 'wanda@example.org' from users where subject = ${id}::text`)
  await hers.page.goto(`${site.url}/account/mail`)
  await hers.page.getByRole('button', { name: 'This address may let me back in' }).click()
  await hers.page.getByText('To wanda@example.org').waitFor()
  assert.match((await server.next()).mail.subject ?? '', /now lets somebody in/)

  const { page, context, complaints } = await openDesk(site.browser, { ...PHONE, suggests: false })
  t.after(() => context.close())
  await page.goto(`${site.url}/sign-in`)
  await page.getByRole('link', { name: 'Send me a link' }).click()
  await page.getByLabel('Name or e-mail address').fill('wanda')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  const link = linkIn((await server.next()).mail.text)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome back, Wanda' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the secret has left the address')
  await page.getByRole('button', { name: 'Sign in as Wanda' }).click()
  await page.getByText('You signed in with a link from your mail').waitFor()
  await server.next() // the mail that says so
  await page.goto(link)
  await page.getByText('This link is not good any more').waitFor()
  assert.deepEqual([...complaints, ...hers.complaints], [])
})

test('Alice mails the code of a match, and Bob finds his 14 matches by it', { skip }, async (t) => {
  const server = await sendingMail(t)
  const alice = await fourteen(site, 'Alicia')
  const hers = await deskOf(t, site, alice.person, PHONE)
  await visit(hers.page, site, `/matches/${alice.match}`)
  while (!(await hers.page.getByLabel('E-mail address').isVisible())) await hers.page.reload()
  await hers.page.getByLabel('E-mail address').fill('bob@example.org')
  await hers.page.getByRole('button', { name: 'Send by mail' }).click()
  await hers.page.getByText('The mail to bob@example.org is on its way').waitFor()
  const { mail, to } = await server.next()
  assert.deepEqual(to, ['bob@example.org'])
  const link = linkIn(mail.text)
  assert.equal(await hers.page.getByRole('textbox', { name: 'The link' }).inputValue(), link)
  const { page, context, complaints } = await openDesk(site.browser, PHONE)
  t.after(() => context.close())
  await acceptFourteen(page, link)
  await hers.page.getByText(/Accepted by/).waitFor()
  assert.deepEqual([...complaints, ...hers.complaints], [])
})
