/** Operations for the people who run the service: accounts, the audit, its state, webhooks and clients. */
import * as access from '../identity/administration/access/operations.ts'
import * as accounts from '../identity/administration/operations.ts'
import * as audit from '../identity/audit/operations.ts'
import * as clients from '../identity/clients/operations.ts'
import * as checkups from '../system/checkups/operations.ts'
import * as figures from '../system/figures/operations.ts'
import * as system from '../system/operations.ts'
import * as webhooks from '../webhooks/operations.ts'
import type { Resource } from './resource.ts'

export const operators: Resource[] = [
  {
    tag: 'administration',
    description: 'Accounts and their roles, the audit, and the state of the service.',
    operations: [
      accounts.listAccounts,
      accounts.countAccounts,
      accounts.listLinks,
      accounts.countLinks,
      accounts.createAccountLink,
      accounts.endAccountLink,
      accounts.getAccount,
      accounts.updateAccount,
      access.listAccountSessions,
      access.countAccountSessions,
      access.endAccountSession,
      accounts.endSessions,
      access.listAccountTokens,
      access.countAccountTokens,
      access.endAccountToken,
      audit.listAudit,
      audit.countAudit,
      system.getSystemStatus,
      figures.getSystemFigures,
      checkups.getCheckup,
      checkups.startCheckup,
      checkups.createBackup,
    ],
  },
  {
    tag: 'webhooks',
    description: 'Endpoints that get the events of an administrator, signed as in Standard Webhooks.',
    operations: [
      webhooks.listWebhooks,
      webhooks.countWebhooks,
      webhooks.createWebhook,
      webhooks.getWebhook,
      webhooks.updateWebhook,
      webhooks.deleteWebhook,
      webhooks.renewWebhookSecret,
      webhooks.testWebhook,
      webhooks.replayWebhook,
      webhooks.listWebhookDeliveries,
      webhooks.countWebhookDeliveries,
      webhooks.replayWebhookDelivery,
    ],
  },
  {
    tag: 'clients',
    description: 'Apps and services that get access tokens from the embedded OpenID provider.',
    operations: [
      clients.listClients,
      clients.countClients,
      clients.createClient,
      clients.renewClientSecret,
      clients.deleteClient,
    ],
  },
]

export type OperatorsModules = typeof access &
  typeof accounts &
  typeof audit &
  typeof clients &
  typeof checkups &
  typeof figures &
  typeof system &
  typeof webhooks
