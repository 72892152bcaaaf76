/** `scorebook client`: manages the apps and services that may get access tokens. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { Problem } from '../../http/problem.ts'
import { UUID } from '../../http/schema/schema.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { WITHOUT_SECRET, authenticationOf, mustFitItsKind } from '../../identity/clients/rules.ts'
import { CreateClient, KINDS, type NewClient } from '../../identity/clients/schema.ts'
import { newSecret } from '../../identity/clients/secret.ts'
import { everyClient, insert, lock, remove, renewSecret } from '../../identity/clients/store.ts'
import { SCOPE_PREFIX, allScopes, scopesOfRole } from '../../identity/roles.ts'
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
import { cannotRead } from '../explain.ts'
import { withDatabase } from '../open-database.ts'

export const client: Command = {
  name: 'client',
  summary:
    'List, create and remove the apps and services that may get access tokens, and renew their secrets',
  about: `Actions
  list          Every client
  create NAME   Makes a client, and prints its id and its secret, which nobody can read again
  new-secret ID Prints a new secret; the former one ends at once, with the access tokens that were got with it
  remove ID     Removes it, with everything that was issued to it

Kinds
  web          An app with a server, which keeps a secret; needs --redirect
  browser      An app in a browser alone; needs --redirect
  native       An app on somebody's machine or phone; needs --redirect
  service      Acts for itself, not for people; needs --role

Works whether the service runs or not, on its database; not with outside issuers, where apps have their clients.`,
  options: {
    kind: {
      type: 'string',
      value: 'KIND',
      help: `${KINDS.map((kind) => kind.toLowerCase()).join(', ')}; required to create`,
    },
    redirect: {
      type: 'string',
      multiple: true,
      value: 'URI',
      help: 'An address to which browsers return, exactly as the app sends it; may be repeated',
    },
    'post-logout-redirect': {
      type: 'string',
      multiple: true,
      value: 'URI',
      help: 'An address to which browsers may go after signing out; may be repeated',
    },
    role: {
      type: 'string',
      multiple: true,
      value: 'ROLE',
      help: `What a service may do: ${Object.keys(scopesOfRole).join(', ')}; may be repeated`,
    },
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      help: 'A scope that it may ask for, such as match-read; by default all; may be repeated',
    },
    'public-keys': {
      type: 'string',
      value: 'FILE',
      help: 'A JWKS with the public keys of a client that signs with its own key and has no secret',
    },
    json: JSON_OPTION,
  },
  arguments: [
    { name: 'action', help: 'list, create, new-secret or remove' },
    { name: 'subject', help: 'The name of a new client, or the id of an existing one', optional: true },
  ],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    mustBeOwnIssuer(config, 'apps have their clients at those issuers, not here')
    const work = await actionIn(values, ACTIONS).action(values, cwd)
    printOutput(await withDatabase(config, work), values, print)
  },
}

type Work = (db: Database) => Promise<Output>

/** Each action checks its arguments before the database is opened. */
const ACTIONS: Record<string, (values: Values, cwd: string) => Work | Promise<Work>> = {
  list: () => list,
  async create(values, cwd) {
    const facts = await newClientIn(values, cwd)
    return (db) => create(db, facts)
  },
  'new-secret'(values) {
    const id = idIn(values, 'new-secret')
    return (db) => renewOne(db, id)
  },
  remove(values) {
    const id = idIn(values, 'remove')
    return (db) => removeOne(db, id)
  },
}

function idIn(values: Values, action: string): string {
  const subject = textOf(values, 'subject')
  if (subject !== undefined && UUID.test(subject)) return subject
  throw new UsageError(
    `\`scorebook client ${action}\` needs the id of a client, which \`scorebook client list\` shows.`,
  )
}

async function list(db: Database): Promise<Output> {
  const clients = await db.many(everyClient())
  return {
    lines: clients.map(
      ({ id, displayName, kind }) => `${id}  ${kind.toLowerCase().padEnd(7)}  ${displayName}`,
    ),
    json: clients.map(({ body }) => JSON.parse(body) as unknown),
  }
}

async function create(db: Database, facts: NewClient): Promise<Output> {
  const secret = newSecret()
  const { id, body } = await db.transaction((tx) =>
    insert(tx, facts, { by: SHELL, madeBy: undefined, most: allScopes, secret }),
  )
  const shown = authenticationOf(facts) === 'SECRET' ? { secret } : {}
  return {
    lines: [
      `id      ${id}`,
      ...Object.values(shown).map((one) => `secret  ${one}`),
      ...('secret' in shown ? ['The secret is shown only now.'] : []),
    ],
    json: { ...(JSON.parse(body) as object), ...shown },
  }
}

async function renewOne(db: Database, id: string): Promise<Output> {
  const secret = newSecret()
  const { body } = await db.transaction(async (tx) => {
    const found = await tx.maybe(lock(id))
    if (!found) throw new CommandFailed(`There is no client ${id}.`)
    if (!found.hasSecret) throw new CommandFailed(WITHOUT_SECRET)
    return renewSecret(tx, id, { by: SHELL, secret })
  })
  return {
    lines: [`secret  ${secret}`, 'The secret is shown only now. The former secret no longer works.'],
    json: { ...(JSON.parse(body) as object), secret },
  }
}

async function removeOne(db: Database, id: string): Promise<Output> {
  await db.transaction(async (tx) => {
    if (!(await tx.maybe(lock(id)))) throw new CommandFailed(`There is no client ${id}.`)
    await remove(tx, id, { by: SHELL })
  })
  return { lines: ['Removed.'], json: { removed: id } }
}

async function newClientIn(values: Values, cwd: string): Promise<NewClient> {
  const list = (name: string) => {
    const texts = textsOf(values, name)
    return texts.length > 0 ? texts : undefined
  }
  const file = textOf(values, 'public-keys')
  const given = {
    displayName: textOf(values, 'subject'),
    kind: textOf(values, 'kind')?.toUpperCase(),
    redirectUris: list('redirect'),
    postLogoutRedirectUris: list('post-logout-redirect'),
    roles: list('role'),
    scopes: list('scope')?.map((scope) => (scope.startsWith(SCOPE_PREFIX) ? scope : SCOPE_PREFIX + scope)),
    publicKeys: file === undefined ? undefined : await keysIn(resolve(cwd, file)),
  }
  const read = CreateClient.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  )
  if (!read.success) {
    const wrong = read.error.issues.map(
      ({ path, message }) => `${OPTION[String(path[0])] ?? path.join('.')}: ${message}`,
    )
    throw new UsageError(`${wrong.join('; ')}.`)
  }
  try {
    mustFitItsKind(read.data)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UsageError((error.errors ?? []).map(({ message }) => message).join(' '), { cause: error })
  }
  return read.data
}

const OPTION: Record<string, string> = {
  displayName: 'the name',
  kind: '--kind',
  redirectUris: '--redirect',
  postLogoutRedirectUris: '--post-logout-redirect',
  roles: '--role',
  scopes: '--scope',
  publicKeys: '--public-keys',
}

async function keysIn(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw cannotRead(path, error)
  })
  try {
    return (JSON.parse(text) as { keys?: unknown }).keys
  } catch {
    throw new UsageError(`${path} must be a JWKS such as {"keys": […]}.`)
  }
}
