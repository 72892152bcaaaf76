/** The page on which people decide whether links mailed to them may sign in to their account. */
import { endOthers } from '../../identity/accounts/end-access.ts'
import { mayAdminister } from '../../identity/accounts/links.ts'
import { letIn, letInNoLonger, mailConsentOf } from '../../identity/accounts/mail-consent.ts'
import { lockAccount } from '../../identity/accounts/store.ts'
import { queued } from '../../identity/link-mails/queue.ts'
import { formOf } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type Faults, seeOther, sendPage, summaryOf } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import { type AddPage, type PageContext, endingBy } from './page-context.ts'

const URL = '/account/mail'

export function mailRoutes(add: AddPage): void {
  add('GET', URL, async (context) => show(context), { recent: true })
  add('POST', URL, turnOn, { recent: true })
  add('POST', `${URL}/end`, turnOff, { recent: true })
}

/** Allows links by mail. This is a new way to sign in, so all other sessions and links end, as when a passkey is added. */
async function turnOn(context: PageContext) {
  const { site, request, me } = context
  const address = formOf(request).text('address')
  const { sending } = await mailConsentOf(site.db, me.accountId)
  if (!sending) return show(context, { fields: {}, other: 'This service sends no mail at the moment.' })
  const done = await changeOfAccount(site, me, async (db) => {
    const [, isOn] = await Promise.all([db.many(lockAccount(me.accountId)), letIn(db, me.accountId, address)])
    if (!isOn) return false
    await Promise.all([
      endOthers(db, endingBy(context)),
      db.many(audited(request, 'MAIL_LETS_IN', me.accountId)),
      db.many(queued(site.mailKey, { kind: 'LET_IN', accountId: me.accountId })),
    ])
    return true
  })
  if (done) return seeOther(context.reply, '/account?changed')
  return show(context, { fields: {}, other: 'Your address is another one by now. Look at it once more.' })
}

async function turnOff(context: PageContext) {
  const { site, request, reply, me } = context
  await changeOfAccount(site, me, async (db) => {
    const [, isOff] = await Promise.all([db.many(lockAccount(me.accountId)), letInNoLonger(db, me.accountId)])
    if (!isOff) return
    await Promise.all([
      endOthers(db, endingBy(context)),
      db.many(audited(request, 'MAIL_LETS_IN_ENDED', me.accountId)),
    ])
  })
  return seeOther(reply, '/account?changed')
}

async function show({ site, reply, me }: PageContext, faults?: Faults) {
  const { address, letsIn, sending } = await mailConsentOf(site.db, me.accountId)
  return sendPage(reply, {
    title: 'Link by mail',
    lead: 'For when you have no passkey with you and forgot your password.',
    who: me,
    status: faults ? 422 : 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}${
        letsIn && address !== null
          ? on(address, mayAdminister(me.roles))
          : mayAdminister(me.roles)
            ? sheet(ADMINISTRATORS)
            : !sending
              ? sheet('This service sends no mail at the moment.')
              : address === null
                ? NO_ADDRESS
                : off(address)
      }
    </div>`,
  })
}

const ADMINISTRATORS =
  'You administer this service. Whoever reads the mailbox of an administrator must not get the whole service, so no mail signs you in.'

const sheet = (text: string): Html =>
  html`<div class="sheet">
    <p class="text">${text}</p>
    <div class="actions"><a class="button" href="/account">Back</a></div>
  </div>`

const NO_ADDRESS = html`<div class="sheet">
  <p class="text">
    First give an address and open the link that we send there: in the settings, under “Notifications”. You
    need not choose any mail about your inbox.
  </p>
  <div class="actions">
    <a class="quiet" href="/account">Cancel</a><a class="button" href="/settings/notifications">Go there</a>
  </div>
</div>`

const off = (address: string): Html =>
  html`<form class="sheet" method="post" action="${URL}">
    <input type="hidden" name="address" value="${address}" />
    <p class="text">
      If you turn this on, anybody can have us send a link to <strong>${address}</strong>, and the link signs
      in as you. So <strong>whoever reads that mailbox can get into your account</strong>, without your
      passkey and your password, and can then change them.
    </p>
    <p class="text">
      It ends when you turn it off or change the address. We send a mail each time such a link was used. Every
      other browser is signed out now.
    </p>
    <div class="actions">
      <a class="quiet" href="/account">Cancel</a><button>This address may let me back in</button>
    </div>
  </form>`

const on = (address: string, administers: boolean): Html =>
  html`<form class="sheet" method="post" action="${URL}/end">
    <p class="text">
      Whoever reads the mailbox <strong>${address}</strong> can get into your account by a link.
      ${administers && ` ${ADMINISTRATORS}`}
    </p>
    <p class="hint">If you turn it off, links that were sent end, and every other browser is signed out.</p>
    <div class="actions"><a class="quiet" href="/account">Cancel</a><button>Turn it off</button></div>
  </form>`
