/** Setting one's password. */
import { sql } from '../../db/sql.ts'
import { SHORTEST, faultOfPassword, hashPassword } from '../../identity/accounts/passwords.ts'
import { changed, findAccount } from '../../identity/accounts/store.ts'
import { endOtherSessions } from '../../identity/sessions/store.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { audited } from '../site.ts'
import type { AddPage, Visit } from './visit.ts'

const URL = '/account/password'

export function passwordRoutes(add: AddPage): void {
  add('GET', URL, async (visit) => show(visit), { recent: true })
  add('POST', URL, change, { recent: true })
}

async function change(visit: Visit) {
  const { site, request, reply, me } = visit
  const password = formOf(request).text('password')
  const account = await findAccount(site.db, me.accountId)
  const fault = await faultOfPassword(password, [me.name, account?.email ?? ''])
  if (fault !== undefined) return show(visit, { fields: { password: `The password ${fault}.` } })
  const hash = await hashPassword(password)
  await site.db.transaction(async (db) => {
    await Promise.all([
      db.many(changed(me.accountId, sql`password_hash = ${hash}, password_changed_at = now()`)),
      db.many(endOtherSessions(me.accountId, me.sessionId)),
      db.many(audited(request, 'PASSWORD_CHANGED', me.accountId)),
    ])
  })
  return seeOther(reply, '/account?changed')
}

const show = ({ reply, me }: Visit, faults?: Faults) =>
  sendPage(reply, {
    title: 'Your password',
    lead: 'A new password signs every other browser out.',
    who: me,
    status: faults ? 422 : 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="${URL}">
        <input type="hidden" autocomplete="username" value="${me.name}" />
        ${field(
          {
            name: 'password',
            label: 'New password',
            type: 'password',
            autocomplete: 'new-password',
            autofocus: true,
            hint: `At least ${SHORTEST} characters. A few words that only you would put together are good.`,
          },
          faults,
        )}
        <div class="actions">
          <a class="quiet" href="/account">Cancel</a><button>Set the password</button>
        </div>
      </form>
    </div>`,
  })
