/** One-time links, and what they lead to: the first administrator, an invited person, and somebody who lost every other way. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { UUID } from '../../http/schema/schema.ts'
import { pathFrom, whereFrom } from '../../http/where-from.ts'
import { endAllAccess } from '../../identity/accounts/end-access.ts'
import { person } from '../../identity/audit/actor.ts'
import { type Link, endResets, findLink, secretIn, useLink } from '../../identity/accounts/links.ts'
import { LONGEST_PASSKEY_NAME, insertPasskey } from '../../identity/accounts/passkeys.ts'
import { SHORTEST, faultOfPassword, hashPassword } from '../../identity/accounts/passwords.ts'
import {
  AccountFault,
  LONGEST_NAME,
  changed,
  createAccount,
  mustBeFree,
} from '../../identity/accounts/store.ts'
import { type Budget, atCost, budgetsFrom, refunds, spend } from '../../identity/accounts/throttle.ts'
import type { Role } from '../../identity/roles.ts'
import { LINK, setPageCookie } from '../cookies.ts'
import { formOf, jsonOf } from '../form.ts'
import { html } from '../html.ts'
import { type Faults, field, seeOther, sendPage, summaryOf } from '../page.ts'
import { EXAMPLE } from './example.ts'
import { type Site, audited, browserNamed, isSecure, linkOf, signIn } from '../site.ts'

export function joinRoutes(app: FastifyInstance, site: Site): void {
  app.get('/link', (_request, reply) => showLink(reply, {}))

  app.post('/link', async (request, reply) => {
    const code = secretIn(formOf(request).text('code'))
    if (code === '') return showLink(reply, { fields: { code: 'Paste the link, or the part after #.' } })
    const budget = budgetOf(request)
    if (!(await spend(site.db, budget))) return showLink(reply, { fields: {}, other: TOO_MANY }, 429)
    if (!(await findLink(site.db, code))) return showLink(reply, { fields: {}, other: ENDED })
    await Promise.all(refunds(budget).map((refund) => site.db.many(refund)))
    setPageCookie(reply, LINK, code, isSecure(site))
    return seeOther(reply, '/join')
  })

  app.get('/join', async (request, reply) => {
    const invited = await invitationOf(site, request)
    return invited ? showJoin(reply, invited) : showLink(reply, { fields: {}, other: ENDED })
  })

  app.post('/join', async (request, reply) => {
    const form = formOf(request)
    const name = form.text('name').trim()
    const password = form.text('password')
    const invited = await invitationOf(site, request)
    if (!invited) return showLink(reply, { fields: {}, other: ENDED })
    const fault = await faultOfPassword(password, [invited.link?.accountName ?? name])
    if (fault !== undefined)
      return showJoin(reply, invited, { name, faults: { fields: { password: `The password ${fault}.` } } })
    const budget = budgetOf(request)
    if (!(await spend(site.db, budget)))
      return showJoin(reply, invited, { name, faults: { fields: {}, other: TOO_MANY }, status: 429 })
    const asking = { known: invited.link !== undefined, path: pathFrom(whereFrom(request).address) }
    const hash = await atCost(site.db, budget, () => hashPassword(password, asking))
    try {
      const accountId = invited.link?.accountId ?? uuidv7()
      const setPassword = changed(accountId, sql`password_hash = ${hash}, password_changed_at = now()`)
      const entered = await enter(site, request, reply, {
        ...invited,
        accountId,
        name,
        budget,
        credential: (db) => db.many(setPassword),
      })
      return entered ? seeOther(reply, '/') : showLink(reply, { fields: {}, other: ENDED })
    } catch (error) {
      if (!(error instanceof AccountFault)) throw error
      return showJoin(reply, invited, { name, faults: { fields: { name: `The name ${error.message}.` } } })
    }
  })

  app.post('/join/passkey/options', async (request, reply) => {
    const { name } = await sentBy(request)
    const invited = await mustBeInvited(site, request)
    if (!(await spend(site.db, budgetOf(request)))) throw new Problem(429, 'rate-limited', TOO_MANY)
    const accountId = invited.link?.accountId ?? uuidv7()
    const account = { id: accountId, name: invited.link?.accountName ?? name }
    // Before the device makes a passkey, which it would keep though no account came of it.
    if (invited.link?.kind !== 'RESET')
      try {
        await mustBeFree(site.db, name)
      } catch (error) {
        if (!(error instanceof AccountFault)) throw error
        return reply.code(422).send({ message: `The name ${error.message}.` })
      }
    return { options: await site.passkeys.optionsToAdd(account, invited.purpose), accountId }
  })

  app.post('/join/passkey', async (request, reply) => {
    const { name, accountId, credential } = await sentBy(request)
    const invited = await mustBeInvited(site, request)
    const belongs =
      invited.link?.accountId === null ||
      invited.link?.accountId === undefined ||
      invited.link.accountId === accountId
    const passkey =
      UUID.test(accountId) && belongs
        ? await site.passkeys.added(site.db, accountId, invited.purpose, credential)
        : undefined
    if (!passkey) return reply.code(422).send({ message: DOES_NOT_FIT })
    try {
      const { userAgent } = whereFrom(request)
      const add = insertPasskey(accountId, browserNamed(userAgent).slice(0, LONGEST_PASSKEY_NAME), passkey)
      const budget = budgetOf(request)
      const entered = await enter(site, request, reply, {
        ...invited,
        accountId,
        name,
        budget,
        async credential(db) {
          if (!(await db.maybe(add))) throw new PasskeyKnown()
        },
      })
      if (!entered) return reply.code(422).send({ message: ENDED })
      return { next: '/' }
    } catch (error) {
      if (error instanceof PasskeyKnown) return reply.code(422).send({ message: DOES_NOT_FIT })
      if (!(error instanceof AccountFault)) throw error
      return reply.code(422).send({ message: `The name ${error.message}.` })
    }
  })
}

const ENDED =
  'This link is not good any more: it was used, it has ended, or a part of it is missing. Ask for a new one.'
const TOO_MANY = 'Too many attempts from here. Wait a few minutes.'
const DOES_NOT_FIT = 'This passkey was not accepted. Try again.'

/** Takes the new account back: its passkey has the id of one that is kept already. */
class PasskeyKnown extends Error {
  override name = 'PasskeyKnown'
}

