/** Who is behind a verified token: a user of an outside issuer, an account as it is now, or a client. */
import type { Queryable } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type VerifiedToken, EMBEDDED_ISSUER, InvalidToken } from '../http/access-token.ts'
import type { People as PeopleOfApi } from '../http/lifecycle/authenticate.ts'
import type { Behind } from '../http/caller.ts'
import { UUID } from '../http/schema/schema.ts'
import { COMMAND_LINE } from './clients/command-line.ts'
import { type AccountNow, accountGone, accountNow, findAccountNow } from './accounts-now.ts'
import { findGrant } from './provider/grants.ts'
import { scopesOfRoles } from './roles.ts'
import type { Kept, OfAccount } from './sessions/account-cache.ts'
import type { Standing } from './sessions/account-status.ts'

type Subject = Pick<VerifiedToken, 'issuer' | 'subject' | 'name' | 'issuedAt'>

/** How users are kept, by `resources/users`. */
export interface Users {
  findOrCreate: (token: Subject) => Promise<{ id: string; canonicalPlayerId: string } | undefined>
  lockAccount: (userId: string, others?: Sql) => Sql
}

/** A token that was read from the database along with its account. */
export interface TokenOfAccount extends VerifiedToken {
  account: AccountNow
}

/** A user of an outside issuer is looked up again after this time, in milliseconds: another instance may have erased them. */
const KNOWN_FOR = 60_000

/** An app or a service. Its `accountId` is the client's id. */
interface KnownClient extends OfAccount {
  behind: Behind
  /** Which of its secrets is good; undefined if it has none. */
  secretNumber: number | undefined
}

export class People implements PeopleOfApi {
  readonly lockAccount: Users['lockAccount']
  readonly #db: Queryable
  readonly #users: Users
  readonly #accounts: Kept<AccountNow>
  readonly #clients: Kept<KnownClient>
  readonly #grants: Kept<OfAccount>
  readonly #outside = new WeakMap<VerifiedToken, { behind: Behind; metAt: number }>()
  readonly #inShell = new WeakMap<AccountNow, Behind>()
  #erasedAt = 0

  constructor(db: Queryable, standing: Standing, users: Users) {
    this.#db = db
    this.#users = users
    this.#accounts = standing.keep()
    this.#clients = standing.keep()
    this.#grants = standing.keep()
    this.lockAccount = users.lockAccount
  }

  behind(token: VerifiedToken): Behind | Promise<Behind> {
    if (token.issuer !== EMBEDDED_ISSUER) return this.#behindOutside(token)
    if (isOfAccount(token)) return this.ofAccount(token.account)
    return token.isClient ? this.#client(token) : this.#account(token)
  }

  /** For an account that was read from the database with something else. */
  ofAccount(account: AccountNow): Behind | Promise<Behind> {
    if (account.disabled) throw new InvalidToken('The account is disabled; an administrator can enable it.')
    return account.user || account.erased ? account : this.#withUser(account)
  }

  forget(): void {
    this.#erasedAt = Date.now()
  }

