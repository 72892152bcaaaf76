/** Finds the holder of a verified token: a user who signs in at an outside issuer, an account, or a client. */
import type { Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type VerifiedToken, EMBEDDED_ISSUER, InvalidToken } from '../http/access-token.ts'
import type { People as PeopleOfApi } from '../http/lifecycle/authenticate.ts'
import type { Holder } from '../http/caller.ts'
import { type Eventual, after } from '../http/eventual.ts'
import { UUID } from '../http/schema/schema.ts'
import { COMMAND_LINE } from './clients/command-line.ts'
import { type AccountNow, accountGone, accountNow, findAccountNow } from './accounts-now.ts'
import { findGrant } from './provider/grants.ts'
import { scopesOfRoles } from './roles.ts'
import type { AccountCache, OfAccount } from './sessions/account-cache.ts'
import type { AccountStatus } from './sessions/account-status.ts'

type Subject = Pick<VerifiedToken, 'issuer' | 'subject' | 'name' | 'issuedAt'>

/** Implemented in `resources/users`. */
interface Users {
  findOrCreate: (token: Subject) => Promise<{ id: string; canonicalPlayerId: string } | undefined>
  lockAccount: (userId: string, others?: Sql) => Sql
}

/** A token that was made from a personal token or a session. Its account was read from the database at the same time. */
export interface TokenOfAccount extends VerifiedToken {
  account: AccountNow
}

/**
 * In milliseconds. Another instance may have erased a user of an outside issuer, so the database is asked again after this time.
 */
const KNOWN_FOR = 60_000

interface KnownClient extends OfAccount {
  holder: Holder
  /** Undefined if the client has no secret. */
  secretNumber: number | undefined
}

export class People implements PeopleOfApi {
  readonly lockAccount: Users['lockAccount']
  readonly #db: Queryable
  readonly #users: Users
  readonly #accounts: AccountCache<AccountNow>
  readonly #clients: AccountCache<KnownClient>
  readonly #grants: AccountCache<OfAccount>
  readonly #outside = new WeakMap<VerifiedToken, { holder: Holder; foundAt: number }>()
  readonly #inShell = new WeakMap<AccountNow, Holder>()
  #erasedAt = 0

  constructor(db: Queryable, accountStatus: AccountStatus, users: Users) {
    this.#db = db
    this.#users = users
    this.#accounts = accountStatus.newCache()
    this.#clients = accountStatus.newCache()
    this.#grants = accountStatus.newCache()
    this.lockAccount = users.lockAccount
  }

  holderOf(token: VerifiedToken): Eventual<Holder> {
    if (token.issuer !== EMBEDDED_ISSUER) return this.#outsideHolder(token)
    if (isOfAccount(token)) return this.ofAccount(token.account)
    return token.isClient ? this.#client(token) : this.#account(token)
  }

  ofAccount(account: AccountNow): Eventual<Holder> {
    if (account.disabled) throw new InvalidToken('The account is disabled; an administrator can enable it.')
    return account.user || account.erased ? account : this.#withUser(account)
  }

  forget(): void {
    this.#erasedAt = Date.now()
  }

