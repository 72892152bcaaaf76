/**
 * What a webhook may send: the events that its maker would get from `GET /events` with the roles that the maker has at that
 * moment.
 */
import type { Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Logged } from '../events/log.ts'
import { seersOf } from '../events/seers.ts'
import { SUBJECTS, subjectOf } from '../events/subjects.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import { ROLES, SCOPE_PREFIX, scopesOfRole, scopesOfRoles } from '../identity/roles.ts'

const EVENTS = `${SCOPE_PREFIX}event-read`
const OWN = `${SCOPE_PREFIX}webhook-create`

/** The maker of a webhook. Their account is not disabled. */
export type Maker = {
  userId: string
  roles: string[]
}

/** The roles that may have webhooks. */
const MAKERS = ROLES.filter((role) => [OWN, EVENTS].every((scope) => scopesOfRole[role].includes(scope)))

/** A condition on `accounts m`: this account may have webhooks. */
export const mayHaveWebhooks: Sql = sql`(m.disabled_at is null and m.roles && ${MAKERS}::text[])`

/** Joins the maker of `webhooks w` as `accounts m` and `users u`. If the maker has lost the right, the webhook is left out. */
export const joinMaker: Sql = sql`
  join accounts m on m.id = w.maker_id and ${mayHaveWebhooks}
  join users u on u.issuer = ${EMBEDDED_ISSUER} and u.subject = m.id::text and u.erased_at is null`

/** The scopes that somebody needs to get events of these kinds. If `kinds` is empty, of all kinds. */
export function scopesFor(kinds: readonly string[]): Set<string> {
  const subjects = kinds.length === 0 ? Object.keys(SUBJECTS) : kinds.map((kind) => subjectOf(kind) ?? '')
  return new Set([EVENTS, ...subjects.map(scopeOf)])
}

/** For each position in the log, those of these makers who get the event now. */
export async function reachedBy(
  events: readonly Logged[],
  makers: readonly Maker[],
  db: Pick<Queryable, 'many'>,
): Promise<(event: Logged, maker: Maker) => boolean> {
  const seers = await seersOf(events, [...new Set(makers.map(({ userId }) => userId))], db)
  return ({ position, kind }, { userId, roles }) => {
    const who = seers.get(position)
    const scopes = scopesOfRoles(roles)
    const mayRead = scopes.has(EVENTS) && scopes.has(scopeOf(subjectOf(kind) ?? ''))
    return mayRead && (who === 'everybody' || who?.has(userId) === true)
  }
}

/** The scope that reads the subject. For a subject that this version does not know, it is a scope that nobody has. */
const scopeOf = (subject: string): string =>
  `${SCOPE_PREFIX}${Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject as keyof typeof SUBJECTS].scope : ''}`
