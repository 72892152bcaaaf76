/** `scorebook token`: prints an access token of the embedded issuer, for scripts and trials. */
import { existsSync } from 'node:fs'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Config } from '../../config.ts'
import { faultOfAccountName } from '../../http/schema/text.ts'
import { AccountFault } from '../../identity/accounts/store.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { COMMAND_LINE } from '../../identity/clients/command-line.ts'
import { findOrCreateAccount, issueToken } from '../../identity/embedded-issuer.ts'
import { LONGEST_TOKEN } from '../../identity/provider/signing-keys.ts'
import { type Role, SCOPE_PREFIX, allScopes, isRole, scopesOfRole } from '../../identity/roles.ts'
import { userOfAccount } from '../../resources/users/store.ts'
import { type Command, UsageError, mustBeOwnIssuer, type Values, textOf, textsOf } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { configBeside } from '../service/running.ts'
import { localUrl } from '../service/port.ts'

const LONGEST_NAME = 100

export const token: Command = {
  name: 'token',
  summary: 'Print an access token for a user',
  about:
    'Creates the user if none has this name. The token has the roles given, by default player, or the scopes given\n' +
    'instead. Works whether the service runs or not, once it has run; not with outside\n' +
    'issuers. Takes the same settings as the service: the token names SCOREBOOK_ISSUER as its issuer.\n' +
    'For trials, scripts, and when nobody can sign in: people and apps get their tokens by signing in. The audit has each\n' +
    'token that is made here, and the log of the service its first use.',
  options: {
    user: { type: 'string', value: 'NAME', help: 'The name of the user; required' },
    role: {
      type: 'string',
      multiple: true,
      value: 'ROLE',
      help: `${Object.keys(scopesOfRole).join(', ')}; may be repeated`,
    },
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      help: 'A scope such as match-read; may be repeated',
    },
    hours: {
      type: 'string',
      value: 'N',
      help: `How many hours it is valid, 1 to ${LONGEST_TOKEN}; by default 12`,
    },
  },
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    mustBeOwnIssuer(config, 'tokens come from those issuers, not from here')
    const request = {
      name: nameIn(values),
      roles: rolesIn(values),
      scopes: scopesIn(values),
      hours: hoursIn(values),
    }
    mustHaveServed(config)
    const issued = await withDatabase(config, async (db) => {
      const account = await findOrCreateAccount(db, request.name).catch(refuse)
      await userOfAccount(db, account)
      const details = { scopes: request.scopes, roles: request.roles, hours: request.hours }
      const clientId = COMMAND_LINE.client_id
      await db.many(auditRecord({ kind: 'TOKEN_MADE', accountId: account.id, clientId, by: SHELL, details }))
      const made = await issueToken(db, { ...request, account, issuer: config.issuer })
      return { made, doubt: await doubtOf(made, config) }
    })
    print(issued.made)
    if (issued.doubt !== undefined) process.stderr.write(`${issued.doubt}\n`)
  },
}

function refuse(error: unknown): never {
  throw error instanceof AccountFault ? new UsageError(`--user ${error.message}.`) : error
}

/** Throws if the database was only just created, because no service would accept its tokens. */
function mustHaveServed({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(`${dataDir}/cluster`)) return
  throw new UsageError(
    `SCOREBOOK_DATA_DIR: no service has run on the folder ${dataDir} yet. Start one first (npm start), or set the folder of the one that runs.`,
  )
}

/** The reason why the service would refuse the token: it does not answer, or it has another name or other keys. */
async function doubtOf(token: string, config: Config): Promise<string | undefined> {
  // Where the host is this machine alone, people know it as localhost.
  const local = localUrl(config)
  const at = local.replace('//127.0.0.1:', '//localhost:')
  const read = async (path: string): Promise<unknown> =>
    (await fetch(local + path, { signal: AbortSignal.timeout(2_000) })).json()
  try {
    const [discovered, published] = (await Promise.all(
      ['/.well-known/openid-configuration', '/.well-known/jwks.json'].map(read),
    )) as [{ issuer: string }, { keys: { kid: string }[] }]
    if (discovered.issuer !== decodeJwt(token).iss)
      return `Note: the service at ${at} takes only tokens that name ${discovered.issuer} as their issuer. Set SCOREBOOK_ISSUER to that.`
    const { kid } = decodeProtectedHeader(token)
    if (!published.keys.some((key) => key.kid === kid))
      return `Note: the service at ${at} uses another database and will not take this token. Set SCOREBOOK_DATA_DIR or SCOREBOOK_DATABASE_URL as it has them.`
    return undefined
  } catch {
    return `Note: no Scorebook answers at ${at} at the moment. The token is for one that is started with these settings.`
  }
}

function nameIn(values: Values): string {
  const name = textOf(values, 'user')?.trim() ?? ''
  if (name === '' || [...name].length > LONGEST_NAME)
    throw new UsageError(`--user must be a name of 1 to ${LONGEST_NAME} characters.`)
  const wrong = faultOfAccountName(name)
  if (wrong) throw new UsageError(`--user ${wrong.message}.`)
  return name
}

function rolesIn(values: Values): Role[] {
  const given = textsOf(values, 'role')
  const unknown = given.find((role) => !isRole(role))
  if (unknown !== undefined) {
    throw new UsageError(`${unknown} is not a role; ${Object.keys(scopesOfRole).join(', ')} are.`)
  }
  if (given.length > 0 && textsOf(values, 'scope').length > 0) {
    throw new UsageError('A token has roles or scopes, not both. With scopes it may do nothing else.')
  }
  return given.length > 0 ? given.filter(isRole) : ['player']
}

function scopesIn(values: Values): string[] {
  const given = textsOf(values, 'scope').map((scope) =>
    scope.startsWith(SCOPE_PREFIX) ? scope : SCOPE_PREFIX + scope,
  )
  const unknown = given.find((scope) => !allScopes.has(scope))
  if (unknown === undefined) return given
  throw new UsageError(`${unknown} is not a scope; these are:\n${[...allScopes].join('\n')}`)
}

function hoursIn(values: Values): number {
  const text = textOf(values, 'hours') ?? '12'
  const hours = /^\d+$/.test(text) ? Number(text) : 0
  if (hours >= 1 && hours <= LONGEST_TOKEN) return hours
  throw new UsageError(`--hours must be a whole number from 1 to ${LONGEST_TOKEN}.`)
}