  /**
   * The holder of a token of an account. A client can repeat the erasure of its account, although an erased account has no
   * grants.
   */
  #account(token: VerifiedToken): Eventual<Holder> {
    const account = this.#accountOf(token)
    const access = token.fromShell ? true : this.#hasAccess(token)
    if (!(account instanceof Promise) && !(access instanceof Promise)) return letIn(account, access)
    return Promise.all([account, access]).then(([holder, has]) => letIn(holder, has))
  }

  /** False if the app was removed or has a new secret, or if the grant has ended or belongs to somebody else. */
  #hasAccess(token: VerifiedToken): Eventual<boolean> {
    const { clientId = '', grantId, subject } = token
    if (grantId === undefined) return false
    const app = clientId === COMMAND_LINE.client_id ? WITHOUT_SECRET : this.#findClient(clientId)
    const grant = this.#grants.find(grantId, () => this.#db.maybe(findGrant(grantId)))
    const has = (client: Pick<KnownClient, 'secretNumber'> | undefined, found: OfAccount | undefined) =>
      client !== undefined && client.secretNumber === token.secretNumber && found?.accountId === subject
    if (!(app instanceof Promise) && !(grant instanceof Promise)) return has(app, grant)
    return Promise.all([app, grant]).then(([client, found]) => has(client, found))
  }

  #accountOf(token: VerifiedToken): Eventual<Holder> {
    const { subject } = token
    const found = this.#accounts.find(subject, async () => {
      const row = UUID.test(subject) ? await this.#db.maybe(findAccountNow(subject)) : undefined
      return row ? accountNow(row) : accountGone(subject)
    })
    return after(found, (account) => {
      if (!account) throw new Error('The cache has `accountGone` for an account without a row.')
      const holder = this.ofAccount(account)
      return token.fromShell ? after(holder, () => this.#shell(account)) : holder
    })
  }

  /** A token of the shell is not limited by the roles of its account. For the same account, this returns the same object. */
  #shell(account: AccountNow): Holder {
    const known = this.#inShell.get(account) ?? { ...account, allowed: undefined }
    this.#inShell.set(account, known)
    return known
  }

  /** The user of an account is created at the account's first request. */
  async #withUser(account: AccountNow): Promise<Holder> {
    const { accountId: subject, name } = account
    const issuedAt = Date.now() / 1000
    account.user = await this.#users.findOrCreate({ issuer: EMBEDDED_ISSUER, subject, name, issuedAt })
    if (!account.user) throw new InvalidToken('The account was erased.')
    return account
  }

  #findClient(clientId: string): Eventual<KnownClient | undefined> {
    return this.#clients.find(clientId, async () => {
      const row = UUID.test(clientId) ? await this.#db.maybe(findClient(clientId)) : undefined
      if (!row) return undefined
      const { roles, secretNumber } = row
      return {
        accountId: clientId,
        holder: client(scopesOfRoles(roles)),
        secretNumber: secretNumber ?? undefined,
      }
    })
  }

  #client(token: VerifiedToken): Eventual<Holder> {
    return after(this.#findClient(token.subject), (known) => clientHolder(known, token))
  }

  #outsideHolder(token: VerifiedToken): Eventual<Holder> {
    const known = this.#outside.get(token)
    const isFresh = known && known.foundAt > Math.max(this.#erasedAt, Date.now() - KNOWN_FOR)
    return isFresh ? known.holder : this.#findOutside(token)
  }

  async #findOutside(token: VerifiedToken): Promise<Holder> {
    const foundAt = Date.now()
    const user = token.isClient ? undefined : await this.#users.findOrCreate(token)
    const holder = { ...client(undefined), user, erased: !token.isClient && user === undefined }
    this.#outside.set(token, { holder, foundAt })
    return holder
  }
}

function letIn(holder: Holder, hasAccess: boolean): Holder {
  if (hasAccess || holder.erased) return holder
  throw new InvalidToken('The access of the app that this access token was issued to has ended.')
}

function clientHolder(known: KnownClient | undefined, { secretNumber }: VerifiedToken): Holder {
  if (!known) throw new InvalidToken('The client of this access token was removed.')
  if (known.secretNumber !== secretNumber)
    throw new InvalidToken('The client of this access token has got another secret since.')
  return known.holder
}

/** The command line is a client that has no row and no secret. */
const WITHOUT_SECRET = { secretNumber: undefined }

const isOfAccount = (token: VerifiedToken): token is TokenOfAccount => 'account' in token

const client = (allowed: ReadonlySet<string> | undefined): Holder => ({
  user: undefined,
  accountId: undefined,
  allowed,
  erased: false,
})

const findClient = (id: string) => sql<{ roles: string[]; secretNumber: number | null }>`
  select roles, case when secret_hash is not null then secret_number end as "secretNumber"
  from oidc_clients where id = ${id}`
