/** Operations of administrators: who has an account, what they may do, where they are signed in, and links that let in. */
import { changeAndShow } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Caller } from '../../http/authenticate.ts'
import { anybody, change, count, list, read, version } from '../../http/define.ts'
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { noContent, ok } from '../../http/responds.ts'
import { unknownReference } from '../../http/unknown-reference.ts'
import { LIFETIMES, addressOfLink, newLink } from '../accounts/links.ts'
import { type AuditEvent, auditRecord } from '../audit/record.ts'
import { standingChanged } from '../sessions/standing.ts'
import { endOtherSessions, renewSessions } from '../sessions/store.ts'
import { Account, AccountLink, CreateAccountLink, UpdateAccount } from './schema.ts'
import * as store from './store.ts'

export const listAccounts = list({
  id: 'listAccounts',
  route: 'GET /accounts',
  summary: 'Who signs in at this service',
  description: 'Empty where people sign in with outside issuers: their accounts are there.',
  scope: 'svc-engine:account-read',
  anyone: true,
  item: Account,
  of: store.accounts,
})

export const countAccounts = count({
  id: 'countAccounts',
  route: 'GET /accounts/count',
  summary: 'How many accounts the list has',
  scope: 'svc-engine:account-read',
  anyone: true,
  of: store.accounts,
})

export const createAccountLink = change({
  id: 'createAccountLink',
  route: 'POST /accounts/links',
  summary: 'Make a link that invites people, or one that lets the owner of an account in again',
  description:
    'The URL is in the answer, and in the answer to a retry; afterwards nobody can read it. Somebody with this scope can invite administrators. Where people sign in with outside issuers there is nothing to invite to (403).',
  scope: 'svc-engine:account-create',
  body: CreateAccountLink,
  references: ({ body }) => (body.accountId === undefined ? undefined : store.find(body.accountId)),
  responds: { status: 201, schema: AccountLink, etag: false, location: false },
  reveal: (body, secretOf, baseUrl) => {
    const { id } = JSON.parse(body) as { id: string }
    const url = addressOfLink(baseUrl, secretOf(id).toString('base64url'))
    return `${body.slice(0, -1)}, "url" : ${JSON.stringify(url)}}`
  },
  async run({ db, caller, body, references, secretOf, from }) {
    if (caller.accountId === undefined)
      throw forbidden(
        'Your account is one of an outside issuer, where people get their accounts; nobody is invited here.',
      )
    const { kind, accountId, roles = kind === 'RESET' ? [] : ['player' as const], uses = 1 } = body
    if (accountId !== undefined && !references)
      throw invalid([unknownReference('accountId', 'the id of an account', accountId)])
    const id = uuidv7()
    const secret = secretOf(id).toString('base64url')
    const days = body.days ?? (kind === 'RESET' ? 1 : 7)
    const details = { linkId: id, link: kind, roles, uses, days }
    const whose = accountId === undefined ? {} : { accountId }
    const lifetime = days * LIFETIMES.day
    const { statement } = newLink({ id, secret, kind, ...whose, roles, uses, lifetime, by: caller.accountId })
    const recorded = auditRecord({
      kind: 'LINK_MADE',
      ...whose,
      ...byOf(caller, accountId),
      ...from,
      details,
    })
    return changeAndShow(db, [statement, recorded], store.showLink(id))
  },
})

export const getAccount = read({
  id: 'getAccount',
  route: 'GET /accounts/{accountId}',
  summary: 'An account',
  scope: 'svc-engine:account-read',
  anyone: true,
  responds: ok(Account),
  show: ({ params }) => store.show(params.accountId),
})

export const updateAccount = change({
  id: 'updateAccount',
  route: 'PATCH /accounts/{accountId}',
  summary: 'Change the roles of an account, or disable it',
  description:
    'Acts within 5 seconds on every instance, whatever access tokens name. One administrator who is not disabled must remain (409). Somebody with this scope can give themself every role.',
  scope: 'svc-engine:account-update',
  anyone: true,
  body: UpdateAccount,
  target: ({ params }) => store.lock(params.accountId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Account),
  async run({ db, caller, body, target, from }) {
    const { id } = target
    const roles = body.roles ?? target.roles
    const disabled = body.disabled ?? target.disabled
    const isAdministrator = !target.disabled && target.roles.includes('admin')
    const staysOne = !disabled && roles.includes('admin')
    if (isAdministrator && !staysOne && target.otherAdministrators === 0) throw conflict(LAST_ADMINISTRATOR)
    const about: Omit<AuditEvent, 'kind'> = { accountId: id, ...byOf(caller, id), ...from }
    const changesRoles = target.roles.toSorted().join() !== roles.toSorted().join()
    const changes: Sql[] = [
      store.update(id, { roles, disabled }),
      standingChanged(id),
      ...(changesRoles
        ? [
            renewSessions(id),
            auditRecord({ kind: 'ROLES_CHANGED', ...about, details: { before: target.roles, after: roles } }),
          ]
        : []),
      ...(disabled && !target.disabled
        ? [endOtherSessions(id), auditRecord({ kind: 'ACCOUNT_DISABLED', ...about })]
        : []),
      ...(!disabled && target.disabled ? [auditRecord({ kind: 'ACCOUNT_ENABLED', ...about })] : []),
    ]
    return changeAndShow(db, changes, store.show(id))
  },
})

const LAST_ADMINISTRATOR =
  'This is the last administrator who is not disabled; give somebody else the role admin first.'

export const endSessions = change({
  id: 'endSessions',
  route: 'DELETE /accounts/{accountId}/sessions',
  summary: 'Sign an account out everywhere',
  description:
    'Ends its sessions in browsers within 5 seconds. Personal access tokens stay; to stop those too, disable the account.',
  scope: 'svc-engine:session-delete',
  anyone: true,
  target: ({ params }) => store.find(params.accountId),
  allow: anybody,
  responds: noContent,
  async run({ db, caller, target, from }) {
    const { id } = target
    const { ended } = await db.one(endOtherSessions(id))
    const about = { accountId: id, ...byOf(caller, id), ...from, details: { sessions: ended } }
    if (ended > 0) await db.many(auditRecord({ kind: 'SESSION_ENDED', ...about }))
  },
})

/** The actor of an event that concerns this account; nobody else did what somebody does to their own. */
const byOf = ({ accountId }: Caller, concerns: string | undefined): Pick<AuditEvent, 'by'> =>
  accountId === concerns ? {} : { by: accountId }
