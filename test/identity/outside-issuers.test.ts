/** Where the keys of outside issuers come from: files that change, and servers that hang, redirect, or name another issuer. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type RequestListener, type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { InvalidToken, IssuerUnavailable } from '../../src/http/access-token.ts'
import { type OutsideIssuer, loaderOf, trustOutside } from '../../src/identity/outside-issuers.ts'
import { TokenVerifier } from '../../src/identity/verifier.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}

const outside = (given: Partial<OutsideIssuer>): OutsideIssuer => ({
  issuer: 'https://id.example.org',
  audience: 'scorebook',
  jwksUri: undefined,
  jwksFile: undefined,
  rolesClaim: 'roles',
  roles: undefined,
  ...given,
})

async function keyPair(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA')
  const token = (claims: Record<string, unknown> = {}) =>
    new SignJWT({ sub: 'ann', ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer('https://id.example.org')
      .setAudience('scorebook')
      .setExpirationTime('1h')
      .sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), kid }, token }
}

test('a file of keys is read again when it changes, and a key taken out ends the tokens it signed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-keys-'))
  const jwksFile = join(folder, 'keys.json')
  const [one, two] = await Promise.all([keyPair('one'), keyPair('two')])
  await writeFile(jwksFile, JSON.stringify({ keys: [one.jwk] }))
  const verifier = new TokenVerifier([trustOutside(outside({ jwksFile }), () => {})])
  const old = await one.token()
  const first = await verifier.verify(old)
  await writeFile(jwksFile, JSON.stringify({ keys: [two.jwk] }))
  assert.ok(await verifier.verify(await two.token()), 'an unknown key is looked for in the file')
  await assert.rejects(async () => verifier.verify(old), InvalidToken)

  await writeFile(jwksFile, 'half a file')
  await sleep(1_100)
  assert.ok(await verifier.verify(await two.token({ jti: 'again' })), 'the keys read last still serve')
  await writeFile(jwksFile, JSON.stringify({ keys: [two.jwk, one.jwk] }))
  await sleep(1_100)
  const back = await verifier.verify(old)
  assert.deepEqual([back.subject, back === first], ['ann', false])
  await rm(folder, { recursive: true })
})

test('many new tokens at once ask for the keys once', async () => {
  const key = await keyPair('one')
  let asked = 0
  const url = await serving((_request, response) => {
    asked++
    setTimeout(() => response.end(JSON.stringify({ keys: [key.jwk] })), 50)
  })
  const verifier = new TokenVerifier([trustOutside(outside({ jwksUri: `${url}/keys` }), () => {})])
  const tokens = await Promise.all(Array.from({ length: 50 }, (_, n) => key.token({ jti: String(n) })))
  await Promise.all(tokens.map(async (token) => verifier.verify(token)))
  assert.equal(asked, 1)
})

test('a server that never answers is given five seconds, by all who wait together', async () => {
  const key = await keyPair('one')
  let asked = 0
  const url = await serving(() => void asked++)
  const verifier = new TokenVerifier([trustOutside(outside({ jwksUri: url }), () => {})])
  const attempts = Array.from({ length: 10 }, async (_, n) =>
    verifier.verify(await key.token({ jti: String(n) })),
  )
  for (const { status, reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
    assert.equal(status, 'rejected')
    assert.ok(reason instanceof IssuerUnavailable)
  }
  assert.equal(asked, 1)
})

for (const [what, listener] of Object.entries<RequestListener>({
  'redirects elsewhere': (_request, response) =>
    response.writeHead(302, { location: 'https://x.example.org' }).end(),
  'is about another issuer': (request, response) =>
    response.end(
      JSON.stringify({ issuer: 'https://other.example.org', jwks_uri: `http://${request.headers.host}/k` }),
    ),
  'leads to keys without TLS': (request, response) =>
    response.end(
      JSON.stringify({ issuer: `http://${request.headers.host}`, jwks_uri: 'http://keys.example.org/k' }),
    ),
  'leads to no keys': (request, response) => {
    const url = `http://${request.headers.host}`
    response.end(
      JSON.stringify(request.url === '/k' ? { keys: 'none' } : { issuer: url, jwks_uri: `${url}/k` }),
    )
  },
  'is no JSON': (_request, response) => response.end('<html>'),
  'breaks off': (_request, response) => {
    response.write('{"issuer"')
    setTimeout(() => response.destroy(), 20)
  },
})) {
  test(`a discovery document that ${what} gives no keys`, async () => {
    const issuer = await serving(listener)
    await assert.rejects(loaderOf(outside({ issuer }))(), Error)
  })
}
