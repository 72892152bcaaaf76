/** `scorebook user`: lists and changes accounts. */
import {
  MOST_DAYS,
  MOST_DAYS_OF_RESET,
  MOST_USES,
  MOST_USES_OF_ADMINISTRATORS,
} from '../../identity/accounts/links.ts'
import { type Role, isRole, scopesOfRole } from '../../identity/roles.ts'
import {
  type Command,
  JSON_OPTION,
  UsageError,
  type Values,
  actionIn,
  mustBeOwnIssuer,
  printOutput,
  textOf,
  textsOf,
} from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { configBeside } from '../service/running.ts'

import { ACTIONS, type Action, type Call } from './user-actions.ts'

export const user: Command = {
  name: 'user',
  summary: 'List, create, invite, disable and reset the accounts of people',
  about: `Actions
  list                    Everybody with an account
  create NAME             Makes an account, and prints a one-time link with which its owner signs in; --role, --days
  invite                  Prints a link that makes accounts; --role, --days, --uses
  disable NAME            Signs the account out everywhere and lets nobody in with it; what it recorded stays
  enable NAME             Takes that back
  roles NAME --role ROLE  Gives the account these roles instead of the ones it has
  sign-out NAME           Ends its sessions in browsers, its tokens and the access of apps
  sign-out-all            Ends all of that for everybody, with links, recovery codes and the keys that sign tokens: after a breach
  reset NAME              Prints a link with which its owner chooses a new way in; the earlier ones end with it; --days
  free-email NAME         Takes its e-mail address out, so that another account can have it; NAME may be the address
  links                   The links that let somebody in now, with their ids
  unlink ID               Ends a link

Works whether the service runs or not, on its database; not with outside issuers, where people have their accounts.`,
  options: {
    role: {
      type: 'string',
      multiple: true,
      value: 'ROLE',
      help: `${Object.keys(scopesOfRole).join(', ')}; may be repeated; by default player`,
    },
    days: {
      type: 'string',
      value: 'N',
      help: `How many days a link works: by default 1, at most ${MOST_DAYS_OF_RESET}; for an invitation by default 7, at most ${MOST_DAYS}`,
    },
    uses: {
      type: 'string',
      value: 'N',
      help: `How many people can use an invitation, 1 to ${MOST_USES}; by default 1, and always 1 with the role admin`,
    },
    json: JSON_OPTION,
  },
  arguments: [
    { name: 'action', help: 'One of the actions in the list above' },
    {
      name: 'name',
      help: 'The name of the account or the id of the link, if the action needs one',
      optional: true,
    },
  ],
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    mustBeOwnIssuer(config, 'people have their accounts at those issuers, not here')
    const { name, action } = actionIn(values, ACTIONS)
    const call = callOf(name, action, values)
    printOutput(await withDatabase(config, (db) => action.run({ db, config, ...call })), values, print)
  },
}

function callOf(action: string, { takes }: Action, values: Values): Call {
  const given = {
    name: textOf(values, 'name'),
    role: textOf(values, 'role'),
    days: textOf(values, 'days'),
    uses: textOf(values, 'uses'),
  }
  for (const [option, value] of Object.entries(given))
    if (value !== undefined && !takes.includes(option as keyof typeof given))
      throw new UsageError(
        `\`scorebook user ${action}\` takes no ${option === 'name' ? 'name' : `--${option}`}.`,
      )
  if (takes.includes('name') && given.name === undefined)
    throw new UsageError(
      action === 'unlink'
        ? '`scorebook user unlink` needs the id of a link; `scorebook user links` has them.'
        : `\`scorebook user ${action}\` needs the name of an account.`,
    )
  if (action === 'roles' && given.role === undefined)
    throw new UsageError(
      '`scorebook user roles` needs the roles that the account gets: --role ROLE, once for each.',
    )
  const roles = rolesIn(values)
  if (roles?.includes('admin') && Number(given.uses ?? 1) > MOST_USES_OF_ADMINISTRATORS)
    throw new UsageError('An invitation that gives the role admin is good for one person; leave out --uses.')
  const mostDays = action === 'invite' ? MOST_DAYS : MOST_DAYS_OF_RESET
  return {
    name: given.name ?? '',
    roles,
    days: given.days === undefined ? undefined : wholeIn('days', given.days, mostDays),
    uses: given.uses === undefined ? 1 : wholeIn('uses', given.uses, MOST_USES),
  }
}

function rolesIn(values: Values): Role[] | undefined {
  const given = textsOf(values, 'role')
  const unknown = given.find((role) => !isRole(role))
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is not a role; ${Object.keys(scopesOfRole).join(', ')} are.`)
  return given.length > 0 ? [...new Set(given.filter(isRole))] : undefined
}

function wholeIn(option: string, text: string, most: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw new UsageError(`--${option} must be a whole number from 1 to ${most}.`)
}
