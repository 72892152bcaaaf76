/** An outside issuer of access tokens, with keys in a JWKS file and real signatures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { trustOutside } from '../src/identity/outside-issuers.ts'
import { type TrustedIssuer, TokenVerifier } from '../src/identity/verifier.ts'

const ISSUER = 'https://issuer.example.org'
const AUDIENCE = 'https://scorebook.example.org'

export interface TestIssuer {
  verifier: TokenVerifier
  /** The issuer's entry in SCOREBOOK_AUTH_ISSUERS. */
  settings: { issuer: string; audience: string; jwksFile: string }
  trusted: TrustedIssuer
  /** Makes a token for this subject. `claims` replace the usual claims. */
  token: (subject: string, claims?: JWTPayload) => Promise<string>
  close: () => Promise<void>
}

export async function testIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-issuer-'))
  const jwksFile = join(folder, 'jwks.json')
  await writeFile(
    jwksFile,
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }),
  )
  const trusted = trustOutside(
    {
      issuer: ISSUER,
      audience: AUDIENCE,
      jwksUri: undefined,
      jwksFile,
      rolesClaim: 'roles',
      roles: undefined,
    },
    () => {},
  )
  return {
    settings: { issuer: ISSUER, audience: AUDIENCE, jwksFile },
    trusted,
    verifier: new TokenVerifier([trusted]),
    token: (subject, claims = {}) =>
      new SignJWT({ name: subject, roles: ['player'], client_id: 'test-app', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(claims.iat)
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => rm(folder, { recursive: true }),
  }
}
