/** The pages on which people set and remove their password. */
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { endOthers } from '../../identity/accounts/end-access.ts'
import { SHORTEST, faultOfPassword, hashPassword } from '../../identity/accounts/passwords.ts'
import { changed, findAccount, lockAccount } from '../../identity/accounts/store.ts'
import { tokensOf } from '../../identity/personal-tokens/store.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import { TOKENS_TOO, offerToEndTokens } from './end-tokens.ts'
import { type AddPage, type PageContext, endingBy } from './page-context.ts'

const URL = '/account/password'

export function passwordRoutes(add: AddPage): void {
  add('GET', URL, async (context) => show(context), { recent: true })
  add('POST', URL, change, { recent: true })
  add('POST', `${URL}/remove`, remove, { recent: true })
}

async function change(context: PageContext) {
  const { site, request, reply, me } = context
  const password = formOf(request).text('password')
  const account = await findAccount(site.db, me.accountId)
  const fault = await faultOfPassword(password, [me.name, account?.email ?? ''])
  if (fault !== undefined) return show(context, { fields: { password: `The password ${fault}.` } })
  const hash = await hashPassword(password, { known: true, path: ['signed in', me.accountId] })
  const tokensToo = formOf(request).text(TOKENS_TOO) !== ''
  await changeOfAccount(site, me, async (db) => {
    await Promise.all([
      db.many(changed(me.accountId, sql`password_hash = ${hash}, password_changed_at = now()`)),
      endOthers(db, endingBy(context), tokensToo),
      db.many(audited(request, 'PASSWORD_CHANGED', me.accountId)),
    ])
  })
  return seeOther(reply, '/account?changed')
}

/** Removes the password. A passkey and a recovery code must be left, because the owner could lose the device with the passkey. */
async function remove(context: PageContext) {
  const { site, request, reply, me } = context
  const removed = await changeOfAccount(site, me, async (db) => {
    const [, has] = await Promise.all([db.many(lockAccount(me.accountId)), waysOf(db, me.accountId)])
    if (!has.password) return true
    if (!mayRemove(has)) return false
    await Promise.all([
      db.many(changed(me.accountId, sql`password_hash = null, password_changed_at = now()`)),
      endOthers(db, endingBy(context)),
      db.many(audited(request, 'PASSWORD_REMOVED', me.accountId)),
    ])
    return true
  })
  if (removed) return seeOther(reply, '/account?changed')
  return show(context, { fields: {}, other: 'Add a passkey and make recovery codes before you remove it.' })
}

interface Ways {
  password: boolean
  passkeys: number
  codes: number
}

const waysOf = (db: Queryable, accountId: string): Promise<Ways> =>
  db.one(sql<Ways & Record<string, unknown>>`
    select a.password_hash is not null as password,
      (select count(*)::int from passkeys p where p.account_id = a.id and p.suspected_at is null) as passkeys,
      (select count(*)::int from recovery_codes rc where rc.account_id = a.id and rc.used_at is null) as codes
    from accounts a where a.id = ${accountId}`)

const mayRemove = ({ password, passkeys, codes }: Ways) => password && passkeys > 0 && codes > 0

async function show({ site, reply, me }: PageContext, faults?: Faults) {
  const [has, tokens] = await Promise.all([
    waysOf(site.db, me.accountId),
    site.db.many(tokensOf(me.accountId)),
  ])
  return sendPage(reply, {
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
        ${offerToEndTokens(tokens.length)}
        <div class="actions">
          <a class="quiet" href="/account">Cancel</a><button>Set the password</button>
        </div>
      </form>
      ${
        mayRemove(has) &&
        html`<form method="post" action="${URL}/remove" class="rows">
          <div>
            <p class="about">
              Without it, your passkeys and recovery codes let you in. Every other browser is signed out.
            </p>
            <button class="second">Remove the password</button>
          </div>
        </form>`
      }
    </div>`,
  })
}
