/** Deletes old sessions, tokens, links, challenges, budgets, records of the provider, and audit events. */
import type { Purge } from '../db/purging.ts'
import { sql } from '../db/sql.ts'
import { IDLE_DAYS } from './sessions/store.ts'

/** In days: for how long we can still say that a token or link existed and has ended. */
export const SHOWN = 30

export const purgesOfIdentity = (auditDays: number): Purge[] => [
  (most) => sql`
    delete from sessions where id in (
      select id from sessions where ends_at < now() order by ends_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from sessions where id in (
      select id from sessions where last_seen_at < now() - make_interval(days => ${IDLE_DAYS})
      order by last_seen_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from personal_tokens where id in (
      select id from personal_tokens where expires_at < now() - make_interval(days => ${SHOWN})
      order by expires_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from sign_in_links where id in (
      select id from sign_in_links where expires_at < now() - make_interval(days => ${SHOWN})
      limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from used_challenges where hash in (
      select hash from used_challenges where ends_at < now() order by ends_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from sign_in_budgets where hash in (
      select hash from sign_in_budgets where full_at < now() order by full_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from oidc_artifacts where (model, id) in (
      select model, id from oidc_artifacts where expires_at < now()
      order by expires_at limit ${most} for update skip locked)
    returning 1`,
  (most) => sql`
    delete from audit_events where id in (
      select id from audit_events where created_at < now() - make_interval(days => ${auditDays})
      order by created_at, id limit ${most} for update skip locked)
    returning 1`,
]
