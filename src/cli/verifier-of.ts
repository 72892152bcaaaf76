/** Makes the verifier of access tokens, for the outside issuers in the settings. If there are none, it is for our own issuer. */
import type { Config } from '../config.ts'
import type { Queryable } from '../db/database.ts'
import { trustEmbedded } from '../identity/embedded-issuer.ts'
import { trustOutside } from '../identity/outside-issuers.ts'
import { TokenVerifier } from '../identity/verifier.ts'

export function verifierOf(
  { issuers, issuer }: Pick<Config, 'issuers' | 'issuer'>,
  db: Queryable,
  warn: (message: string, facts: object) => void,
): TokenVerifier {
  const trusted = issuers.map((outside) => trustOutside(outside, warn))
  return new TokenVerifier(trusted.length > 0 ? trusted : [trustEmbedded(db, issuer, warn)])
}
