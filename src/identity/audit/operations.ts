/** Operations that list and count the events of the audit. */
import { count, list } from '../../http/operation/define.ts'
import { AuditEvent } from './schema.ts'
import * as store from './store.ts'

export const listAudit = list({
  id: 'listAudit',
  route: 'GET /audit',
  summary: 'The audit: sign-ins, failed sign-ins, and changes of roles, credentials, tokens and sessions',
  description:
    'Events are stored for `SCOREBOOK_AUDIT_DAYS`, by default a year. Sign-ins at an outside issuer are in the audit of that issuer.',
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
