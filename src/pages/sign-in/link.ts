/** The page that opens a one-time link: its secret is stored in a cookie, and the browser goes on to sign up or to a reset. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findLink, secretIn } from '../../identity/accounts/links.ts'
import { refunds, spend } from '../../identity/accounts/throttle.ts'
import { LINK, setPageCookie } from '../cookies.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { type Site, isSecure } from '../site.ts'
import { ENDED, TOO_MANY, budgetOf } from './invitation.ts'

export function linkRoutes(app: FastifyInstance, site: Site): void {
  app.get('/link', (_request, reply) => showLink(reply, {}))

  app.post('/link', async (request, reply) => {
    const code = secretIn(formOf(request).text('code'))
    if (code === '') return showLink(reply, { fields: { code: 'Paste the link, or the part after #.' } })
    const budget = budgetOf(request)
    if (!(await spend(site.db, budget))) return showLink(reply, { fields: {}, other: TOO_MANY }, 429)
    if (!(await findLink(site.db, code))) return showLink(reply, { fields: {}, other: ENDED })
    await Promise.all(refunds(budget).map((refund) => site.db.many(refund)))
    setPageCookie(reply, LINK, code, isSecure(site))
    return seeOther(reply, '/join')
  })
}

/** Without scripts the part after # does not reach the form, so people paste it. */
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
