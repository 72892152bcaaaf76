/** Accounts: the people who sign in here, with their names, e-mail addresses and roles. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { withConstraints } from '../../db/violations.ts'
import { mixesScripts } from '../../http/schema/scripts.ts'
import { faultOfAccountName } from '../../http/schema/text.ts'
import type { Role } from '../roles.ts'

export type Account = {
  id: string
  name: string
  /** The e-mail address, as the person typed it. */
  email: string | null
  roles: Role[]
  disabledAt: Date | null
  createdAt: Date
}

export type SignInAccount = Account & { passwordHash: string | null }

export const LONGEST_NAME = 100
export const LONGEST_EMAIL = 254

/** A name or address that cannot be used. The message is the rest of a sentence that begins with the field's name. */
export class AccountFault extends Error {
  override name = 'AccountFault'
  readonly field: 'name' | 'email'

  constructor(field: 'name' | 'email', message: string) {
    super(message)
    this.field = field
  }
}

const columns = sql`a.id, a.name, a.email, a.roles, a.disabled_at as "disabledAt", a.created_at as "createdAt"`

export const findAccount = (db: Queryable, id: string): Promise<Account | undefined> =>
  db.maybe(sql<Account>`select ${columns} from accounts a where a.id = ${id}`)

export const findAccountNamed = (db: Queryable, name: string): Promise<Account | undefined> =>
  db.maybe(sql<Account>`select ${columns} from accounts a where folded(a.name) = folded(${name})`)

/**
 * A text with @ is first looked up as an e-mail address. Otherwise a stranger could take somebody's address as a name, and so
 * lock them out.
 */
export const findSignInAccount = (db: Queryable, typed: string): Promise<SignInAccount | undefined> =>
  db.maybe(sql<SignInAccount>`
    select ${columns}, a.password_hash as "passwordHash" from accounts a
    where a.id = ${idOfSignIn(typed)}`)

export const findSignInAccountById = (db: Queryable, id: string): Promise<SignInAccount | undefined> =>
  db.maybe(sql<SignInAccount>`
    select ${columns}, a.password_hash as "passwordHash" from accounts a where a.id = ${id}`)

/** Selects the id of the account with this name or address. If there is none, it selects no row. */
export const idOfSignIn = (typed: string): Sql => sql`(
  select named.id from accounts named
  where folded(named.email) = folded(${typed}) or folded(named.name) = folded(${typed})
  order by folded(named.email) is not distinct from folded(${typed}) desc limit 1)`

export const listAccounts = (db: Queryable): Promise<(Account & { ways: string[] })[]> =>
  db.many(sql<Account & { ways: string[] }>`
    select ${columns}, array_remove(array[
        case when exists (select from passkeys p where p.account_id = a.id) then 'passkey' end,
        case when a.password_hash is not null then 'password' end], null) as ways
    from accounts a order by folded(a.name)`)

/** True if there is an account that can administer the service. */
export const hasAdministrator = async (db: Queryable): Promise<boolean> =>
  (
    await db.one(sql<{ has: boolean }>`
    select exists (select from accounts where 'admin' = any(roles) and disabled_at is null) as has`)
  ).has

/** Makes an account. Throws `AccountFault`. */
export async function createAccount(
  db: Queryable,
  account: { id: string; name: string; roles: readonly Role[] },
): Promise<Account> {
  const name = nameIn(account.name)
  return withConstraints(
    NAME_TAKEN,
    db.one(sql<Account>`
      with a as (
        insert into accounts (id, name, roles) values (${account.id}, ${name}, ${[...account.roles]}) returning *
      )
      select ${columns} from a`),
  )
}

/** Throws `AccountFault` if a new account cannot have this name now. */
export async function mustBeFree(db: Queryable, given: string): Promise<void> {
  const name = nameIn(given)
  const taken = await db.maybe(sql<{ same: boolean }>`
    select folded(name) = folded(${name}) as same from accounts
    where folded(name) = folded(${name}) or appearance(name) = appearance(${name}) order by same desc limit 1`)
  if (taken) throw taken.same ? NAME_TAKEN.accounts_name_key() : NAME_TAKEN.accounts_appearance_key()
}

/** Changes the name. Throws `AccountFault`. */
export async function rename(db: Queryable, id: string, given: string): Promise<void> {
  await withConstraints(NAME_TAKEN, db.many(changed(id, sql`name = ${nameIn(given)}`)))
}

/** Changes the address. An empty text removes it. Throws `AccountFault`. */
export async function setEmail(db: Queryable, id: string, given: string): Promise<void> {
  const email = emailIn(given)
  await withConstraints(EMAIL_TAKEN, db.many(changed(id, sql`email = ${email}`)))
}

/** Every change of credentials takes this lock first. So if there are two at the same time, the second one sees the first. */
export const lockAccount = (id: string): Sql => sql`select from accounts where id = ${id} for update`

export const changed = (id: string, change: Sql): Sql => sql`
  update accounts set ${change}, version = version + 1, updated_at = now() where id = ${id}`

const EMAIL_TAKEN = { accounts_email_key: () => new AccountFault('email', 'is taken by another account') }
const NAME_TAKEN = {
  accounts_name_key: () => new AccountFault('name', 'is taken by another account'),
  accounts_appearance_key: () => new AccountFault('name', 'looks like the name of another account'),
}

/** Checks a name. It must not contain an @, because people would take it for an e-mail address. */
function nameIn(given: string): string {
  const name = given.trim()
  const length = [...name].length
  if (length === 0) throw new AccountFault('name', 'must have a visible character')
  if (length > LONGEST_NAME) throw new AccountFault('name', `must have ${LONGEST_NAME} characters at most`)
  const fault = faultOfText(name)
  if (fault !== undefined) throw new AccountFault('name', fault)
  if (mixesScripts(name))
    throw new AccountFault('name', 'can have the letters of one alphabet only in each word')
  if (name.includes('@')) throw new AccountFault('name', 'must not have @ in it, as an e-mail address has')
  return name
}

function emailIn(given: string): string | null {
  const email = given.trim()
  if (email === '') return null
  if ([...email].length > LONGEST_EMAIL)
    throw new AccountFault('email', `must have ${LONGEST_EMAIL} characters at most`)
  if (faultOfText(email) !== undefined || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new AccountFault('email', 'must be an address such as alma@example.org')
  return email
}

/** Half of a surrogate pair is refused, because PostgreSQL would replace it. */
const faultOfText = (text: string) =>
  text.isWellFormed() ? faultOfAccountName(text)?.message : 'has half a character in it'
