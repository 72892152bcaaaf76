/** Makes an invitation with a secret, mails it if somebody asks for that, and records it in the audit. */
import { type Transaction, changeAndShow } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import type { SecretOf, Shown } from '../http/operation/operation.ts'
import type { Locale } from '../http/schema/address.ts'
import type { WhereFrom } from '../http/where-from.ts'
import { actorOf } from '../identity/audit/actor.ts'
import { type AuditKind, auditRecord } from '../identity/audit/record.ts'
import { holds } from '../identity/handing-on.ts'
import { mailInvitation } from '../identity/link-mails/invitations.ts'
import { MAKES_ACCOUNTS, scopesOfRoles } from '../identity/roles.ts'
import { DAYS } from './schema.ts'
import * as store from './store.ts'

interface Work {
  db: Transaction
  caller: UserCaller
  body: { sendTo?: string | undefined; locale?: Locale | undefined }
  secretOf: SecretOf
  from: WhereFrom | undefined
}

export async function invite(
  { db, caller, body: { sendTo: to, locale }, secretOf, from }: Work,
  about: Pick<store.NewInvitation, 'kind' | 'ghostPlayerId' | 'communityId'> & {
    mostUses?: number
    days?: number
  },
  before: Sql[] = [],
): Promise<Shown> {
  const id = store.newId(caller)
  const makesAccounts = holds(caller, scopesOfRoles(['player']))
  const invitation = {
    mostUses: 1,
    days: DAYS,
    ...about,
    id,
    secret: textOf(secretOf(id)),
    makesAccounts,
    byAdministrator: makesAccounts && caller.accountId !== undefined && holds(caller, [MAKES_ACCOUNTS]),
  }
  const details = {
    invitationId: id,
    invitation: about.kind,
    ...(to === undefined ? {} : { sent: 'BY_MAIL' }),
  }
  const changes = [
    ...before,
    store.insertion(caller, invitation),
    audit('INVITATION_MADE', { caller, from }, details),
  ]
  const shown = await changeAndShow(db, changes, store.show(id, caller))
  if (to !== undefined) {
    const { secret } = invitation
    const language = locale ?? (await db.maybe(store.localeOf(caller)))?.locale ?? 'en'
    await mailInvitation(db, caller.userId, { kind: 'INVITATION', to, locale: language, secret })
  }
  return shown
}

export const textOf = (secret: Buffer) => secret.toString('base64url')

export const audit = (
  kind: AuditKind,
  { caller, from }: Pick<Work, 'caller' | 'from'>,
  details: Record<string, string>,
): Sql => auditRecord({ kind, accountId: caller.accountId, by: actorOf(caller), ...from, details })
