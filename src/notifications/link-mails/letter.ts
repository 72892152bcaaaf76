/** Writes the mails with links. There is no mail if the link no longer works, or if the recipient wants none. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import { addressOfLink, findLink, findSignInLink, letInByMail } from '../../identity/accounts/links.ts'
import { hasRefused, refusalOf } from '../../identity/link-mails/invitations.ts'
import type { LinkMail } from '../../identity/link-mails/queue.ts'
import { lookUp } from '../../invitations/preview.ts'
import { html } from '../../pages/html.ts'
import { AUTOMATIC, type Envelope, type Mail, framed } from '../mail/compose.ts'
import type { Locale } from '../schema.ts'
import type { MailTokens } from '../tokens.ts'
import { LINK_WORDS, type Words } from './words.ts'

interface Post {
  db: Database
  tokens: MailTokens
  baseUrl: string
}

/** Undefined if there is nothing to send. `id` is the part of the Message-ID before the `@`. */
export async function linkLetter(mail: LinkMail, id: string, post: Post): Promise<Mail | undefined> {
  switch (mail.kind) {
    case 'SIGN_IN':
      return signInMail(mail.linkId, id, post)
    case 'SIGNED_IN':
    case 'LET_IN':
      return accountMail(mail, id, post)
    case 'INVITATION':
      return invitationMail(mail, id, post)
    case 'ACCOUNT_LINK':
      return 'to' in mail ? accountInvitation(mail, id, post) : resetMail(mail, id, post)
    case 'QUESTION':
      return undefined
  }
}

async function signInMail(linkId: string, id: string, { db, tokens, baseUrl }: Post) {
  const secret = tokens.signIn(linkId)
  const link = await findSignInLink(db, secret)
  const recipient = link?.accountId ? await letIn(db, link.accountId) : undefined
  if (!recipient) return undefined
  const words = LINK_WORDS[recipient.locale].signIn(recipient.name)
  return written({ ...recipient, id, baseUrl }, words, addressOfLink(baseUrl, secret))
}

/** If the person has withdrawn the consent meanwhile, they get this mail all the same. */
async function accountMail(
  mail: Extract<LinkMail, { kind: 'SIGNED_IN' | 'LET_IN' }>,
  id: string,
  { db, baseUrl }: Post,
) {
  const recipient = await db.maybe(sql<Recipient>`
    select n.address as "to", n.locale, a.name from accounts a
    join users u on u.issuer = ${EMBEDDED_ISSUER} and u.subject = a.id::text
    join notification_settings n on n.user_id = u.id and n.address is not null
    where a.id = ${mail.accountId}`)
  if (!recipient) return undefined
  const words = LINK_WORDS[recipient.locale]
  const said =
    mail.kind === 'LET_IN'
      ? words.letIn(recipient.name)
      : words.signedIn(recipient.name, whenOf(mail.at, recipient.locale), mail.browser)
  return written({ ...recipient, id, baseUrl }, said, `${baseUrl}/account`)
}

async function resetMail(
  { accountId, secret }: { accountId: string; secret: string },
  id: string,
  { db, baseUrl }: Post,
) {
  const [link, recipient] = await Promise.all([findLink(db, secret), letIn(db, accountId)])
  if (!link || !recipient) return undefined
  const words = LINK_WORDS[recipient.locale].reset(recipient.name)
  return written({ ...recipient, id, baseUrl }, words, addressOfLink(baseUrl, secret))
}

type Recipient = { to: string; locale: Locale; name: string }

const letIn = (db: Database, accountId: string): Promise<Recipient | undefined> =>
  db.maybe(sql<Recipient>`
    select n.address as "to", n.locale, a.name from ${letInByMail} where a.id = ${accountId}`)

interface Invited {
  to: string
  locale: Locale
  secret: string
}

async function accountInvitation({ to, locale, secret }: Invited, id: string, post: Post) {
  if (!(await findLink(post.db, secret))) return undefined
  const known = await languageOf(post.db, to, locale)
  const link = addressOfLink(post.baseUrl, secret)
  return invited({ to, locale: known, id, baseUrl: post.baseUrl }, LINK_WORDS[known].account, link, post)
}

const KINDS = {
  GHOST_PLAYER: 'ghostPlayer',
  COMMUNITY: 'community',
  TRUSTED_EDITOR: 'trustedEditor',
} as const

interface Preview {
  kind: keyof typeof KINDS
  inviter: { displayName: string }
  ghostPlayer?: { displayName: string }
  community?: { displayName: string }
}

/** The mail says what somebody with the secret would see, at the moment when it is sent. */
async function invitationMail({ to, locale, secret }: Invited, id: string, post: Post) {
  const found = await post.db.maybe(lookUp(secret))
  if (!found) return undefined
  const { kind, inviter, ghostPlayer, community } = JSON.parse(found.body) as Preview
  const known = await languageOf(post.db, to, locale)
  const words = LINK_WORDS[known][KINDS[kind]]({
    inviter: harmless(inviter.displayName),
    name: harmless((ghostPlayer ?? community)?.displayName),
  })
  const link = `${post.baseUrl}/invitation#${secret}`
  return invited({ to, locale: known, id, baseUrl: post.baseUrl }, words, link, post)
}

/**
 * Leaves out a name that looks like an address of the web. Mail programs would make a link of it, and people could advertise a
 * site by invitations.
 */
const harmless = (name: string | undefined): string | undefined =>
  name === undefined || /:\/\/|www\.|@|[^\s.]\.\p{L}{2}/iu.test(name) ? undefined : name

/** The language that the owner of the address has chosen here. If there is none, the inviter's language. */
async function languageOf(db: Database, address: string, otherwise: Locale): Promise<Locale> {
  const found = await db.maybe(sql<{ locale: Locale }>`
    select locale from notification_settings where folded(address) = folded(${address}) order by user_id limit 1`)
  return found?.locale ?? otherwise
}

/** The invitation, with a link that ends such mail. Mail programs find this link in the headers too (RFC 8058). */
async function invited(envelope: Envelope, words: Words, link: string, { db, tokens, baseUrl }: Post) {
  const addressHash = refusalOf(tokens.secret, envelope.to)
  if (await hasRefused(db, addressHash)) return undefined
  const stop = `${baseUrl}/unsubscribe/${tokens.noInvitations(addressHash, envelope.locale)}`
  const mail = written(envelope, words, link, { url: stop, words: LINK_WORDS[envelope.locale].stop })
  return {
    ...mail,
    headers: {
      ...mail.headers,
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

const written = (
  envelope: Envelope,
  { subject, lead, open, why }: Words,
  link: string,
  stop?: { url: string; words: string },
): Mail => ({
  ...framed(envelope, subject, {
    text: [lead, link, why, ...(stop ? [`${stop.words}: ${stop.url}`] : [])],
    html: html`<p>${lead}</p>
      <p><a href="${link}">${open}</a></p>
      <p>
        <small>${why}${stop && html` <a href="${stop.url}">${stop.words}</a>`}</small>
      </p>`,
  }),
  headers: AUTOMATIC,
})

const whenOf = (at: string, locale: Locale): string =>
  `${new Date(at).toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
