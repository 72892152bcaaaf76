/** Recovery codes. An account has ten of them. Each is shown once, and works for one sign-in. */
import { hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { idOfSignIn } from './store.ts'

export const CODES = 10

/** Crockford's alphabet, without the letters that look like digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 20 letters are 100 random bits. So nobody can find a code from its hash. */
const LENGTH = 20

export function newRecoveryCodes(accountId: string): { codes: string[]; statements: Sql[] } {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOf(accountId, code))
  return {
    codes,
    statements: [
      sql`delete from recovery_codes where account_id = ${accountId}`,
      sql`insert into recovery_codes (account_id, hash) select ${accountId}::uuid, unnest(${hashes}::bytea[])`,
    ],
  }
}

/**
 * Uses up a code. Returns the account's id, or undefined for a wrong code, a used code or an unknown name. All cases take the
 * same time.
 */
export async function useRecoveryCode(
  db: Queryable,
  typed: string,
  code: string,
): Promise<string | undefined> {
  const used = await db.maybe(sql<{ accountId: string }>`
    update recovery_codes rc set used_at = now()
    from (select coalesce(${idOfSignIn(typed)}, ${NOBODY}::uuid) as id) account
    where rc.account_id = account.id and rc.used_at is null
      and rc.hash = sha256(convert_to(account.id::text || ':' || ${plain(code)}, 'UTF8'))
    returning rc.account_id as "accountId"`)
  return used?.accountId
}

export const recoveryCodesLeft = async (db: Queryable, accountId: string) =>
  db.one(sql<{ made: number; left: number; madeAt: Date | null }>`
    select count(*)::int as made, count(*) filter (where used_at is null)::int as left, min(created_at) as "madeAt"
    from recovery_codes where account_id = ${accountId}`)

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Writes a code in groups of five letters, which are easier to copy from paper. */
function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % 32]).join('')
  return letters.replaceAll(/.{5}(?=.)/g, '$&-')
}

const hashOf = (accountId: string, code: string) => hash('sha256', `${accountId}:${plain(code)}`, 'buffer')

/** Turns letters into small ones, removes hyphens and spaces, and replaces letters that look like digits. */
const plain = (code: string) =>
  code
    .slice(0, 100)
    .replaceAll('\0', '')
    .toWellFormed()
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
