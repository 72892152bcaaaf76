/** Verifies personal access tokens; every other token goes to the verifier of JWTs. */
import { type VerifiedToken, type Verifier, EMBEDDED_ISSUER, InvalidToken } from '../../http/access-token.ts'
import { accountNow } from '../accounts-now.ts'
import type { TokenOfAccount } from '../people.ts'
import type { Kept } from '../sessions/account-cache.ts'
import type { LastUses } from '../sessions/last-uses.ts'
import type { Standing } from '../sessions/account-status.ts'
import { PREFIX, hashOf, isWellFormed } from './format.ts'
import { type FoundToken, findToken } from './store.ts'

interface KnownToken extends TokenOfAccount {
  tokenId: string
  accountId: string
}

export class PersonalTokenVerifier implements Verifier {
  readonly #standing: Standing
  readonly #others: Verifier
  readonly #kept: Kept<KnownToken>
  readonly #lastUses: LastUses

  constructor(others: Verifier, { standing, lastUses }: { standing: Standing; lastUses: LastUses }) {
    this.#standing = standing
    this.#others = others
    this.#kept = standing.keep()
    this.#lastUses = lastUses
  }

  verify(token: string): VerifiedToken | Promise<VerifiedToken> {
    if (!token.startsWith(PREFIX)) return this.#others.verify(token)
    if (!isWellFormed(token))
      throw new InvalidToken('The personal access token is incomplete or misspelt: its checksum is wrong.')
    const hash = hashOf(token)
    const known = this.#kept.find(hash.toString('base64'), async () => {
      const row = await this.#standing.ask(findToken(hash))
      return row && knownToken(row)
    })
    return known instanceof Promise ? known.then((late) => this.#good(late)) : this.#good(known)
  }

  #good(known: KnownToken | undefined): VerifiedToken {
    if (!known) throw new InvalidToken('The personal access token was ended, or never existed.')
    if (known.expiresAt <= Date.now() / 1000) throw new InvalidToken('The personal access token has expired.')
    this.#lastUses.ofToken(known.tokenId)
    return known
  }
}

const knownToken = (row: FoundToken): KnownToken => ({
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
