/** Turns an error that an operator can mend into a sentence that names the setting, and says what to do. */
import { ConfigError } from '../config.ts'
import { BackupFailed } from '../db/backup/folder.ts'
import { CannotStart, FolderUnusable } from '../db/embedded/errors.ts'
import { CannotConnect, SchemaError } from '../db/migrate.ts'
import { CannotMove } from '../db/move/copy-database.ts'
import { CannotReset } from '../db/reset.ts'
import { NotEmpty } from '../demo/fill.ts'
import type { OutsideIssuer } from '../identity/outside-issuers.ts'
import { CannotBundle } from '../pages/app/cannot-bundle.ts'
import { CommandFailed, UsageError } from './command.ts'
import { codeOf, fileReason, isCertificates, messageOf, netReason } from './reasons.ts'

/** Undefined if the error is a bug of ours, because a bug needs its stack trace. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotConnect) return connecting(error)
  if (error instanceof CannotListen) return listening(error)
  if (error instanceof CannotReadKeys) return readingKeys(error)
  if (error instanceof FolderUnusable) return `SCOREBOOK_DATA_DIR: ${error.message}`
  if (error instanceof SchemaError) return migrating(error)
  if (error instanceof BackupFailed || error instanceof CannotMove || error instanceof CannotReset)
    return error.message
  if (error instanceof CannotStart || error instanceof NotEmpty || error instanceof CannotBundle)
    return error.message
  if (error instanceof CommandFailed || isWrongCall(error)) return error.message
  if (error instanceof Error && codeOf(error) === '42501' && 'severity' in error)
    return `SCOREBOOK_DATABASE_URL: the account may not do what Scorebook asks (${error.message}). Grant it that, or name the account that made the tables.`
  if (error instanceof Error && 'severity' in error)
    return `The database refuses what Scorebook asks: ${error.message} (${codeOf(error)}).`
  if (error instanceof Error && 'syscall' in error) return `The system refuses it: ${error.message}.`
  return undefined
}

/** True if the command was called wrongly or the settings are wrong. Then trying again does not help. */
export const isWrongCall = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof ConfigError ||
  (error instanceof CannotReadKeys && error.issuer.jwksFile !== undefined)

export class CannotListen extends Error {
  override name = 'CannotListen'
  readonly host: string
  readonly port: number
  /** True if the program that listens there is also Scorebook. */
  readonly isOurs: boolean

  constructor({ host, port }: { host: string; port: number }, cause: unknown, isOurs = false) {
    super(`cannot listen on ${host}, port ${port}`, { cause })
    this.host = host
    this.port = port
    this.isOurs = isOurs
  }
}

export class CannotReadKeys extends Error {
  override name = 'CannotReadKeys'
  readonly issuer: OutsideIssuer

  constructor(issuer: OutsideIssuer, cause: unknown) {
    super(`cannot read the keys of ${issuer.issuer}`, { cause })
    this.issuer = issuer
  }
}

export const cannotRead = (path: string, error: unknown): UsageError =>
  new UsageError(`${path} cannot be read: ${fileReason(error)}.`, { cause: error })

function connecting({ server: { host, port, user, database }, given, cause }: CannotConnect): string {
  const at = host.startsWith('/') ? `the server at ${host}` : `the server at ${host}:${port}`
  const reason = messageOf(cause)
  const code = codeOf(cause)
  const sentence =
    CONNECTING[code]?.({ at, host, user, database, reason }) ??
    (/timeout|timed out/i.test(reason)
      ? `${at} does not answer within 10 s. Check the host, the port, and the network in between.`
      : /does not support SSL/.test(reason)
        ? `${at} offers no TLS, but sslmode in the URL demands TLS. Turn TLS on there, or take sslmode out.`
        : /password must be a/.test(reason)
          ? `${at} asks '${user}' for a password. Put it into the URL.`
          : isCertificates(code)
            ? `the certificate of ${at} is not trusted (${code}). Name its authority with sslrootcert=FILE in the URL.`
            : `${at} cannot be used: ${reason || code}. See whether PostgreSQL is what answers there, and what its log says.`)
  return `${given}: ${sentence}`
}

