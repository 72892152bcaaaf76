/** `scorebook user free-email` takes an e-mail address away from an account, so that the address's real owner can use it. */
import type { Database } from '../../db/database.ts'
import { freeEmail } from '../../identity/accounts/free-email.ts'
import { findSignInAccount } from '../../identity/accounts/store.ts'
import { lock, update } from '../../identity/administration/store.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { CommandFailed, type Output } from '../command.ts'

export async function freeEmailOf(db: Database, typed: string): Promise<Output> {
  const account = await findSignInAccount(db, typed.trim())
  if (!account)
    throw new CommandFailed(
      `No account has the name or the e-mail address ${typed.trim()}. \`scorebook user list --json\` has all.`,
    )
  const { id, name } = account
  const isFreed = await db.transaction(async (tx) => {
    const now = await tx.maybe(lock(id))
    if (!now?.hasEmail) return false
    await Promise.all([update(id, now), ...freeEmail(id, { by: SHELL })].map((sent) => tx.many(sent)))
    return true
  })
  if (!isFreed) throw new CommandFailed(`${name} has no e-mail address.`)
  return {
    lines: [`${name} has no e-mail address any more: another account can take the address now.`],
    json: { id, name, freed: account.email },
  }
}
