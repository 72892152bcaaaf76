/** The pages for signing in at an outside issuer. */
import type { KeyObject } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import { IssuerUnavailable } from '../../http/access-token.ts'
import { whereFrom } from '../../http/where-from.ts'
import { sharedSecret } from '../../http/secrets.ts'
import { type PendingSignIn, SignInRefused } from '../../identity/outside-sign-in/clients.ts'
import { seal, unseal } from '../../identity/outside-sign-in/sealed.ts'
import type { OutsideSessions } from '../../identity/outside-sign-in/sessions.ts'
import { type AppSource, shellRoutes } from '../app/shell.ts'
import { ASKED_AGAIN, askAgain, mayLackCookies, queryToAskAgain } from '../ask-again.ts'
import { assetRoutes } from '../assets.ts'
import { type PageCookie, pageCookie, setPageCookie } from '../cookies.ts'
import { FOREIGN_FORM, mustBeFromOurPage } from '../fetch-site.ts'
import { FORM_LIMIT, formOf, nextIn, queryOf } from '../form.ts'
import { html } from '../html.ts'
import { seeOther, sendPage } from '../page.ts'
import { SIGNED_OUT, afterSignOut, farewellPage } from '../signed-out.ts'

interface OutsideSite {
  db: Database
  outside: OutsideSessions
  baseUrl: string
  source?: AppSource | undefined
}

/** The cookie of a sign-in that has begun. It is valid while the person is at the issuer. */
const PENDING: PageCookie = { name: 'scorebook-signing-in', maxAge: 900 }

export async function outsideRoutes(
  app: FastifyInstance,
  { db, outside, baseUrl, source }: OutsideSite,
): Promise<void> {
  const key = await sharedSecret(db, 'outside sign-in')
  const { origin, protocol } = new URL(baseUrl)
  const secure = protocol === 'https:'
  assetRoutes(app, source?.file)
  if (source)
    shellRoutes(app, {
      source,
      isSignedIn: async ({ headers }) => (await outside.find(headers.cookie)) !== undefined,
    })
  else app.get('/', (_request, reply) => reply.redirect('/docs', 303))

  app.get('/sign-in', async (request, reply) => {
    const next = queryOf(request).get('next') ?? ''
    return sendPage(reply, signInPage(outside.clients.names, next))
  })

  app.post('/sign-in/outside', { bodyLimit: FORM_LIMIT }, async (request, reply) => {
    mustBeFromOurPage(request.headers, origin, FOREIGN_FORM)
    const form = formOf(request)
    const issuer = form.text('issuer')
    const next = form.text('next')
    try {
      const { url, pending } = await outside.clients.begin(issuer, next, Date.now() + 1000 * PENDING.maxAge)
      setPageCookie(reply, PENDING, sealedPending(pending, key), secure)
      return await goTo(reply, url)
    } catch (error) {
      return refused(reply, error)
    }
  })

  app.get('/sign-in/callback', async (request, reply) => {
    const query = queryOf(request)
    const sealed = pageCookie(request.headers.cookie, PENDING, secure)
    // The browser comes from the issuer, which is another site, so it has left our cookies out.
    if (sealed === undefined && mayLackCookies(request, query))
      return askAgain(reply, `/sign-in/callback?${queryToAskAgain(request, query).toString()}`)
    query.delete(ASKED_AGAIN)
    const pending = sealed === undefined ? undefined : openedPending(sealed, key)
    if (!pending)
      return refused(reply, new SignInRefused('No sign-in was begun in this browser, or it took too long.'))
    setPageCookie(reply, PENDING, '', secure)
    try {
      const tokens = await outside.clients.redeem(pending, query)
      const from = { ...whereFrom(request), cookie: request.headers.cookie }
      await outside.begin(tokens, { issuer: pending.issuer, ...from }, reply)
      return await seeOther(reply, nextIn(pending.next))
    } catch (error) {
      request.log.info(
        { reason: error instanceof Error ? error.message : '' },
        'sign-in at an issuer refused',
      )
      return refused(reply, error)
    }
  })

  app.post('/sign-out', { bodyLimit: FORM_LIMIT }, async (request, reply) => {
    mustBeFromOurPage(request.headers, origin, FOREIGN_FORM)
    const atIssuer = await outside.end(request.headers.cookie, reply)
    return atIssuer === undefined ? seeOther(reply, afterSignOut(request)) : goTo(reply, atIssuer)
  })

  app.get(SIGNED_OUT, (request, reply) =>
    sendPage(
      reply,
      farewellPage(request, {
        lead: 'This browser is signed out of Scorebook. You might still be signed in where you have your account.',
      }),
    ),
  )
}

const sealedPending = (pending: PendingSignIn, key: KeyObject) =>
  seal(JSON.stringify(pending), key).toString('base64url')

function openedPending(sealed: string, key: KeyObject): PendingSignIn | undefined {
  const text = unseal(Buffer.from(sealed, 'base64url'), key)
  const pending = text === undefined ? undefined : (JSON.parse(text) as PendingSignIn)
  return pending && pending.until > Date.now() ? pending : undefined
}

const goTo = (reply: FastifyReply, url: string) =>
  // A page that redirects by itself. If the form's answer redirected to another site, `form-action` would block it.
  sendPage(reply, {
    title: 'One moment',
    goesOnTo: url,
    body: html`<p class="lead"><a href="${url}">Go on to ${new URL(url).host}</a></p>`,
  })

const signInPage = (issuers: string[], next: string) => ({
  title: 'Sign in',
  lead: 'You sign in where you have your account.',
  body: html`<div class="stack">
    ${issuers.map(
      (issuer) =>
        html`<form class="sheet" method="post" action="/sign-in/outside">
          <input type="hidden" name="issuer" value="${issuer}" />
          <input type="hidden" name="next" value="${next}" />
          <div class="actions"><button>Sign in at ${new URL(issuer).host}</button></div>
        </form>`,
    )}
  </div>`,
})

function refused(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof IssuerUnavailable)
    return sendPage(reply.header('retry-after', '5'), {
      title: 'Not at the moment',
      lead: error.message,
      status: 503,
      body: html`<p class="below"><a href="/sign-in">Try again</a></p>`,
    })
  if (!(error instanceof SignInRefused)) throw error
  return sendPage(reply, {
    title: 'You are not signed in',
    lead: error.message,
    status: 400,
    body: html`<p class="below"><a href="/sign-in">Try again</a></p>`,
  })
}
