/** Opens a one-time link. A cookie remembers the secret of the link while the person signs up or resets an account. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findLink, findSignInLink, secretIn } from '../../identity/accounts/links.ts'
import { refunds, spend } from '../../identity/accounts/throttle.ts'
import { LINK, setPageCookie } from '../cookies.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { type Site, isSecure } from '../site.ts'
import { ENDED, TOO_MANY, budgetOf } from './invitation.ts'

/** The path to which an opened link to sign in leads. */
export const SIGN_IN = '/link/sign-in'

export function linkRoutes(app: FastifyInstance, site: Site): void {
  app.get('/link', (_request, reply) => showLink(reply, {}))

  app.post('/link', async (request, reply) => {
    const code = secretIn(formOf(request).text('code'))
    if (code === '') return showLink(reply, { fields: { code: 'Paste the link, or the part after #.' } })
    const budget = budgetOf(request)
    if (!(await spend(site.db, budget))) return showLink(reply, { fields: {}, other: TOO_MANY }, 429)
    const signsIn = (await findSignInLink(site.db, code)) !== undefined
    if (!signsIn && !(await findLink(site.db, code))) return showLink(reply, { fields: {}, other: ENDED })
    await Promise.all(refunds(budget).map((refund) => site.db.many(refund)))
    setPageCookie(reply, LINK, code, isSecure(site))
    return seeOther(reply, signsIn ? SIGN_IN : '/join')
  })
}

/** Asks people to paste the link. The secret is after the #, and without scripts a form does not get that part. */
export function showLink(reply: FastifyReply, faults: Faults | Record<string, never>, status = 422) {
  const given = 'fields' in faults ? (faults as Faults) : undefined
  const code = {
    name: 'code',
    label: 'Your link',
    autocomplete: 'off',
    verbatim: true,
    autofocus: true,
    hint: 'Paste all of it, or the part after #.',
  }
  return sendPage(reply, {
    title: 'Open a link',
    lead: 'An invitation, or a link that lets you in again.',
    status: given ? status : 200,
    scripts: ['link'],
    body: html`<div class="stack">
      ${summaryOf(given)}
      <form class="sheet" method="post" action="/link" id="open-link">
        ${field(code, given)}
        <div class="actions"><button>Go on</button></div>
      </form>
      <p class="below"><a href="/sign-in">Sign in instead</a></p>
    </div>`,
  })
}
