/** Operations of administrators: on accounts, their roles and sessions, and on links that let people in. */
import type * as z from 'zod'
import { type Transaction, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { anybody, change, count, list, read, version, noEvents } from '../../http/operation/define.ts'
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { noContent, ok } from '../../http/operation/responds.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { mailInvitation } from '../link-mails/invitations.ts'
import { mailSecret, mustSendMail, queued } from '../link-mails/queue.ts'
import { endAllAccess } from '../accounts/end-access.ts'
import { freeEmail } from '../accounts/free-email.ts'
import {
  LIFETIMES,
  addressOfLink,
  endLink,
  endLinksAfter,
  endSignInLinks,
  letInByMail,
  newLink,
} from '../accounts/links.ts'
import { actorOf } from '../audit/actor.ts'
import { type AuditEvent, auditRecord } from '../audit/record.ts'
import { mustHold } from '../handing-on.ts'
import { scopesOfRoles } from '../roles.ts'
import { accountChanged } from '../sessions/account-status.ts'
import { endOtherSessions, renewSessions } from '../sessions/store.ts'
import { Account, AccountLink, CreateAccountLink, SignInLink, UpdateAccount } from './schema.ts'
import * as store from './store.ts'

export const listAccounts = list({
  id: 'listAccounts',
  route: 'GET /accounts',
  summary: 'The accounts of the people who sign in at this service',
  description: 'The list is empty if people sign in at outside issuers, because the accounts are there.',
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
    'Only this answer and the answer to a retry have the URL. The request fails with 403 if the new accounts, or the account to reset, would have more rights than the caller’s access token. For example, a personal access token has fewer rights than a player: it may not make tokens. So it can neither invite players nor reset their accounts. If people sign in at outside issuers, there are no such links (403). With `sendTo` or `sendToOwner` the link is also mailed, once for all retries; if the service sends no mail, the answer is 409.',
  scope: 'svc-engine:account-create',
  recent: true,
  body: CreateAccountLink,
  references: ({ body, caller }) =>
    body.accountId === undefined ? undefined : store.lockToReset(body.accountId, caller.accountId),
  responds: { status: 201, schema: AccountLink, etag: false, location: false },
  reveal: (body, secretOf, baseUrl) => {
    const { id } = JSON.parse(body) as { id: string }
    const url = addressOfLink(baseUrl, secretOf(id).toString('base64url'))
    return `${body.slice(0, -1)}, "url" : ${JSON.stringify(url)}}`
  },
  changes: noEvents,
  async run({ db, caller, body, references, secretOf, from }) {
    if (caller.accountId === undefined)
      throw forbidden(
        'Your account is one of an outside issuer, where people get their accounts; nobody is invited here.',
      )
    const { kind, accountId, roles = kind === 'RESET' ? [] : ['player' as const], uses = 1 } = body
    if (accountId !== undefined && !references)
      throw invalid([unknownReference('accountId', 'the id of an account', accountId)])
    mustHold(caller, scopesOfRoles(references?.roles ?? roles))
    const id = uuidv7()
    const secret = secretOf(id).toString('base64url')
    const days = body.days ?? (kind === 'RESET' ? 1 : 7)
    const details = { linkId: id, link: kind, roles, uses, days }
    const whose = accountId === undefined ? {} : { accountId }
    const lifetime = days * LIFETIMES.day
    const byMail = body.sendToOwner === true
    const { statement } = newLink({
      id,
      secret,
      kind,
      ...whose,
      roles,
      uses,
      lifetime,
      by: caller.accountId,
      byMail,
    })
    const recorded = auditRecord({
      kind: 'LINK_MADE',
      ...whose,
      by: actorOf(caller),
      ...from,
      details,
    })
    const shown = await changeAndShow(db, [statement, recorded], store.showLink(id))
    await mailLink(db, caller.accountId, body, secret)
    return shown
  },
})

async function mailLink(
  db: Transaction,
  makerId: string,
  { accountId, sendTo: to, locale = 'en', sendToOwner }: z.output<typeof CreateAccountLink>,
  secret: string,
): Promise<void> {
  if (to !== undefined) await mailInvitation(db, makerId, { kind: 'ACCOUNT_LINK', to, locale, secret })
  if (sendToOwner !== true || accountId === undefined) return
  await mustSendMail(db)
  if (!(await db.maybe(sql`select from ${letInByMail} where a.id = ${accountId}`)))
    throw conflict(
      'The owner of this account has not agreed that a mail lets them in, or administers the service. Give them the link yourself.',
    )
  await db.many(queued(await mailSecret(db), { kind: 'ACCOUNT_LINK', accountId, secret }))
}

export const listLinks = list({
  id: 'listLinks',
  route: 'GET /accounts/links',
  summary: 'The links with which people get in: invitations, and resets for people who can no longer sign in',
  description:
    'The list does not show the URLs of the links: nobody can read them again. A link stays in the list until 30 days after it expires. The links of erased people are deleted.',
  scope: 'svc-engine:account-link-read',
  anyone: true,
  item: SignInLink,
  of: store.links,
})

export const countLinks = count({
  id: 'countLinks',
  route: 'GET /accounts/links/count',
  summary: 'How many links the list has',
  scope: 'svc-engine:account-link-read',
  anyone: true,
  of: store.links,
})

export const endAccountLink = change({
  id: 'endAccountLink',
  route: 'DELETE /accounts/links/{linkId}',
  summary: 'End a link before it expires',
  description:
    'Nobody can use the link afterwards. A link that was used up or has ended already cannot be ended (409).',
  scope: 'svc-engine:account-link-delete',
  anyone: true,
  target: ({ params }) => store.lockLink(params.linkId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target, from }) {
    if (!target.good) throw conflict('This link is not good any more: it was used, or it has ended.')
    await db.many(endLink(target.id, { by: actorOf(caller), ...from }))
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
  summary: 'Change the roles of an account, disable it, or free its e-mail address',
  description:
    'The change takes effect on every instance within 5 seconds, even for access tokens that were issued before. If the account is no longer an administrator, the links that it made stop working. If the account gets another role, or its e-mail address is freed, its unused reset links stop working. One administrator who is not disabled must remain (409). If an account gets new roles, or is enabled, its roles must not allow more than the caller’s access token (403).',
  scope: 'svc-engine:account-update',
  recent: true,
  anyone: true,
  body: UpdateAccount,
  target: ({ params }) => store.lock(params.accountId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Account),
  changes: noEvents,
  async run({ db, caller, body, target, from }) {
    const { id } = target
    const roles = body.roles ?? target.roles
    const disabled = body.disabled ?? target.disabled
    const isEnabled = target.disabled && !disabled
    mustHold(caller, scopesOfRoles(roles.filter((role) => isEnabled || !target.roles.includes(role))))
    const isAdministrator = !target.disabled && target.roles.includes('admin')
    const staysOne = !disabled && roles.includes('admin')
    if (isAdministrator && !staysOne && target.otherAdministrators === 0)
      throw conflict(store.LAST_ADMINISTRATOR)
    const about: Omit<AuditEvent, 'kind'> = { accountId: id, by: actorOf(caller), ...from }
    const changesRoles = target.roles.toSorted().join() !== roles.toSorted().join()
    const changes: Sql[] = [
      store.update(id, { roles, disabled }),
      accountChanged(id),
      ...(changesRoles
        ? [
            renewSessions(id),
            auditRecord({ kind: 'ROLES_CHANGED', ...about, details: { before: target.roles, after: roles } }),
          ]
        : []),
      ...(disabled && !target.disabled
        ? [
            endOtherSessions(id),
            endSignInLinks(id, { by: actorOf(caller), ...from }),
            auditRecord({ kind: 'ACCOUNT_DISABLED', ...about }),
          ]
        : []),
      ...endLinksAfter(id, target, { roles, disabled }, { by: actorOf(caller), ...from }),
      ...(isEnabled ? [auditRecord({ kind: 'ACCOUNT_ENABLED', ...about })] : []),
      ...(body.email === null && target.hasEmail ? freeEmail(id, { by: actorOf(caller), ...from }) : []),
    ]
    return changeAndShow(db, changes, store.show(id))
  },
})

export const endSessions = change({
  id: 'endSessions',
  route: 'DELETE /accounts/{accountId}/sessions',
  summary: 'Sign an account out everywhere',
  description:
    'Within 5 seconds this ends its sessions in browsers, its personal access tokens and the access that it gave to apps. An access token that an app already has ends within 15 minutes.',
  scope: 'svc-engine:session-delete',
  anyone: true,
  target: ({ params }) => store.find(params.accountId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target, from }) {
    const { id } = target
    const source = { by: actorOf(caller), ...from }
    const { sessions } = await endAllAccess(db, { accountId: id, source })
    if (sessions > 0)
      await db.many(auditRecord({ kind: 'SESSION_ENDED', accountId: id, ...source, details: { sessions } }))
  },
})
