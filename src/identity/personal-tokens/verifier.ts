/** Verifies personal tokens. All other tokens are passed to the verifier of JWTs. */
import { type VerifiedToken, type Verifier, EMBEDDED_ISSUER, InvalidToken } from '../../http/access-token.ts'
import { type Eventual, after } from '../../http/eventual.ts'
import { accountNow } from '../accounts-now.ts'
import type { TokenOfAccount } from '../people.ts'
import type { AccountCache } from '../sessions/account-cache.ts'
import type { LastUses } from '../sessions/last-uses.ts'
import type { AccountStatus } from '../sessions/account-status.ts'
import { PREFIX, hashOf, isWellFormed } from './format.ts'
import { type TokenRow, findToken } from './store.ts'

interface KnownToken extends TokenOfAccount {
  tokenId: string
  accountId: string
}

export class PersonalTokenVerifier implements Verifier {
  readonly #accountStatus: AccountStatus
  readonly #others: Verifier
  readonly #cache: AccountCache<KnownToken>
  readonly #lastUses: LastUses

  constructor(
    others: Verifier,
    { accountStatus, lastUses }: { accountStatus: AccountStatus; lastUses: LastUses },
  ) {
    this.#accountStatus = accountStatus
    this.#others = others
    this.#cache = accountStatus.newCache()
    this.#lastUses = lastUses
  }

  verify(token: string): Eventual<VerifiedToken> {
    if (!token.startsWith(PREFIX)) return this.#others.verify(token)
    if (!isWellFormed(token))
      throw new InvalidToken('The personal access token is incomplete or misspelt: its checksum is wrong.')
    const hash = hashOf(token)
    const known = this.#cache.find(hash.toString('base64'), async () => {
      const row = await this.#accountStatus.ask(findToken(hash))
      return row && knownToken(row)
    })
    return after(known, (found) => this.#good(found))
  }

  #good(known: KnownToken | undefined): VerifiedToken {
    if (!known) throw new InvalidToken('The personal access token was ended, or never existed.')
    if (known.expiresAt <= Date.now() / 1000) throw new InvalidToken('The personal access token has expired.')
    this.#lastUses.ofToken(known.tokenId)
    return known
  }
}

const knownToken = (row: TokenRow): KnownToken => ({
  tokenId: row.tokenId,
  accountId: row.accountId,
  account: accountNow(row),
  issuer: EMBEDDED_ISSUER,
  subject: row.accountId,
  clientId: undefined,
  isClient: false,
  name: row.name,
  scopes: new Set(row.scopes),
  issuedAt: row.createdAt.getTime() / 1000,
  expiresAt: row.expiresAt.getTime() / 1000,
})
