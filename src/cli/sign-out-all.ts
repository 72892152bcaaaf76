/** Signs everybody out from the command line, either in a restored database or in the database that is in use. */
import { BackupFailed } from '../db/backup/folder.ts'
import { type Connection, Database } from '../db/database.ts'
import { forgetSharedSecrets } from '../http/secrets.ts'
import { type SignOutCounts, signOutAll } from '../identity/accounts/sign-out-all.ts'
import { SHELL } from '../identity/audit/actor.ts'
import { messageOf } from '../db/embedded/errors.ts'

export const signOutEverybody = (db: Database): Promise<SignOutCounts> =>
  db.transaction((tx) => signOutAll(tx, SHELL))

/** No service uses a restored database yet, so its secrets are replaced too. */
export async function signOutRestored(connection: Connection): Promise<SignOutCounts> {
  const db = new Database(connection, { readers: 1, writers: 1 })
  try {
    return await db.transaction(async (tx) => {
      await tx.many(forgetSharedSecrets)
      return signOutAll(tx, SHELL)
    })
  } catch (error) {
    throw new BackupFailed(
      `Nobody could be signed out in the restored database, so nothing was restored: ${messageOf(error)}. Another version of Scorebook may have made the backup; restore it with that version.`,
      { cause: error },
    )
  } finally {
    await db.close()
  }
}

export function linesOf({ sessions, tokens, apps, links, recoveryCodes }: SignOutCounts): string[] {
  const ended = [
    counted(sessions, 'session'),
    counted(tokens, 'personal access token'),
    `the access of ${counted(apps, 'app')}`,
    counted(links, 'link'),
    `the recovery codes of ${counted(recoveryCodes, 'account')}`,
  ]
  return [
    `Everybody is signed out. Ended: ${new Intl.ListFormat('en').format(ended)}, every code and every access token.`,
    'Passwords, passkeys, roles and the secrets of clients are as they were.',
  ]
}

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
