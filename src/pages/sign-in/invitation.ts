/** What somebody needs to make an account or to reset one: a one-time link, a person's invitation, or open sign-up. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { whereFrom } from '../../http/where-from.ts'
import { endAllAccess } from '../../identity/accounts/end-access.ts'
import { type Link, endResets, findLink, useLink } from '../../identity/accounts/links.ts'
import { changed, createAccount } from '../../identity/accounts/store.ts'
import { type Budget, budgetsFrom, refunds, spend } from '../../identity/accounts/throttle.ts'
import { person } from '../../identity/audit/actor.ts'
import type { Role } from '../../identity/roles.ts'
import { type Inviters, invitersOf } from '../invitation.ts'
import { openedLink } from '../cookies.ts'
import { type Site, audited, isSecure } from '../site.ts'
import { signIn } from './sign-in-session.ts'

export const ENDED =
  'This link is not good any more: it was used, it has ended, or a part of it is missing. Ask for a new one.'
export const TOO_MANY = 'Too many attempts from here. Wait a few minutes.'

export const budgetOf = (request: FastifyRequest): Budget[] => budgetsFrom('join', whereFrom(request).address)

export interface Invitation {
  link: Link | undefined
  secret: string | undefined
  /** The secret of another person's invitation, and who may have made it. */
  invited?: { secret: string; by: Inviters }
  roles: readonly Role[]
  purpose: string
}

export async function invitationOf(site: Site, request: FastifyRequest): Promise<Invitation | undefined> {
  const secret = openedLink(request.headers.cookie, isSecure(site))
  const link = secret === undefined ? undefined : await findLink(site.db, secret)
  if (link) return { link, secret, roles: rolesOf(link), purpose: `by link ${link.id}` }
  return site.signUp === 'open' ? OPEN : undefined
}

/** Takes an attempt. Gives it back if the secret belongs to a valid invitation. */
async function invitationBy(
  site: Site,
  request: FastifyRequest,
  secret: string,
): Promise<Invitation | undefined> {
  if (site.signUp === 'open') return OPEN
  const by = invitersOf(site.signUp)
  const budget = budgetsFrom('invitation', whereFrom(request).address)
  if (!(await spend(site.db, budget))) throw new Problem(429, 'rate-limited', TOO_MANY)
  const id = await site.invitations.findForAccount(secret, by)
  if (id === undefined) return undefined
  await Promise.all(refunds(budget).map((refund) => site.db.many(refund)))
  return {
    link: undefined,
    secret: undefined,
    invited: { secret, by },
    roles: ['player'],
    purpose: `by invitation ${id}`,
  }
}

const OPEN: Invitation = { link: undefined, secret: undefined, roles: ['player'], purpose: 'by open sign-up' }

/** Throws unless the person may make an account. `invited` is the secret of another person's invitation, if they have one. */
export async function mustBeInvited(
  site: Site,
  request: FastifyRequest,
  invited: string | undefined,
): Promise<Invitation> {
  const invitation =
    invited === undefined ? await invitationOf(site, request) : await invitationBy(site, request, invited)
  if (!invitation) throw new Problem(403, 'authorization', ENDED)
  return invitation
}

/** The roles of a new account. The first administrator gets the role of a player too. */
const rolesOf = ({ kind, roles }: Link): readonly Role[] =>
  kind === 'FIRST_ADMINISTRATOR' ? ['player', 'admin'] : roles

interface Entrance extends Invitation {
  accountId: string
  name: string
  budget: Budget[]
  /** Stores the passkey or password that the person has chosen. */
  credential: (db: Transaction) => Promise<unknown>
}

/** In one transaction: uses up the link, makes the account or removes its old ways to sign in, and signs in. */
export function enter(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  entrance: Entrance,
): Promise<boolean> {
  const { link, secret, invited, roles, accountId, name, budget, credential } = entrance
  return signIn(site, request, reply, 'LINK', async (db) => {
    if (link && !(secret !== undefined && (await useLink(db, secret)))) return undefined
    if (invited && !(await site.invitations.takeAccount(db, invited.secret, invited.by))) return undefined
    const isReset = link?.kind === 'RESET'
    if (isReset) {
      // After a reset, the old ways to sign in no longer work, because the owner cannot know who else has them.
      const source = { by: person(accountId), ...whereFrom(request) }
      await Promise.all([
        db.many(changed(accountId, sql`password_hash = null, password_changed_at = now()`)),
        db.many(sql`delete from passkeys where account_id = ${accountId}`),
        db.many(sql`delete from recovery_codes where account_id = ${accountId}`),
        endAllAccess(db, { accountId, source }),
        db.many(endResets(accountId, source)),
      ])
    } else {
      await createAccount(db, { id: accountId, name, roles })
      await db.many(audited(request, 'ACCOUNT_CREATED', accountId, { roles: [...roles] }))
    }
    await Promise.all([
      credential(db),
      ...(link ? [db.many(audited(request, 'LINK_USED', accountId, { kind: link.kind }))] : []),
      // With open sign-up the attempt is not given back: nothing else limits new accounts.
      ...(link || invited !== undefined ? refunds(budget).map((refund) => db.many(refund)) : []),
    ])
    return { accountId }
  })
}
