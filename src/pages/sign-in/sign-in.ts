/** The pages for signing in with a passkey or a password, and for signing out. */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hasAdministrator } from '../../identity/accounts/store.ts'
import { sendsMail } from '../../identity/link-mails/queue.ts'
import { endSession } from '../../identity/sessions/store.ts'
import { askAgain } from '../ask-again.ts'
import { isFromElsewhere } from '../fetch-site.ts'
import { formOf, jsonOf, nextIn, queryOf } from '../form.ts'
import { type Part, html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { SIGNED_OUT, afterSignOut, farewellPage } from '../signed-out.ts'
import { type Site, audited, changeOfAccount, signedIn } from '../site.ts'
import { byDemo, demoButtons, listedFor } from './by-demo.ts'
import { byPasskey } from './by-passkey.ts'
import { byPassword } from './by-password.ts'
import { EXAMPLE } from './example.ts'

export function signInRoutes(app: FastifyInstance, site: Site): void {
  app.get('/sign-in', async (request, reply) => {
    const query = queryOf(request)
    const next = query.get('next') ?? ''
    const me = await signedIn(site, request)
    if (!me && isFromElsewhere(request)) return askAgain(reply, request.url)
    if (me && !query.has('again')) return seeOther(reply, nextIn(next))
    return showSignIn(site, reply, { next, ...(me ? { again: true, name: me.name } : {}) })
  })

  app.post('/sign-in', async (request, reply) => {
    const form = formOf(request)
    const asked = { name: form.text('name').trim(), password: form.text('password') }
    const shown = { name: asked.name, next: form.text('next') }
    const fields = missing(asked)
    if (Object.keys(fields).length > 0)
      return showSignIn(site, reply, { ...shown, faults: { fields }, status: 422 })
    const outcome = await byPassword(site, request, reply, asked)
    if (outcome === 'SIGNED_IN') return seeOther(reply, nextIn(shown.next))
    const [status, other] = ANSWERS[outcome]
    return showSignIn(site, reply, { ...shown, faults: { fields: {}, other }, status })
  })

  app.post('/sign-in/demo', async (request, reply) => {
    const form = formOf(request)
    await byDemo(site, request, reply, form.text('account'))
    return seeOther(reply, nextIn(form.text('next')))
  })

  app.get('/sign-in/passkey', () => site.passkeys.optionsToSignIn())

  app.post('/sign-in/passkey', async (request, reply) => {
    const { credential, next } = ((await jsonOf(request)) ?? {}) as { credential?: unknown; next?: unknown }
    const outcome = await byPasskey(site, request, reply, credential)
    if (outcome !== 'SIGNED_IN') return reply.code(422).send({ message: PASSKEY_ANSWERS[outcome] })
    return { next: nextIn(typeof next === 'string' ? next : '') }
  })

  app.get('/sign-in/other', async (_request, reply) => showOtherWays(site, reply, await sendsMail(site.db)))

  app.post('/sign-out', async (request, reply) => {
    const me = await signedIn(site, request)
    if (me)
      await changeOfAccount(site, me, async (db) => {
        await Promise.all([
          db.many(endSession(me.accountId, me.sessionId)),
          db.many(audited(request, 'SIGNED_OUT', me.accountId)),
        ])
      })
    site.sessions.clearCookie(reply)
    return seeOther(reply, afterSignOut(request))
  })

  app.get(SIGNED_OUT, (request, reply) =>
    sendPage(
      reply,
      farewellPage(request, {
        lead: 'This browser is signed out. What you recorded is safe.',
        ornament: EXAMPLE,
        text: 'Other browsers stay signed in. Your account lists them, and you can sign each of them out there.',
      }),
    ),
  )
}

/** Shown while there is no administrator, because nobody can sign in before. */
const FIRST_STEP = html`<div class="sheet">
  <p class="text">
    Nobody administers this service yet. Whoever started it finds a link in its output, and becomes the first
    administrator with it. The link is good for an hour; each start prints a new one.
  </p>
</div>`

const DISABLED = 'This account is disabled. An administrator can enable it again.'

const ANSWERS = {
  WRONG: [422, 'This name and this password do not belong together.'],
  TOO_MANY: [
    429,
    'Too many attempts from here or for this name. Wait a few minutes, or use a passkey or a recovery code.',
  ],
  DISABLED: [403, DISABLED],
} as const

const PASSKEY_ANSWERS = {
  REFUSED: 'This passkey does not open an account here. Try another, or sign in another way.',
  SUSPECTED:
    'This passkey may have been copied, so it no longer works. Sign in another way, and remove it in your account.',
  DISABLED,
} as const

function missing({ name, password }: { name: string; password: string }): Record<string, string> {
  return {
    ...(name === '' ? { name: 'Enter your name or e-mail address.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
}

interface Shown {
  name?: string
  next: string
  faults?: Faults
  status?: number
  /** True if the person is signed in and must sign in once more. */
  again?: boolean
}

async function showSignIn(site: Site, reply: FastifyReply, { name, next, faults, status, again }: Shown) {
  if (!site.sessions.possible) return showImpossible(reply)
  const [people, isAdministered, sends] = await Promise.all([
    listedFor(site, reply.request),
    hasAdministrator(site.db),
    sendsMail(site.db),
  ])
  const nameField = {
    name: 'name',
    label: 'Name or e-mail address',
    autocomplete: 'username webauthn',
    maxlength: 254,
    verbatim: true,
    autofocus: true,
    ...(name === undefined ? {} : { value: name }),
  }
  const password = {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
  } as const
  return sendPage(reply, {
    title: again ? 'Sign in again' : 'Sign in',
    lead: again
      ? 'Before you change how you sign in, show that it is still you.'
      : 'Record a match in a minute, and see how you are doing.',
    ornament: EXAMPLE,
    status: status ?? 200,
    scripts: ['passkey-sign-in'],
    body: html`<div class="stack">
      ${!isAdministered && FIRST_STEP} ${summaryOf(faults)}
      <div id="passkey" class="stack" data-next="${next}" hidden>
        <p id="passkey-problem" class="problem" role="alert" tabindex="-1" hidden></p>
        <button type="button">Sign in with a passkey</button>
        <p class="or">or</p>
      </div>
      <form class="sheet" method="post" action="/sign-in">
        <input type="hidden" name="next" value="${next}" />
        ${field(nameField, faults)} ${field(password, faults)}
        <div class="actions"><button>Sign in</button></div>
      </form>
      ${passkeysElsewhere(site, reply)} ${demoButtons(people, next)}
      <p class="below">
        <a href="/sign-in/other">Another way in</a
        >${sends && html`<a href="/sign-in/mail">Send me a link</a>`}${site.signUp === 'open' && html`<a href="/join">Make an account</a>`}
      </p>
    </div>`,
  })
}

/** Shown if the service is reached by an IP address, because browsers use passkeys only with names of hosts. */
const passkeysElsewhere = ({ baseUrl }: Site, { request }: FastifyReply): Part =>
  isIP(request.hostname) !== 0 &&
  isIP(new URL(baseUrl).hostname) === 0 &&
  html`<p class="hint">Passkeys work at <a href="${baseUrl}/sign-in">${new URL(baseUrl).host}</a>.</p>`

const showOtherWays = (site: Site, reply: FastifyReply, sends: boolean) =>
  sendPage(reply, {
    title: 'Another way in',
    lead: 'For when you do not have your passkey here and forgot your password.',
    body: html`<div class="stack">
      <div class="rows">
        ${way('A recovery code', 'One of the ten that your account showed you once.', '/sign-in/recovery', 'Use a code')}
        ${sends && way('A link by mail', 'For people who have let their address in, in their account.', '/sign-in/mail', 'Send me a link')}
        ${way('A link', 'An invitation, or a link that an administrator made for you.', '/link', 'Open a link')}
        ${site.signUp === 'open' && way('A new account', 'Anybody can make one here.', '/join', 'Make an account')}
      </div>
      <p class="hint">
        With none of these, ask whoever runs this Scorebook: an administrator can make a link that lets you in
        again.
      </p>
      <p class="below"><a href="/sign-in">Back to sign in</a></p>
    </div>`,
  })

const way = (name: string, about: string, path: string, action: string): Part =>
  html`<div>
    <div>
      <strong>${name}</strong>
      <p class="about">${about}</p>
    </div>
    <a class="button second" href="${path}">${action}</a>
  </div>`

/** Says that nobody can sign in here: over plain http, everybody on the network could read the cookie. */
const showImpossible = (reply: FastifyReply) =>
  sendPage(reply, {
    title: 'Sign in needs https',
    lead: 'This address is plain http on a network, where others could read what your browser sends.',
    status: 403,
    body: html`<div class="stack">
      <div class="sheet">
        <p class="text">
          Whoever runs this Scorebook can put it behind a proxy with https and set SCOREBOOK_BASE_URL to that
          address. On the machine itself, the address with localhost works.
        </p>
      </div>
    </div>`,
  })
