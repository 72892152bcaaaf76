/** The page that makes new recovery codes, and shows them once. */
import { endOthers } from '../../identity/accounts/end-access.ts'
import { CODES, newRecoveryCodes, recoveryCodesLeft } from '../../identity/accounts/recovery-codes.ts'
import { lockAccount } from '../../identity/accounts/store.ts'
import { html } from '../html.ts'
import { sendPage } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import { type AddPage, type PageContext, endingBy } from './page-context.ts'

const URL = '/account/recovery-codes'

export function recoveryCodeRoutes(add: AddPage): void {
  add('GET', URL, ask, { recent: true })
  add('POST', URL, make, { recent: true })
}

async function ask({ site, reply, me }: PageContext) {
  const { left } = await recoveryCodesLeft(site.db, me.accountId)
  return sendPage(reply, {
    title: 'Recovery codes',
    lead: 'For when you have lost your passkey and forgotten your password.',
    who: me,
    body: html`<div class="stack">
      <form class="sheet" method="post" action="${URL}">
        <p class="text">
          You get ${CODES} codes. Each lets you in once. We show them now and never again, so print them or
          write them down, and keep them away from your
          devices.${left > 0 && html` The ${left} that you have left end when you make new ones.`} Every other
          browser is signed out.
        </p>
        <div class="actions">
          <a class="quiet" href="/account">Cancel</a><button>Make ${CODES} codes</button>
        </div>
      </form>
    </div>`,
  })
}

async function make(context: PageContext) {
  const { site, request, reply, me } = context
  const { codes, statements } = newRecoveryCodes(me.accountId)
  await changeOfAccount(site, me, async (db) => {
    await Promise.all([
      db.many(lockAccount(me.accountId)), // because a form that is sent twice must not leave twenty codes
      ...statements.map((statement) => db.many(statement)),
      endOthers(db, endingBy(context)),
      db.many(audited(request, 'RECOVERY_CODES_MADE', me.accountId)),
    ])
  })
  return sendPage(reply, {
    title: 'Your recovery codes',
    lead: 'Copy them now: nobody can show them again.',
    who: me,
    body: html`<div class="stack">
      <div class="sheet">
        <ol class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ol>
        <div class="actions"><a class="button" href="/account">I have them</a></div>
      </div>
    </div>`,
  })
}
