/** Personal access tokens: shown once, limited to their own scopes and to the account's, and refused if wrong. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, mock, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { hashOf, isWellFormed, tokenOf } from '../../../src/identity/personal-tokens/format.ts'
import { CreatePersonalToken, GRANTABLE } from '../../../src/identity/personal-tokens/schema.ts'
import { type Person, person, testService, violations } from '../../support.ts'
import { collectedLog } from '../../collected-log.ts'
import { everythingIn } from '../everything.ts'

const { logger, log } = collectedLog()
const service = await testService(logger)
const { app, db } = service
after(() => service.close())

let alma: Person & { accountId: string }
before(async () => {
  alma = await service.account('alma')
})

const READ = 'svc-engine:match-read'
const making = (own: object = {}) => ({ name: 'Backup', scopes: [READ], days: 30, ...own })

test('a token is shown to its maker and to a retry, and nothing stores it', async () => {
  const key = { 'idempotency-key': uuidv7() }
  const first = await alma.post('/users/me/tokens', making(), key)
  assert.equal(first.status, 201, first.text)
  const { token, ...shown } = first.body
  assert.match(token, /^scorebook_pat_[0-9A-Za-z]{49}$/)
  const again = await alma.post('/users/me/tokens', making(), {
    'idempotency-key': key['idempotency-key'].toUpperCase(),
  })
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
  const by = person(app, token)
  assert.equal((await by.get('/matches')).status, 200)
  assert.deepEqual((await alma.get('/users/me/tokens')).body.items, [shown])
  await by.get(`/users/me`)
  await person(app, `${token}x`).get('/matches')
  const exported = await alma.get('/users/me/export')
  assert.equal(exported.body.personalTokens.length, 1)
  const secret = token.slice('scorebook_pat_'.length, -6)
  for (const [where, text] of Object.entries({
    database: await everythingIn(db),
    log: log.join(''),
    export: exported.text,
  }))
    assert.ok(text.length > 100 && !text.includes(secret), where)
  assert.ok((await everythingIn(db)).includes(hashOf(token).toString('hex')))
})

test('each request makes another token, even if two callers use the same key', async () => {
  const bela = await service.account('bela')
  const key = { 'idempotency-key': uuidv7() }
  const tokens = await Promise.all([
    alma.post('/users/me/tokens', making()),
    alma.post('/users/me/tokens', making()),
    alma.post('/users/me/tokens', making(), key),
    bela.post('/users/me/tokens', making(), key),
  ])
  assert.equal(new Set(tokens.map(({ body }) => body.token)).size, 4)
})

test('a token is good for its own scopes, and no more than its account may do', async () => {
  const { body } = await alma.post('/users/me/tokens', making())
  const by = person(app, body.token)
  assert.equal((await by.get('/matches')).status, 200)
  assert.equal((await by.get('/playsets')).status, 403)
  assert.equal((await by.post('/users/me/tokens', making())).status, 403)
})

test('nobody makes a token with a scope that they lack, be it by role or by token', async () => {
  const above = await alma.post('/users/me/tokens', making({ scopes: [READ, 'svc-engine:audit-read'] }))
  assert.equal(above.status, 403)
  assert.match(above.body.detail, /svc-engine:audit-read/)
  const narrow = await service.as('alma', { scope: 'svc-engine:token-create svc-engine:match-read' })
  assert.equal((await narrow.post('/users/me/tokens', making())).status, 201)
  const wider = await narrow.post('/users/me/tokens', making({ scopes: ['svc-engine:user-update'] }))
  assert.equal(wider.status, 403)
  const claimed = await service.as('alma', { roles: ['admin'] })
  const byClaim = await claimed.post('/users/me/tokens', making({ scopes: ['svc-engine:audit-read'] }))
  assert.equal(byClaim.status, 403)
})

test('a token of an administrator invites to the roles that it holds the scopes of, and nobody as a player', async () => {
  const administrator = await service.account('inviting', ['admin'])
  const { body } = await administrator.post('/users/me/tokens', making({ scopes: GRANTABLE }))
  const script = person(app, body.token)
  const invited = await script.post('/accounts/links', { kind: 'INVITATION', roles: ['translator'] })
  assert.equal(invited.status, 201, invited.text)
  const { accountId } = await service.account('reset by a script')
  for (const refused of [
    await script.post('/accounts/links', { kind: 'INVITATION' }),
    await script.post('/accounts/links', { kind: 'INVITATION', roles: ['admin'] }),
    await script.post('/accounts/links', { kind: 'RESET', accountId }),
  ]) {
    assert.equal(refused.status, 403)
    assert.match(refused.body.detail, /^No personal access token has the scope svc-engine:.*scorebook login/)
  }
  const narrow = await administrator.post(
    '/users/me/tokens',
    making({ scopes: ['svc-engine:account-create'] }),
  )
  const lacking = await person(app, narrow.body.token).post('/accounts/links', {
    kind: 'INVITATION',
    roles: ['translator'],
  })
  assert.match(lacking.body.detail, /^You lack the scope /)
})

test('the token that the documentation makes is one that can be made', async () => {
  const text = await readFile(new URL('../../../docs/scripts.md', import.meta.url), 'utf8')
  const [, body = ''] = /post \/users\/me\/tokens --field token -d '([^']+)'/.exec(text) ?? []
  assert.deepEqual(CreatePersonalToken.safeParse(JSON.parse(body)).error, undefined)
})

test('what a token must be', async () => {
  const refused: [object, string][] = [
    [{ scopes: ['svc-engine:token-create'] }, 'scopes[0] INVALID_VALUE'],
    [{ scopes: ['match-read'] }, 'scopes[0] INVALID_VALUE'],
    [{ scopes: [] }, 'scopes TOO_FEW_ITEMS'],
    [{ scopes: [READ, READ] }, 'scopes[1] DUPLICATE_ITEM'],
    [{ days: 0 }, 'days OUT_OF_RANGE'],
    [{ days: 366 }, 'days OUT_OF_RANGE'],
    [{ days: 1.5 }, 'days INVALID_TYPE'],
    [{ name: ' ' }, 'name VALUE_TOO_SHORT'],
    [{ name: 'x'.repeat(101) }, 'name VALUE_TOO_LONG'],
  ]
  for (const [own, violation] of refused)
    assert.deepEqual(violations(await alma.post('/users/me/tokens', making(own))), [violation])
})

test('a misspelt token is refused without a question to the database', async () => {
  const { body } = await alma.post('/users/me/tokens', making())
  const token: string = body.token
  const last = token.endsWith('a') ? 'b' : 'a'
  const swapped = token.slice(0, 20) + token.charAt(21) + token.charAt(20) + token.slice(22)
  const misspelt = [
    token.slice(0, -1) + last,
    token.slice(0, -1),
    `${token}0`,
    'scorebook_pat_',
    `scorebook_pat_${'0'.repeat(49)}`,
    token.charAt(20) === token.charAt(21) ? `${token}1` : swapped,
    token.replace('_pat_', '_pat__'),
  ]
  const { roundTrips } = db.traffic
  for (const one of misspelt) {
    const refused = await person(app, one).get('/matches')
    assert.equal(refused.status, 401, one)
    assert.match(refused.body.detail, /checksum/)
  }
  assert.equal(db.traffic.roundTrips, roundTrips)
  const invented = tokenOf(Buffer.alloc(32, 7))
  assert.ok(isWellFormed(invented))
  assert.equal((await person(app, invented).get('/matches')).status, 401)
  assert.equal(db.traffic.roundTrips, roundTrips + 1)
})

test('a token ends at its time, also where it is known', async () => {
  const { body } = await alma.post('/users/me/tokens', making())
  await db.many(
    sql`update personal_tokens set expires_at = now() + interval '20 seconds' where id = ${body.id}`,
  )
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    assert.equal((await person(app, body.token).get('/matches')).status, 200)
    mock.timers.setTime(Date.now() + 30_000)
    const refused = await person(app, body.token).get('/matches')
    assert.deepEqual([refused.status, refused.body.detail], [401, 'The personal access token has expired.'])
  } finally {
    mock.timers.reset()
  }
})

test('nobody sees or ends the tokens of others', async () => {
  const { body } = await alma.post('/users/me/tokens', making())
  const bela = await service.account('bela the second')
  assert.equal((await bela.delete(`/users/me/tokens/${body.id}`)).status, 404)
  assert.equal((await bela.get('/users/me/tokens/count')).body.count, 0)
  assert.equal((await person(app, body.token).get('/matches')).status, 200)
  const ended = await Promise.all([1, 2].map(() => alma.delete(`/users/me/tokens/${body.id}`)))
  assert.deepEqual(
    ended.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404],
    'two at once end it once',
  )
})

test('people of an outside issuer have no tokens here, and the answer says so', async () => {
  const olga = await service.as('olga')
  assert.deepEqual((await olga.get('/users/me/tokens')).body.items, [])
  const refused = await olga.post('/users/me/tokens', making())
  assert.equal(refused.status, 403)
  assert.match(refused.body.detail, /outside issuer/)
})

test('a person has at most a hundred tokens, however many they ask for at once', async () => {
  const many = await service.account('many')
  await db.many(sql`
    insert into personal_tokens (account_id, name, scopes, hash, expires_at)
    select ${many.accountId}, 'n', '{}', uuid_send(uuidv7()), now() + interval '1 day' from generate_series(1, 98)`)
  const replies = await Promise.all([1, 2, 3, 4].map(() => many.post('/users/me/tokens', making())))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, 409, 409],
  )
})
