/** `scorebook user`: lists and changes accounts. */
import { type Config, readConfig } from '../../config.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { endAllAccess } from '../../identity/accounts/end-access.ts'
import {
  LIFETIMES,
  type ListedLink,
  MOST_DAYS,
  MOST_DAYS_OF_RESET,
  MOST_USES,
  MOST_USES_OF_ADMINISTRATORS,
  type NewLink,
  addressOfLink,
  endLink,
  endLinksAfter,
  goodLinks,
  newLink,
} from '../../identity/accounts/links.ts'
import {
  type Account,
  AccountFault,
  createAccount,
  findAccountNamed,
  hasAdministrator,
  listAccounts,
} from '../../identity/accounts/store.ts'
import { type LockedAccount, lock, update } from '../../identity/administration/store.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { type AuditKind, auditRecord } from '../../identity/audit/record.ts'
import { type Role, isRole, scopesOfRole } from '../../identity/roles.ts'
import { accountChanged } from '../../identity/sessions/account-status.ts'
import { endOtherSessions, renewSessions } from '../../identity/sessions/store.ts'
import {
  type Command,
  CommandFailed,
  JSON_OPTION,
  type Output,
  UsageError,
  type Values,
  actionIn,
  mustBeOwnIssuer,
  printOutput,
  textOf,
  textsOf,
} from '../command.ts'
import { freeEmailOf } from './free-email.ts'
import { withDatabase } from '../open-database.ts'
import { linesOf, signOutEverybody } from '../sign-out-all.ts'

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
      help: `How long a link is good, by default 1, and ${MOST_DAYS_OF_RESET} at most; of an invitation 7, and ${MOST_DAYS} at most`,
    },
    uses: {
      type: 'string',
      value: 'N',
      help: `How many people an invitation takes in, 1 to ${MOST_USES}; by default 1, which is the most with the role admin`,
    },
    json: JSON_OPTION,
  },
  arguments: [
    { name: 'action', help: 'What to do, of the list above' },
    { name: 'name', help: 'Whose account, or which link, where the action needs one', optional: true },
  ],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    mustBeOwnIssuer(config, 'people have their accounts at those issuers, not here')
    const { name, action } = actionIn(values, ACTIONS)
    const call = callOf(name, action, values)
    printOutput(await withDatabase(config, (db) => action.run({ db, config, ...call })), values, print)
  },
}

interface Call {
  name: string
  roles: Role[] | undefined
  days: number | undefined
  uses: number
}

interface Work extends Call {
  db: Database
  config: Config
}

interface Action {
  /** The options of the action. */
  takes: readonly ('name' | 'role' | 'days' | 'uses')[]
  run: (work: Work) => Promise<Output>
}

