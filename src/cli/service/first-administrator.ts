/** The first administrator. Either the settings name them, or the service prints a one-time link for them when it starts. */
import { readFile } from 'node:fs/promises'
import { type Config, ConfigError } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { LIFETIMES, addressOfLink, newLink } from '../../identity/accounts/links.ts'
import { faultOfPassword, hashPassword } from '../../identity/accounts/passwords.ts'
import {
  AccountFault,
  changed,
  createAccount,
  findAccountNamed,
  hasAdministrator,
} from '../../identity/accounts/store.ts'
import { ITSELF } from '../../identity/audit/actor.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { cannotRead } from '../explain.ts'

/** Returns the link to print. Undefined if there is an administrator. */
export async function firstAdministrator(
  db: Database,
  config: Pick<Config, 'baseUrl' | 'issuers' | 'firstAdministrator'>,
): Promise<string | undefined> {
  if (config.issuers.length > 0 || (await hasAdministrator(db))) return undefined
  if (config.firstAdministrator) {
    await make(db, config.firstAdministrator)
    return undefined
  }
  const { secret, statement } = newLink({
    kind: 'FIRST_ADMINISTRATOR',
    lifetime: LIFETIMES.firstAdministrator,
  })
  await db.transaction(async (tx) => {
    await Promise.all([
      tx.many(statement),
      tx.many(auditRecord({ kind: 'LINK_MADE', by: ITSELF, details: { kind: 'FIRST_ADMINISTRATOR' } })),
    ])
  })
  return addressOfLink(config.baseUrl, secret)
}

type Given = NonNullable<Config['firstAdministrator']>

async function make(db: Database, given: Given): Promise<void> {
  const { name } = given
  const password = await passwordOf(given)
  if (await findAccountNamed(db, name))
    throw new ConfigError(
      `SCOREBOOK_ADMIN_NAME: there is an account of this name, but it administers nothing or is disabled. Use \`scorebook user\`, or set another name.`,
    )
  const hash = await hashPassword(password)
  const id = uuidv7()
  try {
    await db.transaction(async (tx) => {
      // If several instances start at the same time, only one of them makes the account.
      await tx.many(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`)
      if (await hasAdministrator(tx)) return
      await createAccount(tx, { id, name, roles: ['player', 'admin'] })
      await Promise.all([
        tx.many(changed(id, sql`password_hash = ${hash}, password_changed_at = now()`)),
        tx.many(
          auditRecord({
            kind: 'ACCOUNT_CREATED',
            accountId: id,
            by: ITSELF,
            details: { roles: ['player', 'admin'] },
          }),
        ),
      ])
    })
  } catch (error) {
    if (error instanceof AccountFault) throw new ConfigError(`SCOREBOOK_ADMIN_NAME ${error.message}.`)
    throw error
  }
}

/** Reads the password. Throws `ConfigError` if the file has no acceptable one. */
export async function passwordOf({ name, passwordFile }: Given): Promise<string> {
  const file = await readFile(passwordFile, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`SCOREBOOK_ADMIN_PASSWORD_FILE: ${cannotRead(passwordFile, error).message}`)
  })
  const password = file.replace(/\r?\n$/, '')
  const fault = await faultOfPassword(password, [name])
  if (fault !== undefined) throw new ConfigError(`SCOREBOOK_ADMIN_PASSWORD_FILE: the password ${fault}.`)
  return password
}