const budgetOf = (request: FastifyRequest): Budget[] => budgetsFrom('join', whereFrom(request).address)

/** What lets somebody make an account or get back to theirs: a link, or open sign-up. */
interface Invited {
  link: Link | undefined
  secret: string | undefined
  roles: readonly Role[]
  /** For the seal of a passkey's challenge. */
  purpose: string
}

async function invitationOf(site: Site, request: FastifyRequest): Promise<Invited | undefined> {
  const secret = linkOf(site, request)
  const link = secret === undefined ? undefined : await findLink(site.db, secret)
  if (link) return { link, secret, roles: rolesOf(link), purpose: `by link ${link.id}` }
  return site.signUp === 'open'
    ? { link: undefined, secret: undefined, roles: ['player'], purpose: 'by open sign-up' }
    : undefined
}

async function mustBeInvited(site: Site, request: FastifyRequest): Promise<Invited> {
  const invited = await invitationOf(site, request)
  if (!invited) throw new Problem(403, 'authorization', ENDED)
  return invited
}

/** The first administrator plays too. */
const rolesOf = ({ kind, roles }: Link): readonly Role[] =>
  kind === 'FIRST_ADMINISTRATOR' ? ['player', 'admin'] : roles

interface Entrance extends Invited {
  accountId: string
  name: string
  budget: Budget[]
  /** Keeps the way in that was chosen. */
  credential: (db: Transaction) => Promise<unknown>
}

