/** The roles of accounts, and their names. */
import type { Item } from '../../api/call.ts'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'

export type Role = Item<'listAccounts'>['roles'][number]

export const ROLES: readonly Role[] = [
  'player',
  'catalog-editor',
  'translator',
  'application-owner',
  'catalog-service',
  'admin',
]

/** A message cannot select by a word with a hyphen. */
export const roleName = (role: Role): string => say(t.role, { role: role.replaceAll('-', '') })

export const roleNames = (roles: readonly Role[]): string =>
  roles.length === 0 ? say(t.noRoles) : roles.map(roleName).join(', ')