const ACTIONS: Record<string, Action> = {
  list: { takes: [], run: list },
  create: { takes: ['name', 'role', 'days'], run: create },
  invite: { takes: ['role', 'days', 'uses'], run: invite },
  disable: { takes: ['name'], run: (work) => setDisabled(work, true) },
  enable: { takes: ['name'], run: (work) => setDisabled(work, false) },
  roles: { takes: ['name', 'role'], run: setRoles },
  'sign-out': { takes: ['name'], run: signOut },
  'sign-out-all': {
    takes: [],
    async run({ db }) {
      const ended = await signOutEverybody(db)
      return { lines: linesOf(ended), json: ended }
    },
  },
  reset: { takes: ['name', 'days'], run: reset },
  'free-email': { takes: ['name'], run: ({ db, name }) => freeEmailOf(db, name) },
  links: { takes: [], run: listLinks },
  unlink: { takes: ['name'], run: unlink },
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

type Listed = Awaited<ReturnType<typeof listAccounts>>[number]

async function list({ db }: Work): Promise<Output> {
  const accounts = await listAccounts(db)
  const width = Math.max(0, ...accounts.map(({ name }) => [...name].length))
  const line = ({ name, roles, ways, disabledAt }: Listed) =>
    [
      name + ' '.repeat(width - [...name].length),
      roles.join(', ') || 'no roles',
      disabledAt
        ? 'disabled'
        : ways.length > 0
          ? `signs in by ${ways.join(' or ')}`
          : 'has not signed in yet',
    ].join('  ')
  return {
    lines: accounts.length > 0 ? accounts.map(line) : ['Nobody has an account yet.'],
    json: accounts.map(asJson),
  }
}

const asJson = ({ id, name, email, roles, disabledAt, createdAt, ways }: Listed) => ({
  id,
  name,
  email: email ?? undefined,
  roles,
  disabledAt: disabledAt ?? undefined,
  createdAt,
  signsInBy: ways,
})

async function create({ db, config, name, roles = ['player'], days = 1 }: Work): Promise<Output> {
  const id = uuidv7()
  const link = linkOf(config, { kind: 'RESET', accountId: id, lifetime: days * LIFETIMES.day })
  try {
    await db.transaction(async (tx) => {
      await createAccount(tx, { id, name, roles })
      await all(tx, [
        link.statement,
        fromShell('ACCOUNT_CREATED', id, { roles }),
        fromShell('LINK_MADE', id, { link: 'RESET', days }),
      ])
    })
  } catch (error) {
    if (error instanceof AccountFault) throw new CommandFailed(`The name ${error.message}.`)
    throw error
  }
  return {
    lines: [
      `${name.trim()} has an account now, with ${worded(roles)}. This link signs in, once, within ${inDays(days)}:`,
      link.url,
    ],
    json: { id, name: name.trim(), roles, link: link.url },
  }
}

async function invite({ db, config, roles = ['player'], days = 7, uses }: Work): Promise<Output> {
  const link = linkOf(config, { kind: 'INVITATION', roles, uses, lifetime: days * LIFETIMES.day })
  await db.transaction((tx) =>
    all(tx, [link.statement, fromShell('LINK_MADE', undefined, { link: 'INVITATION', roles, uses, days })]),
  )
  const people = uses === 1 ? 'one person' : `${uses} people`
  return {
    lines: [
      `This link makes accounts with ${worded(roles)} for ${people}, within ${inDays(days)}:`,
      link.url,
    ],
    json: { roles, uses, days, link: link.url },
  }
}

async function reset({ db, config, name, days = 1 }: Work): Promise<Output> {
  const { id, name: known, disabledAt } = await accountNamed(db, name)
  if (disabledAt)
    throw new CommandFailed(
      `${known} is disabled. Enable the account first: scorebook user enable ${quoted(known)}`,
    )
  const link = linkOf(config, { kind: 'RESET', accountId: id, lifetime: days * LIFETIMES.day })
  await db.transaction((tx) => all(tx, [link.statement, fromShell('LINK_MADE', id, { link: 'RESET', days })]))
  return {
    lines: [
      `With this link ${known} chooses a new way in, once, within ${inDays(days)}. Every earlier way in ends with it:`,
      link.url,
    ],
    json: { id, name: known, days, link: link.url },
  }
}

async function listLinks({ db }: Work): Promise<Output> {
  const links = await db.many(goodLinks)
  return {
    lines: links.length > 0 ? links.map(lineOf) : ['No link lets anybody in.'],
    json: links.map(({ id, kind, roles, uses, expiresAt, accountName, makerName }) => ({
      id,
      kind,
      roles,
      uses,
      expiresAt,
      account: accountName ?? undefined,
      maker: makerName ?? undefined,
    })),
  }
}

const LINK_WORDS = {
  FIRST_ADMINISTRATOR: () => 'makes the first administrator',
  INVITATION: ({ roles, uses }: ListedLink) =>
    `invites ${uses === 1 ? 'one person' : `${uses} people`} with ${worded(roles)}`,
  RESET: ({ accountName }: ListedLink) => `lets ${accountName} in again`,
}

const lineOf = (link: ListedLink) =>
  `${link.id}  ${LINK_WORDS[link.kind](link)}, until ${link.expiresAt.toISOString()}, made by ${link.makerName ?? 'the shell'}`

async function unlink({ db, name: id }: Work): Promise<Output> {
  const links = await db.many(goodLinks)
  const link = links.find((one) => one.id === id.trim().toLowerCase())
  if (!link)
    throw new CommandFailed(`No link that is good has the id ${id}. \`scorebook user links\` has them.`)
  await db.many(endLink(link.id, { by: SHELL }))
  return { lines: ['The link is ended.'], json: { id: link.id, ended: true } }
}

async function setDisabled({ db, name }: Work, disabled: boolean): Promise<Output> {
  const account = await accountNamed(db, name)
  const { id } = account
  await db.transaction(async (tx) => {
    const before = await accountNow(tx, account)
    const { roles } = before
    await all(tx, [
      update(id, { roles, disabled }),
      ...endLinksAfter(id, before, { roles, disabled }, { by: SHELL }),
      disabled ? endOtherSessions(id) : accountChanged(id),
      fromShell(disabled ? 'ACCOUNT_DISABLED' : 'ACCOUNT_ENABLED', id),
    ])
  })
  const said = disabled
    ? 'is disabled: nobody signs in with it, and its tokens are refused.'
    : 'may sign in again.'
  return {
    lines: [`${account.name} ${said}`, ...(await missingAdministrator(db))],
    json: { id, name: account.name, disabled },
  }
}

async function setRoles({ db, name, roles = [] }: Work): Promise<Output> {
  const account = await accountNamed(db, name)
  const { id } = account
  await db.transaction(async (tx) => {
    const now = await accountNow(tx, account)
    const { roles: before, disabled } = now
    await all(tx, [
      update(id, { roles, disabled }),
      ...endLinksAfter(id, now, { roles, disabled }, { by: SHELL }),
      renewSessions(id),
      accountChanged(id),
      fromShell('ROLES_CHANGED', id, { before, after: roles }),
    ])
  })
  return {
    lines: [`${account.name} has ${worded(roles)} now.`, ...(await missingAdministrator(db))],
    json: { id, name: account.name, roles },
  }
}

async function signOut({ db, name }: Work): Promise<Output> {
  const { id, name: known } = await accountNamed(db, name)
  const ended = await db.transaction(async (tx) => {
    const access = await endAllAccess(tx, { accountId: id, source: { by: SHELL } })
    await tx.many(fromShell('SESSION_ENDED', id, { sessions: access.sessions }))
    return access
  })
  const { sessions, tokens, apps } = ended
  const parts = [counted(sessions, 'browser'), counted(tokens, 'token'), counted(apps, 'app')]
  return {
    lines: [`${known} is signed out: ${new Intl.ListFormat('en').format(parts)} lost access.`],
    json: { id, name: known, ended: sessions, tokens, apps },
  }
}

/** Locks the account, so that a change of an administrator meanwhile is not overwritten. */
async function accountNow(tx: Transaction, { id, name }: Account): Promise<LockedAccount> {
  const account = await tx.maybe(lock(id))
  if (account) return account
  throw new CommandFailed(`The account ${name} was erased just now.`)
}

async function accountNamed(db: Database, name: string): Promise<Account> {
  const account = await findAccountNamed(db, name.trim())
  if (account) return account
  throw new CommandFailed(`Nobody has an account named ${name.trim()}. \`scorebook user list\` names all.`)
}

/** The command line may remove the last administrator's role, because it can give it back. */
const missingAdministrator = async (db: Database): Promise<string[]> =>
  (await hasAdministrator(db))
    ? []
    : ['Nobody administers the service now. The next start prints a link for a first administrator.']

function linkOf({ baseUrl }: Config, link: NewLink): { url: string; statement: Sql } {
  const { secret, statement } = newLink(link)
  return { url: addressOfLink(baseUrl, secret), statement }
}

const fromShell = (
  kind: AuditKind,
  accountId: string | undefined,
  details: Record<string, string | number | string[]> = {},
): Sql =>
  auditRecord({
    kind,
    ...(accountId === undefined ? {} : { accountId }),
    by: SHELL,
    details,
  })

const all = async (db: Pick<Database, 'many'>, statements: Sql[]): Promise<void> => {
  await Promise.all(statements.map((statement) => db.many(statement)))
}

const worded = (roles: readonly string[]) =>
  roles.length === 1 ? `the role ${roles[0]}` : `the roles ${new Intl.ListFormat('en').format(roles)}`

const inDays = (days: number) => (days === 1 ? 'a day' : `${days} days`)

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Quoted for a shell. */
const quoted = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)