/** Uses the link, makes the account or takes its earlier ways in away, and signs in; all or nothing. */
function enter(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  entrance: Entrance,
): Promise<boolean> {
  const { link, secret, roles, accountId, name, budget, credential } = entrance
  return signIn(site, request, reply, 'LINK', async (db) => {
    if (link && !(secret !== undefined && (await useLink(db, secret)))) return undefined
    const isReset = link?.kind === 'RESET'
    if (isReset) {
      // Whoever lost every way in no longer knows who has them.
      await Promise.all([
        db.many(changed(accountId, sql`password_hash = null, password_changed_at = now()`)),
        db.many(sql`delete from passkeys where account_id = ${accountId}`),
        db.many(sql`delete from recovery_codes where account_id = ${accountId}`),
        endAllAccess(db, { accountId, told: { by: person(accountId), ...whereFrom(request) } }),
        db.many(endResets(accountId, { by: person(accountId), ...whereFrom(request) })),
      ])
    } else {
      await createAccount(db, { id: accountId, name, roles })
      await db.many(audited(request, 'ACCOUNT_CREATED', accountId, { roles: [...roles] }))
    }
    await Promise.all([
      credential(db),
      ...(link ? [db.many(audited(request, 'LINK_USED', accountId, { kind: link.kind }))] : []),
      // Where everybody may make an account, one that was made costs its attempt: nothing else counts them.
      ...(link ? refunds(budget).map((refund) => db.many(refund)) : []),
    ])
    return { accountId }
  })
}

async function sentBy(request: FastifyRequest): Promise<Sent> {
  const body = ((await jsonOf(request)) ?? {}) as Record<string, unknown>
  return { name: textIn(body['name']), accountId: textIn(body['accountId']), credential: body['credential'] }
}

interface Sent {
  name: string
  accountId: string
  credential: unknown
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim().replaceAll('\0', '') : '')

/** Without scripts, the part behind # does not reach the form, so the form takes it pasted. */
function showLink(reply: FastifyReply, faults: Faults | Record<string, never>, status = 422) {
  const given = 'fields' in faults ? (faults as Faults) : undefined
  const code = {
    name: 'code',
    label: 'Your link',
    autocomplete: 'off',
    verbatim: true,
    autofocus: true,
    hint: 'Paste all of it, or the part after #.',
  }
  return sendPage(reply, {
    title: 'Open a link',
    lead: 'An invitation, or a link that lets you in again.',
    status: given ? status : 200,
    scripts: ['link'],
    body: html`<div class="stack">
      ${summaryOf(given)}
      <form class="sheet" method="post" action="/link" id="open-link">
        ${field(code, given)}
        <div class="actions"><button>Go on</button></div>
      </form>
      <p class="below"><a href="/sign-in">Sign in instead</a></p>
    </div>`,
  })
}

function showJoin(
  reply: FastifyReply,
  { link }: Invited,
  { name, faults, status = 422 }: { name?: string; faults?: Faults; status?: number } = {},
) {
  const isReset = link?.kind === 'RESET'
  const nameField = {
    name: 'name',
    label: 'Your name',
    autocomplete: 'username',
    maxlength: LONGEST_NAME,
    autofocus: true,
    hint: 'You sign in with it. Others see it until you choose another for your matches.',
    ...(name === undefined ? {} : { value: name }),
  }
  const password = {
    name: 'password',
    label: isReset ? 'New password' : 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${SHORTEST} characters. A few words that only you would combine are good.`,
  } as const
  const [title, lead] =
    link?.kind === 'FIRST_ADMINISTRATOR'
      ? [
          'The first administrator',
          'Nobody has an account here yet. With yours you invite others, and decide what they may do.',
        ]
      : isReset
        ? [
            `Welcome back, ${link.accountName}`,
            'Choose a new passkey or password. It ends every earlier passkey, password, code and token, and the access of apps.',
          ]
        : ['Welcome to Scorebook', 'Choose a name, and how you will sign in.']
  return sendPage(reply, {
    title,
    lead,
    ornament: EXAMPLE,
    status: faults ? status : 200,
    scripts: ['passkey-add'],
    body: html`<div class="stack">
      ${summaryOf(faults)}
      <form class="sheet" method="post" action="/join">
        ${
          isReset
            ? html`<input type="hidden" autocomplete="username" value="${link.accountName}" />`
            : field(nameField, faults)
        }
        <div id="passkey" class="stack" data-at="/join/passkey" data-fields="${isReset ? '' : 'name'}" hidden>
          <p class="hint">
            A passkey is your fingerprint, your face or the PIN of this device. Nothing to remember, and
            nothing to steal.
          </p>
          <p id="passkey-problem" class="problem" role="alert" tabindex="-1" hidden></p>
          <button type="button">Go on with a passkey</button>
          <p class="or">or with a password</p>
        </div>
        ${field(password, faults)}
        <div class="actions"><button class="second">Go on with this password</button></div>
      </form>
    </div>`,
  })
}
