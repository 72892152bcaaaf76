/** The pages on which people add, rename and remove their passkeys. */
import type { FastifyReply } from 'fastify'
import { faultOfName, isBlank } from '../../http/schema/text.ts'
import { sql } from '../../db/sql.ts'
import {
  LONGEST_PASSKEY_NAME,
  MOST_PASSKEYS,
  type Passkey,
  insertPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../../identity/accounts/passkeys.ts'
import { whereFrom } from '../../http/where-from.ts'
import { endOthers } from '../../identity/accounts/end-access.ts'
import { lockAccount } from '../../identity/accounts/store.ts'
import { tokensOf } from '../../identity/personal-tokens/store.ts'
import { formOf, jsonOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, day, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { browserNamed } from '../browser-name.ts'
import { audited, changeOfAccount } from '../site.ts'
import { TOKENS_TOO, offerToEndTokens } from './end-tokens.ts'
import { type AddPage, type PageContext, endingBy } from './page-context.ts'

export function passkeyRoutes(add: AddPage): void {
  add('GET', '/account/passkeys/new', async (context) => showNew(context), { recent: true })
  add('POST', '/account/passkeys/new/options', options, { recent: true })
  add('POST', '/account/passkeys/new', create, { recent: true })
  add('GET', '/account/passkeys/:id', async (context) => showOne(context), { recent: true })
  add('POST', '/account/passkeys/:id', renameOne, { recent: true })
  add('POST', '/account/passkeys/:id/remove', removeOne, { recent: true })
}

const PURPOSE = 'by its owner'
const DOES_NOT_FIT = 'This passkey was not accepted. Try again.'

async function options({ site, reply, me }: PageContext) {
  const known = await passkeysOf(site.db, me.accountId)
  if (known.length >= MOST_PASSKEYS)
    return reply
      .code(422)
      .send({ message: `An account has ${MOST_PASSKEYS} passkeys at most. Remove one first.` })
  const account = { id: me.accountId, name: me.name }
  return reply.send({
    options: await site.passkeys.optionsToAdd(account, PURPOSE, known),
    accountId: me.accountId,
  })
}

async function create(context: PageContext): Promise<FastifyReply> {
  const { site, request, reply, me } = context
  const sent = ((await jsonOf(request)) ?? {}) as Record<string, unknown>
  const { credential, [TOKENS_TOO]: tokensToo } = sent
  const passkey = await site.passkeys.added(site.db, me.accountId, PURPOSE, credential)
  if (!passkey) return reply.code(422).send({ message: DOES_NOT_FIT })
  const name = browserNamed(whereFrom(request).userAgent).slice(0, LONGEST_PASSKEY_NAME)
  const added = await changeOfAccount(site, me, async (db) => {
    const [, row] = await Promise.all([
      db.many(lockAccount(me.accountId)),
      db.maybe(insertPasskey(me.accountId, name, passkey)),
    ])
    if (!row) return false
    await Promise.all([
      endOthers(db, endingBy(context), tokensToo === true),
      db.many(audited(request, 'PASSKEY_ADDED', me.accountId)),
    ])
    return true
  })
  if (!added) return reply.code(422).send({ message: DOES_NOT_FIT })
  return reply.send({ next: `/account/passkeys/${passkey.id}` })
}

const found = async ({ site, request, me }: PageContext): Promise<Passkey | undefined> => {
  const { id } = request.params as { id: string }
  return (await passkeysOf(site.db, me.accountId)).find((passkey) => passkey.id === id)
}

async function renameOne(context: PageContext) {
  const { site, request, reply, me } = context
  const passkey = await found(context)
  if (!passkey) return seeOther(reply, '/account')
  const name = formOf(request).text('name').trim()
  const fault =
    [...name].length > LONGEST_PASSKEY_NAME
      ? `must have ${LONGEST_PASSKEY_NAME} characters at most`
      : isBlank(name)
        ? 'must have a visible character'
        : faultOfName(name)?.message
  if (fault !== undefined) return showOne(context, { fields: { name: `The name ${fault}.` } }, name)
  await changeOfAccount(site, me, (db) => db.many(renamePasskey(me.accountId, passkey.id, name)))
  return seeOther(reply, '/account')
}

async function removeOne(context: PageContext) {
  const { site, request, reply, me } = context
  const passkey = await found(context)
  if (!passkey) return seeOther(reply, '/account')
  const removed = await changeOfAccount(site, me, async (db) => {
    // The count comes after the lock, so that it sees a change by another request. Otherwise two requests at once could remove
    // the last two ways to sign in.
    const [, left] = await Promise.all([
      db.many(lockAccount(me.accountId)),
      db.one(sql<{ ways: number }>`
        select (a.password_hash is not null)::int
          + (select count(*)::int from passkeys p where p.account_id = a.id and p.id <> ${passkey.id}
              and p.suspected_at is null) as ways
        from accounts a where a.id = ${me.accountId}`),
    ])
    if (left.ways === 0) return false
    await Promise.all([
      db.many(removePasskey(me.accountId, passkey.id)),
      endOthers(db, endingBy(context)),
      db.many(audited(request, 'PASSKEY_REMOVED', me.accountId)),
    ])
    return true
  })
  if (removed) return seeOther(reply, '/account?changed')
  const other = 'This passkey is your only way in. Add another one or set a password before you remove it.'
  return showOne(context, { fields: {}, other })
}

const showNew = async ({ site, reply, me }: PageContext) => {
  const tokens = await site.db.many(tokensOf(me.accountId))
  return sendPage(reply, {
    title: 'Add a passkey',
    lead: 'Then your fingerprint, your face or the PIN of a device signs you in.',
    who: me,
    scripts: ['passkey-add'],
    body: html`<div class="stack">
      <p class="notice without-passkeys">
        This browser cannot make passkeys here. It needs JavaScript, and an address with a name and https, or
        localhost.
      </p>
      <div class="sheet">
        <p class="text">
          Where your devices share their passkeys, one is enough for all. A new passkey signs every other
          browser out.
        </p>
        ${offerToEndTokens(tokens.length)}
        <div class="actions">
          <a class="quiet" href="/account">Cancel</a>
          <div id="passkey" data-at="/account/passkeys/new" data-fields="${TOKENS_TOO}" hidden>
            <button type="button">Add a passkey</button>
          </div>
        </div>
      </div>
      <p id="passkey-problem" class="problem" role="alert" tabindex="-1" hidden></p>
    </div>`,
  })
}

async function showOne(context: PageContext, faults?: Faults, value?: string): Promise<FastifyReply> {
  const { reply, me } = context
  const passkey = await found(context)
  if (!passkey) return seeOther(reply, '/account')
  const name = {
    name: 'name',
    label: 'Name',
    autocomplete: 'off',
    maxlength: LONGEST_PASSKEY_NAME,
    value: value ?? passkey.name,
    hint: 'A name for the device, such as “Kitchen tablet”.',
  }
  return sendPage(reply, {
    title: passkey.name,
    lead: html`A passkey, added
    ${day(passkey.createdAt)}${passkey.lastUsedAt ? html`, last used ${day(passkey.lastUsedAt)}` : ', not used yet'}.`,
    who: me,
    status: faults ? 422 : 200,
    body: html`<div class="stack">
      ${summaryOf(faults)}
      ${passkey.suspectedAt && html`<p class="problem"><strong>It may have been copied.</strong> On ${day(passkey.suspectedAt)} somebody used an older state of it, so it no longer works. Remove it, and add another one.</p>`}
      <form class="sheet" method="post" action="/account/passkeys/${passkey.id}">
        ${field(name, faults)}
        <div class="actions"><a class="quiet" href="/account">Cancel</a><button>Save</button></div>
      </form>
      <form method="post" action="/account/passkeys/${passkey.id}/remove" class="rows">
        <div>
          <p class="about">
            Without it, this device no longer signs you in. Every other browser is signed out.
          </p>
          <button class="second">Remove</button>
        </div>
      </form>
    </div>`,
  })
}
