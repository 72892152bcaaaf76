/** What tests of mailed links share: rounds of sending, people who let their address in, and the link in a mail. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { EMBEDDED_ISSUER } from '../../src/http/access-token.ts'
import { deliverLinks } from '../../src/notifications/link-mails/deliver.ts'
import { answerQuestion } from '../../src/notifications/link-mails/questions.ts'
import type { MailSettings } from '../../src/notifications/mail/settings.ts'
import { connectTo } from '../../src/notifications/mail/smtp.ts'
import { mailTokens } from '../../src/notifications/work.ts'
import { PASSWORD, type WebSite } from '../pages/site.ts'
import { Visitor } from '../pages/visitor.ts'

interface Warning {
  message: string
  facts: object
}

const going = new AbortController().signal

/** Answers all questions and sends what is due, as an instance does. Returns what it warned of. */
export async function sendLinks(
  db: Database,
  settings: MailSettings,
  { baseUrl, stopping = going }: { baseUrl: string; stopping?: AbortSignal },
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const tokens = await mailTokens(db)
  while (await answerQuestion(db, tokens));
  const patience = { connect: 2_000, silence: 2_000, whole: 4_000 }
  const connect = (signal: AbortSignal) => connectTo(settings, signal, patience)
  const warn = (message: string, facts: object) => warnings.push({ message, facts })
  const delivery = { db, connect, tokens, baseUrl, warn, lease: 300_000, mostAttempts: 8 }
  while ((await deliverLinks(delivery, stopping)) > 0);
  return warnings
}

export const sending = (db: Database, isOn: boolean) =>
  db.many(sql`update mail_head set sending_until = case when ${isOn} then now() + interval '1 hour' end`)

/** Forgets the budgets, as after a quiet day. */
export const quietDay = (db: Database) => db.many(sql`delete from sign_in_budgets`)

export interface Member {
  id: string
  name: string
  address: string
  /** Their own browser, which is signed in. */
  visitor: Visitor
}

let networks = 0
export const newVisitor = (site: Pick<WebSite, 'app'>): Visitor =>
  new Visitor(site.app, `10.${++networks >> 8}.${networks & 255}.9`)

/** Somebody with a verified address, who has not let it in. */
export async function member(
  site: WebSite,
  name: string,
  more: { address?: string; locale?: 'en' | 'de'; email?: string } = {},
): Promise<Member> {
  const { address = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`, locale = 'en', email } = more
  const id = await site.account(name, { password: PASSWORD, ...(email === undefined ? {} : { email }) })
  const visitor = newVisitor(site)
  await visitor.signIn(name, PASSWORD)
  assert.equal((await visitor.get('/web/session')).status, 200)
  await site.db.many(sql`
    insert into notification_settings (user_id, address, locale)
    select id, ${address}, ${locale} from users where issuer = ${EMBEDDED_ISSUER} and subject = ${id}`)
  return { id, name, address, visitor }
}

export async function letIn({ visitor, address }: Member): Promise<void> {
  const page = await visitor.post('/account/mail', { address })
  assert.equal(page.path, '/account?changed', page.text)
}

/** Somebody who lets their address in. The mail about that is not sent. */
export async function letsIn(site: WebSite, name: string, more: Parameters<typeof member>[2] = {}) {
  const one = await member(site, name, more)
  await letIn(one)
  await site.db.many(sql`delete from link_mails`)
  return one
}

/** Asks for a link, and returns the one that comes by mail. */
export async function linkFor(
  site: WebSite,
  server: { settings: MailSettings; received: { mail: { text?: string | undefined }; to: string[] }[] },
  name: string,
): Promise<string> {
  const before = server.received.length
  await newVisitor(site).post('/sign-in/mail', { name })
  await sendLinks(site.db, server.settings, { baseUrl: site.url })
  const mails = server.received.slice(before)
  assert.equal(mails.length, 1, `one mail for ${name}`)
  return linkIn(mails[0]?.mail.text)
}

export function linkIn(text: string | undefined): string {
  const [link] = /http\S+#[\w-]{43}/.exec(text ?? '') ?? []
  assert.ok(link, text)
  return link
}

/** Opens a link in a browser that is not signed in. */
export async function opened(site: WebSite, link: string) {
  const visitor = newVisitor(site)
  const page = await visitor.post('/link', { code: link })
  return { visitor, page }
}

/**
 * Presses the button on the page of an opened link. Returns true if that signed in, even if the session has ended by the time of
 * the next page.
 */
export async function signsIn(visitor: Visitor): Promise<boolean> {
  const { path } = await visitor.post('/link/sign-in', {})
  return path !== '/link/sign-in'
}