interface Connecting {
  at: string
  host: string
  user: string
  database: string
  reason: string
}

const silent = ({ at }: Connecting) =>
  `${at} cannot be reached. Check the host, the port, and the network in between.`

const CONNECTING: Record<string, (facts: Connecting) => string> = {
  '28P01': ({ at, user }) =>
    `${at} refuses the account '${user}' with this password. Correct both in the URL; there @ is written %40, / is %2F, : is %3A.`,
  '28000': ({ at, user, database, reason }) =>
    reason.includes('no encryption')
      ? `${at} does not let '${user}' in to the database '${database}' from here without TLS. Add ?sslmode=verify-full to the URL, or a line for this host to its pg_hba.conf.`
      : `${at} does not let '${user}' in to the database '${database}': ${reason}. Its roles and its pg_hba.conf decide that.`,
  '3D000': ({ at, database }) =>
    `there is no database '${database}' on ${at}. Create it, or correct its name in the URL.`,
  '42501': ({ at, user, database }) =>
    `${at} does not let '${user}' connect to the database '${database}'. Grant it the right to, or use another account.`,
  '53300': ({ at }) => `${at} has no connection left. End other clients, or raise its max_connections.`,
  '57P03': ({ at, reason }) => `${at} takes no connections yet: ${reason}. Try again in a moment.`,
  ECONNREFUSED: ({ at }) =>
    `nothing listens at ${at.slice('the server at '.length)}. Start PostgreSQL there, or correct host and port in the URL.`,
  ENOTFOUND: ({ host }) => `the host name '${host}' is not known. Correct it in the URL.`,
  EAI_AGAIN: ({ host }) =>
    `the host name '${host}' cannot be looked up at the moment. Check this machine’s DNS.`,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ETIMEDOUT: silent,
  ENOENT: ({ host, reason }) =>
    reason.includes('connect')
      ? `there is no socket in ${host}. Start PostgreSQL there, or correct the URL.`
      : `a file that the URL names is not there: ${reason}.`,
}

function listening({ host, port, isOurs, cause }: CannotListen): string {
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return `SCOREBOOK_PORT: port ${port} of ${host} is taken by ${isOurs ? 'a Scorebook that runs already' : 'another program'}; end it, or set another port.`
    case 'EADDRNOTAVAIL':
      return `SCOREBOOK_HOST: ${host} is not an address of this machine; 127.0.0.1 is for this machine alone, 0.0.0.0 for every network it is in.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `SCOREBOOK_HOST: the host name '${host}' is not known here; 127.0.0.1 is for this machine alone, 0.0.0.0 for every network it is in.`
    case 'EACCES':
      return `SCOREBOOK_PORT: this account may not listen on port ${port}; set one from 1024 on.`
    case 'EAFNOSUPPORT':
      return `SCOREBOOK_HOST: this machine has no addresses of the kind of ${host}; set one that it has.`
    default:
      return `SCOREBOOK_HOST, SCOREBOOK_PORT: the service cannot listen on ${host}, port ${port}: ${messageOf(cause)}.`
  }
}

function readingKeys({ issuer: { issuer, jwksFile, jwksUri }, cause }: CannotReadKeys): string {
  const from =
    jwksFile === undefined
      ? (jwksUri ?? 'where its /.well-known/openid-configuration says')
      : `the file ${jwksFile}`
  return `SCOREBOOK_AUTH_ISSUERS: the keys of ${issuer} cannot be read from ${from}: ${jwksFile === undefined ? netReason(cause) : fileReason(cause)}.`
}

function migrating({ message, cause }: SchemaError): string {
  switch (codeOf(cause)) {
    case '42501':
      return `SCOREBOOK_DATABASE_URL: the account may not change the schema (${messageOf(cause)}). Make it the owner of the database, or grant it create on the schema public.`
    case '25006':
      return 'SCOREBOOK_DATABASE_URL: the server takes no changes (it is read-only, as a standby is). Name the primary.'
    default:
      return message
  }
}

/** What is wrong, and the next step where an operator can take one. */
export const saidOf = (error: unknown): string =>
  sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))
