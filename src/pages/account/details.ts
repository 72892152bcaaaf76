/** The pages on which people change their name and e-mail address. */
import {
  AccountFault,
  LONGEST_EMAIL,
  LONGEST_NAME,
  findAccount,
  rename,
  setEmail,
} from '../../identity/accounts/store.ts'
import { refunds, spend } from '../../identity/accounts/throttle.ts'
import { accountChanged } from '../../identity/sessions/account-status.ts'
import { formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, type Field, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import type { AddPage, PageContext } from './page-context.ts'

interface Detail {
  url: string
  title: string
  lead: string
  field: Field
  current: (context: PageContext) => Promise<string>
  change: typeof rename
  words: string
}

const NAME: Detail = {
  url: '/account/name',
  title: 'Your name',
  lead: 'You sign in with it. The name that others see in matches stays as it is.',
  field: { name: 'name', label: 'Name', autocomplete: 'username', maxlength: LONGEST_NAME, autofocus: true },
  current: async ({ me }) => me.name,
  change: rename,
  words: 'The name',
}

const EMAIL: Detail = {
  url: '/account/email',
  title: 'E-mail address',
  lead: 'You can sign in with it instead of your name. Nobody else sees it, and we send nothing to it.',
  field: {
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'email',
    maxlength: LONGEST_EMAIL,
    required: false,
    autofocus: true,
    hint: 'Leave it empty to have none.',
  },
  current: async ({ site, me }) => (await findAccount(site.db, me.accountId))?.email ?? '',
  change: setEmail,
  words: 'The e-mail address',
}

export function detailRoutes(add: AddPage): void {
  for (const detail of [NAME, EMAIL]) {
    add('GET', detail.url, async (context) => show(detail, context, await detail.current(context)), {
      recent: true,
    })
    add('POST', detail.url, (context) => change(detail, context), { recent: true })
  }
}

async function change(detail: Detail, context: PageContext) {
  const { site, request, reply, me } = context
  const given = formOf(request).text(detail.field.name)
  // Limits how many names and addresses one account can try out.
  const budget = [{ of: 'detail', whose: me.accountId }] as const
  if (!(await spend(site.db, budget)))
    return show(detail, context, given, { fields: {}, other: TOO_MANY }, 429)
  try {
    await changeOfAccount(site, me, async (db) => {
      await detail.change(db, me.accountId, given)
      await Promise.all([
        ...refunds(budget).map((refund) => db.many(refund)),
        db.many(audited(request, 'ACCOUNT_CHANGED', me.accountId, { fields: [detail.field.name] })),
        db.many(accountChanged(me.accountId)),
      ])
    })
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error
    return show(detail, context, given, {
      fields: { [detail.field.name]: `${detail.words} ${error.message}.` },
    })
  }
  return seeOther(reply, '/account')
}

const TOO_MANY = 'Too many of your changes were refused. Wait a few minutes.'

const show = (detail: Detail, { reply, me }: PageContext, value: string, faults?: Faults, status = 422) =>
  sendPage(reply, {
    title: detail.title,
    lead: detail.lead,
    who: me,
    status: faults ? status : 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="${detail.url}">
        ${field({ ...detail.field, value }, faults)}
        <div class="actions"><a class="quiet" href="/account">Cancel</a><button>Save</button></div>
      </form>
    </div>`,
  })
