/** The pages for signing in by a mailed link: to ask for a link, to say what happens then, and to open the link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import { findSignInLink, useSignInLink } from '../../identity/accounts/links.ts'
import { budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { shortUserAgent } from '../../identity/audit/record.ts'
import { queued, sendsMail } from '../../identity/link-mails/queue.ts'
import { browserNamed } from '../browser-name.ts'
import { openedLink } from '../cookies.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { type Site, audited, isSecure } from '../site.ts'
import { ENDED } from './invitation.ts'
import { SIGN_IN, showLink } from './link.ts'
import { signIn } from './sign-in-session.ts'

/** In characters. No name or address is longer. */
const LONGEST = 254

const TOO_MANY = 'Too many links were asked for from here. Wait a few minutes.'

export function mailRoutes(app: FastifyInstance, site: Site): void {
  app.get('/sign-in/mail', async (_request, reply) =>
    (await sendsMail(site.db)) ? show(reply) : showNoMail(reply),
  )
  app.post('/sign-in/mail', (request, reply) => ask(site, request, reply))
  app.get('/sign-in/mail/sent', (_request, reply) => showSent(reply))
  app.get(SIGN_IN, (request, reply) => showOpened(site, request, reply))
  app.post(SIGN_IN, (request, reply) => enter(site, request, reply))
}

/**
 * Does the same work whatever was typed. Whether there is such an account is looked up by the background work, so neither the
 * answer nor its time reveals it.
 */
async function ask(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const typed = formOf(request).text('name').trim().slice(0, LONGEST).toWellFormed()
  if (typed === '') return show(reply, { fields: { name: 'Enter your name or e-mail address.' } })
  if (!(await sendsMail(site.db))) return showNoMail(reply)
  const { address, userAgent } = whereFrom(request)
  if (!(await spend(site.db, budgetsFrom('mailQuestion', address))))
    return show(reply, { fields: {}, other: TOO_MANY }, 429)
  const question = { kind: 'QUESTION', typed, address, userAgent: shortUserAgent(userAgent) } as const
  await site.db.many(queued(site.mailKey, question))
  return seeOther(reply, '/sign-in/mail/sent')
}

/** A GET changes nothing, because mail programs open links before people do. */
async function showOpened(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const secret = openedLink(request.headers.cookie, isSecure(site))
  const link = secret === undefined ? undefined : await findSignInLink(site.db, secret)
  if (!link) return showLink(reply, { fields: {}, other: ENDED })
  return sendPage(reply, {
    title: `Welcome back, ${link.accountName}`,
    lead: 'This link signs you in, once. Afterwards you can add a passkey or set a new password.',
    body: html`<div class="stack">
      <form class="sheet" method="post" action="${SIGN_IN}">
        <p class="text">Is this not your name? Then close this page: the link was meant for somebody else.</p>
        <div class="actions"><button>Sign in as ${link.accountName}</button></div>
      </form>
    </div>`,
  })
}

async function enter(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const secret = openedLink(request.headers.cookie, isSecure(site))
  const entered =
    secret !== undefined &&
    (await signIn(site, request, reply, 'MAIL', async (db) => {
      const link = await useSignInLink(db, secret)
      const accountId = link?.accountId
      if (!link || !accountId) return undefined
      const browser = browserNamed(whereFrom(request).userAgent)
      const at = new Date().toISOString()
      await Promise.all([
        db.many(audited(request, 'LINK_USED', accountId, { kind: link.kind })),
        db.many(queued(site.mailKey, { kind: 'SIGNED_IN', accountId, at, browser })),
      ])
      return { accountId }
    }))
  return entered ? seeOther(reply, '/account') : showLink(reply, { fields: {}, other: ENDED })
}

function show(reply: FastifyReply, faults?: Faults, status = 422) {
  const name = {
    name: 'name',
    label: 'Name or e-mail address',
    autocomplete: 'username',
    maxlength: LONGEST,
    verbatim: true,
    autofocus: true,
  }
  return sendPage(reply, {
    title: 'Send me a link',
    lead: 'By mail, to the address that you have let in. It signs you in once.',
    status: faults ? status : 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="/sign-in/mail">
        ${field(name, faults)}
        <div class="actions"><button>Send the link</button></div>
      </form>
      <p class="hint">
        This works for people who have turned on “Link by mail” in their account, and never for
        administrators.
      </p>
      <p class="below"><a href="/sign-in">Back to sign in</a></p>
    </div>`,
  })
}

const showSent = (reply: FastifyReply) =>
  sendPage(reply, {
    title: 'Look into your mail',
    lead: 'If there is such an account and it lets its address in, a link is on its way. It is good for 15 minutes.',
    body: html`<div class="stack">
      <p class="hint">
        Nothing there after a few minutes? Look into the junk mail. We send few links an hour to an address,
        and do not say here whether there is an account.
      </p>
      <p class="below"><a href="/sign-in/other">Another way in</a><a href="/sign-in">Back to sign in</a></p>
    </div>`,
  })

const showNoMail = (reply: FastifyReply) =>
  sendPage(reply, {
    title: 'No mail at the moment',
    lead: 'This service sends no mail now, so it cannot send you a link.',
    status: 409,
    body: html`<div class="stack">
      <p class="below"><a href="/sign-in/other">Another way in</a><a href="/sign-in">Back to sign in</a></p>
    </div>`,
  })