  /**
   * An app that was removed has no access any more, whosever its tokens are, nor has one whose grant has ended, nor one that has
   * got another secret since. Of somebody who was erased, neither is there; their erasure may be sent again.
   */
  #account(token: VerifiedToken): Behind | Promise<Behind> {
    const account = this.#accountOf(token)
    const access = token.fromShell ? true : this.#hasAccess(token)
    if (!(account instanceof Promise) && !(access instanceof Promise)) return letIn(account, access)
    return Promise.all([account, access]).then(([behind, has]) => letIn(behind, has)) // asked for together
  }

  #hasAccess(token: VerifiedToken): boolean | Promise<boolean> {
    const { clientId = '', grantId, subject } = token
    if (grantId === undefined) return false
    const app = clientId === COMMAND_LINE.client_id ? WITHOUT_SECRET : this.#findClient(clientId)
    const grant = this.#grants.find(grantId, () => this.#db.maybe(findGrant(grantId)))
    const has = (client: Pick<KnownClient, 'secretNumber'> | undefined, found: OfAccount | undefined) =>
      client !== undefined && client.secretNumber === token.secretNumber && found?.accountId === subject
    if (!(app instanceof Promise) && !(grant instanceof Promise)) return has(app, grant)
    return Promise.all([app, grant]).then(([client, found]) => has(client, found))
  }

  #accountOf(token: VerifiedToken): Behind | Promise<Behind> {
    const { subject } = token
    const found = this.#accounts.find(subject, async () => {
      const row = UUID.test(subject) ? await this.#db.maybe(findAccountNow(subject)) : undefined
      return row ? accountNow(row) : accountGone(subject)
    })
    const behind = (account: AccountNow | undefined) => {
      if (!account) throw new Error('An account that is not there is found as one that is gone.')
      const now = this.ofAccount(account)
      if (!token.fromShell) return now
      return now instanceof Promise ? now.then(() => this.#shell(account)) : this.#shell(account)
    }
    return found instanceof Promise ? found.then(behind) : behind(found)
  }

  /** The same object for the same account. */
  #shell(account: AccountNow): Behind {
    const known = this.#inShell.get(account) ?? { ...account, allowed: undefined }
    this.#inShell.set(account, known)
    return known
  }

  /** The first request of an account makes its user. */
  async #withUser(account: AccountNow): Promise<Behind> {
    const { accountId: subject, name } = account
    const issuedAt = Date.now() / 1000
    account.user = await this.#users.findOrCreate({ issuer: EMBEDDED_ISSUER, subject, name, issuedAt })
    if (!account.user) throw new InvalidToken('The account was erased.')
    return account
  }

  #findClient(clientId: string): KnownClient | undefined | Promise<KnownClient | undefined> {
    return this.#clients.find(clientId, async () => {
      const row = UUID.test(clientId) ? await this.#db.maybe(findClient(clientId)) : undefined
      if (!row) return undefined
      const { roles, secretNumber } = row
      return {
        accountId: clientId,
        behind: client(scopesOfRoles(roles)),
        secretNumber: secretNumber ?? undefined,
      }
    })
  }

  #client(token: VerifiedToken): Behind | Promise<Behind> {
    const found = this.#findClient(token.subject)
    return found instanceof Promise
      ? found.then((known) => behindClient(known, token))
      : behindClient(found, token)
  }

  #behindOutside(token: VerifiedToken): Behind | Promise<Behind> {
    const known = this.#outside.get(token)
    const fresh = known && known.metAt > Math.max(this.#erasedAt, Date.now() - KNOWN_FOR)
    return fresh ? known.behind : this.#meet(token)
  }

  async #meet(token: VerifiedToken): Promise<Behind> {
    const metAt = Date.now()
    const user = token.isClient ? undefined : await this.#users.findOrCreate(token)
    const behind = { ...client(undefined), user, erased: !token.isClient && user === undefined }
    this.#outside.set(token, { behind, metAt })
    return behind
  }
}

function letIn(behind: Behind, hasAccess: boolean): Behind {
  if (hasAccess || behind.erased) return behind
  throw new InvalidToken('The access of the app that this access token was issued to has ended.')
}

function behindClient(known: KnownClient | undefined, { secretNumber }: VerifiedToken): Behind {
  if (!known) throw new InvalidToken('The client of this access token was removed.')
  if (known.secretNumber !== secretNumber)
    throw new InvalidToken('The client of this access token has got another secret since.')
  return known.behind
}

/** The command line is an app that everybody knows. */
const WITHOUT_SECRET = { secretNumber: undefined }

const isOfAccount = (token: VerifiedToken): token is TokenOfAccount => 'account' in token

const client = (allowed: ReadonlySet<string> | undefined): Behind => ({
  user: undefined,
  accountId: undefined,
  allowed,
  erased: false,
})

const findClient = (id: string) => sql<{ roles: string[]; secretNumber: number | null }>`
  select roles, case when secret_hash is not null then secret_number end as "secretNumber"
  from oidc_clients where id = ${id}`
