/** The pages to make and end personal tokens. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { uuidv7 } from '../../db/uuid.ts'
import { UUID } from '../../http/schema/schema.ts'
import { faultOfName } from '../../http/schema/text.ts'
import { hashOf, tokenOf } from '../../identity/personal-tokens/format.ts'
import { GRANTABLE, LONGEST, MOST } from '../../identity/personal-tokens/schema.ts'
import { insert, lock, lockAccount, remove } from '../../identity/personal-tokens/store.ts'
import { SCOPE_PREFIX, scopesOfRoles } from '../../identity/roles.ts'
import { type Form, formOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import type { AddPage, PageContext } from './page-context.ts'

const URL = '/account/tokens/new'

export function tokenRoutes(add: AddPage): void {
  add('GET', URL, async (context) => show(context), { recent: true })
  add('POST', URL, make, { recent: true })
  add('POST', '/account/tokens/:id/end', end)
}

const LONGEST_NAME = 100

const grantableTo = ({ me }: PageContext): string[] => {
  const own = scopesOfRoles(me.roles)
  return GRANTABLE.filter((scope) => own.has(scope))
}

const EXTENTS = {
  read: ['Read what I may read', (scopes: string[]) => scopes.filter((scope) => scope.endsWith('-read'))],
  all: ['Do what I may do, except make tokens and erase my account', (scopes: string[]) => scopes],
  chosen: ['Only what I choose below', undefined],
} as const

type Extent = keyof typeof EXTENTS

interface TokenForm {
  name: string
  days: string
  extent: string
  chosen: string[]
}

const tokenFormOf = (form: Form): TokenForm => ({
  name: form.text('name').trim(),
  days: form.text('days').trim(),
  extent: form.text('extent'),
  chosen: form.all('scope'),
})

async function make(context: PageContext) {
  const { site, request, me } = context
  const values = tokenFormOf(formOf(request))
  const own = grantableTo(context)
  const select = Object.hasOwn(EXTENTS, values.extent) ? EXTENTS[values.extent as Extent][1] : () => []
  const scopes = select ? select(own) : own.filter((scope) => values.chosen.includes(scope))
  const fields = faultsOf(values, scopes)
  if (Object.keys(fields).length > 0) return show(context, values, { fields })
  const id = uuidv7()
  const token = tokenOf(randomBytes(32))
  const made = await changeOfAccount(site, me, async (db) => {
    const own = { id, accountId: me.accountId, name: values.name, scopes, days: Number(values.days) }
    const [, row] = await Promise.all([
      db.many(lockAccount(me.accountId)),
      db.maybe(insert({ ...own, hash: hashOf(token) }, MOST)),
    ])
    if (row) await db.many(audited(request, 'TOKEN_MADE', me.accountId, { tokenId: id, scopes }))
    return row !== undefined
  })
  if (!made)
    return show(context, values, {
      fields: {},
      other: `You have ${MOST} tokens. End those that you do not use.`,
    })
  return showMade(context, values.name, token)
}

function faultsOf({ name, days }: TokenForm, scopes: string[]): Record<string, string> {
  const isTooLong = [...name].length > LONGEST_NAME
  const wrongName = isTooLong ? `must have ${LONGEST_NAME} characters at most` : faultOfName(name)?.message
  const number = /^\d{1,3}$/.test(days) ? Number(days) : 0
  return {
    ...(wrongName === undefined ? {} : { name: `The name ${wrongName}.` }),
    ...(number >= 1 && number <= LONGEST
      ? {}
      : { days: `Enter a whole number of days, from 1 to ${LONGEST}.` }),
    ...(scopes.length > 0 ? {} : { extent: 'Choose what the token may do.' }),
  }
}

async function end({ site, request, reply, me }: PageContext) {
  const { id } = request.params as { id: string }
  if (UUID.test(id))
    await changeOfAccount(site, me, async (db) => {
      const token = await db.maybe(lock(id, me.accountId))
      if (!token) return
      const changes = [...remove(token), audited(request, 'TOKEN_ENDED', me.accountId, { tokenId: id })]
      await Promise.all(changes.map((change) => db.many(change)))
    })
  return seeOther(reply, '/account')
}

function show(
  context: PageContext,
  values: TokenForm = { name: '', days: '90', extent: 'read', chosen: [] },
  faults?: Faults,
) {
  const { reply, me } = context
  const name = {
    name: 'name',
    label: 'What it is for',
    autocomplete: 'off',
    maxlength: LONGEST_NAME,
    value: values.name,
    autofocus: true,
  }
  const days = {
    name: 'days',
    label: 'Days until it ends',
    autocomplete: 'off',
    inputmode: 'numeric',
    value: values.days,
    hint: `From 1 to ${LONGEST}. You can end it any time.`,
  } as const
  return sendPage(reply, {
    title: 'A token for a script',
    lead: 'Whoever has the token can use it in your name.',
    who: me,
    status: faults ? 422 : 200,
    body: html`<div class="stack">
${summaryOf(faults)}
<form class="sheet" method="post" action="${URL}">
${field(name, faults)}
${field(days, faults)}
<fieldset id="extent" tabindex="-1">
<legend class="hint">What it may do</legend>
${faults?.fields['extent'] !== undefined && html`<p class="fault">${faults.fields['extent']}</p>`}
${Object.entries(EXTENTS).map(
  ([value, [label]]) =>
    html`<label class="check"
      ><input
        type="radio"
        name="extent"
        value="${value}"
        ${value === values.extent && html` checked`}
      />${label}</label
    >`,
)}
<details${values.extent === 'chosen' && html` open`}><summary>Choose scopes</summary><div class="choices">${grantableTo(
      context,
    ).map(
      (scope) =>
        html`<label class="check"
          ><input
            type="checkbox"
            name="scope"
            value="${scope}"
            ${values.chosen.includes(scope) && html` checked`}
          /><code>${scope.slice(SCOPE_PREFIX.length)}</code></label
        >`,
    )}</div></details>
</fieldset>
<div class="actions"><a class="quiet" href="/account">Cancel</a><button>Make the token</button></div>
</form>
</div>`,
  })
}

const showMade = ({ reply, me }: PageContext, name: string, token: string): FastifyReply =>
  sendPage(reply, {
    title: 'Your token',
    lead: 'Copy it now: nobody can show it again.',
    who: me,
    body: html`<div class="stack">
      <div class="sheet">
        <p class="text">${name}</p>
        <p class="secret"><code>${token}</code></p>
        <div class="actions"><a class="button" href="/account">I have it</a></div>
      </div>
    </div>`,
  })
