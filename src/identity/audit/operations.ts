/** Operations on the audit. */
import { count, list } from '../../http/operation/define.ts'
import { AuditEvent } from './schema.ts'
import * as store from './store.ts'

export const listAudit = list({
  id: 'listAudit',
  route: 'GET /audit',
  summary: 'Who signed in or failed to, and who changed roles, credentials, tokens and sessions',
  description:
    'Events are kept for SCOREBOOK_AUDIT_DAYS, a year by default. With outside issuers it has what happened here; sign-ins are in their own audit.',
  scope: 'svc-engine:audit-read',
  anyone: true,
  item: AuditEvent,
  of: store.auditEvents,
})

export const countAudit = count({
  id: 'countAudit',
  route: 'GET /audit/count',
  summary: 'How many events the audit has',
  scope: 'svc-engine:audit-read',
  anyone: true,
  of: store.auditEvents,
})
