/** The actions of `scorebook user`, each a function. */
import type { Config } from '../../config.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { endAllAccess } from '../../identity/accounts/end-access.ts'
import {
  LIFETIMES,
  type NewLink,
  addressOfLink,
  endLinksAfter,
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
import type { Role } from '../../identity/roles.ts'
import { accountChanged } from '../../identity/sessions/account-status.ts'
import { endOtherSessions, renewSessions } from '../../identity/sessions/store.ts'
import { CommandFailed, type Output } from '../command.ts'
import { freeEmailOf } from './free-email.ts'
import { linesOf, signOutEverybody } from '../sign-out-all.ts'

import { listLinks, unlink, worded } from './user-links.ts'

export interface Call {
  name: string
  roles: Role[] | undefined
  days: number | undefined
  uses: number
}

interface Work extends Call {
  db: Database
  config: Config
}

export interface Action {
  takes: readonly ('name' | 'role' | 'days' | 'uses')[]
  run: (work: Work) => Promise<Output>
}

export const ACTIONS: Record<string, Action> = {
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
  links: { takes: [], run: ({ db }) => listLinks(db) },
  unlink: { takes: ['name'], run: ({ db, name }) => unlink(db, name) },
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

/** Reads an account and locks it, so that no administrator can change it at the same time. */
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

/**
 * The missing administrator, for a warning. On the command line the last administrator can be removed, because a new one can be
 * made there.
 */
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

const inDays = (days: number) => (days === 1 ? 'a day' : `${days} days`)

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

const quoted = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)
