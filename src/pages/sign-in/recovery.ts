/** The page for signing in with a recovery code. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import { useRecoveryCode } from '../../identity/accounts/recovery-codes.ts'
import { findAccount, findSignInAccount } from '../../identity/accounts/store.ts'
import { budgetsFrom, refunds, spend } from '../../identity/accounts/throttle.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { type Site, audited } from '../site.ts'
import { recordFailure } from './failures.ts'
import { signIn } from './sign-in-session.ts'

const WRONG = 'This name and this code do not belong together, or the code was used before.'
const TOO_MANY = 'Too many codes were tried from here. Wait a few minutes.'
const DISABLED = 'This account is disabled. An administrator can enable it again.'

export function recoveryRoutes(app: FastifyInstance, site: Site): void {
  app.get('/sign-in/recovery', (_request, reply) => show(reply, {}))

  app.post('/sign-in/recovery', async (request, reply) => {
    const form = formOf(request)
    const name = form.text('name').trim()
    const code = form.text('code').trim()
    const fields = {
      ...(name === '' ? { name: 'Enter your name or e-mail address.' } : {}),
      ...(code === '' ? { code: 'Enter one of your recovery codes.' } : {}),
    }
    if (Object.keys(fields).length > 0) return show(reply, { name, faults: { fields }, status: 422 })
    const budget = budgetsFrom('recovery', whereFrom(request).address)
    if (!(await spend(site.db, budget)))
      return show(reply, { name, faults: { fields: {}, other: TOO_MANY }, status: 429 })
    let isDisabled = false
    const entered = await signIn(site, request, reply, 'RECOVERY', async (db) => {
      const accountId = await useRecoveryCode(db, name.slice(0, 300).toWellFormed(), code)
      if (accountId === undefined) return undefined
      const account = await findAccount(db, accountId)
      if (account?.disabledAt) isDisabled = true
      if (!account || isDisabled) throw new NotAllowed() // the code is not used up
      await Promise.all([
        db.many(audited(request, 'RECOVERY_CODE_USED', accountId)),
        ...refunds(budget).map((refund) => db.many(refund)),
      ])
      return { accountId }
    }).catch((error: unknown) => {
      if (error instanceof NotAllowed) return false
      throw error
    })
    if (entered) return seeOther(reply, '/account')
    if (isDisabled) return show(reply, { name, faults: { fields: {}, other: DISABLED }, status: 403 })
    const named = await findSignInAccount(site.db, name.slice(0, 300).toWellFormed())
    await recordFailure(site, request, named?.id, { method: 'RECOVERY', outcome: 'WRONG' })
    return show(reply, { name, faults: { fields: {}, other: WRONG }, status: 422 })
  })
}

class NotAllowed extends Error {
  override name = 'NotAllowed'
}

function show(
  reply: FastifyReply,
  { name, faults, status }: { name?: string; faults?: Faults; status?: number },
) {
  const nameField = {
    name: 'name',
    label: 'Name or e-mail address',
    autocomplete: 'username',
    maxlength: 254,
    verbatim: true,
    autofocus: true,
    ...(name === undefined ? {} : { value: name }),
  }
  const code = {
    name: 'code',
    label: 'Recovery code',
    autocomplete: 'off',
    maxlength: 60,
    verbatim: true,
    hint: 'Four groups of five letters and digits. Hyphens and capitals do not matter.',
  }
  return sendPage(reply, {
    title: 'Use a recovery code',
    lead: 'Each code is good for one sign-in.',
    status: status ?? 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="/sign-in/recovery">
        ${field(nameField, faults)} ${field(code, faults)}
        <div class="actions"><button>Sign in</button></div>
      </form>
      <p class="below"><a href="/sign-in">Back to sign in</a></p>
    </div>`,
  })
}
