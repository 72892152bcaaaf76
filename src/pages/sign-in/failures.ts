/**
 * Writes failed sign-ins into the audit. For each account, method and outcome there is at most one event an hour, so that the
 * audit does not fill up.
 */
import type { FastifyRequest } from 'fastify'
import { sql } from '../../db/sql.ts'
import { whereFrom } from '../../http/where-from.ts'
import { budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { type Site, attempted } from '../site.ts'

interface Failure {
  method: 'PASSWORD' | 'RECOVERY'
  outcome: 'WRONG' | 'TOO_MANY'
}

export async function recordFailure(
  { db }: Site,
  request: FastifyRequest,
  accountId: string | undefined,
  { method, outcome }: Failure,
): Promise<void> {
  if (accountId === undefined) {
    if (!(await spend(db, budgetsFrom('unknown', whereFrom(request).address)))) return
  } else {
    const counted = await db.maybe(sql`
      update audit_events
      set details = jsonb_set(details::jsonb, '{times}', to_jsonb(coalesce((details ->> 'times')::int, 1) + 1))::json
      where id = (
        select id from audit_events
        where account_id = ${accountId} and kind = 'SIGN_IN_FAILED' and created_at > now() - interval '1 hour'
          and details ->> 'method' = ${method} and details ->> 'outcome' = ${outcome}
        order by created_at desc, id desc limit 1)
      returning id`)
    if (counted) return
  }
  await db.many(attempted(request, 'SIGN_IN_FAILED', accountId, { method, outcome }))
}
