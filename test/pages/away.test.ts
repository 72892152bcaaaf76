/** If the database goes away in the middle of a step, the page says so, nothing is done half, and the step works later. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { withoutDatabase } from '../database-away.ts'
import { answer, makePasskey } from './authenticator.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'
import { type Seen, Visitor } from './visitor.ts'

let site: WebSite
before(async () => {
  site = await openSite()
})
after(() => site.close())

let addresses = 0
const visitor = () => new Visitor(site.app, `198.51.100.${++addresses}`)

/** Checks that the step fails wherever the database goes away, and works when the database is back. */
async function holds(who: Visitor, step: () => Promise<Seen>, works: (seen: Seen) => boolean): Promise<void> {
  for (const failing of [/insert into sessions/, /insert into audit_events/, /^commit$/]) {
    const before = new Map(who.cookies)
    const seen = await withoutDatabase(failing, step)
    assert.equal(seen.status, 503, `${failing} ${seen.text}`)
    assert.match(seen.text, /not available at the moment/)
    assert.equal(seen.headers['retry-after'], '1')
    assert.deepEqual(who.cookies, before)
  }
  const seen = await step()
  assert.ok(works(seen), `${seen.status} ${seen.path} ${seen.text}`)
}

const isIn = ({ path }: Seen) => path === '/account'

test('a password', async () => {
  await site.account('Alma', { password: PASSWORD })
  const who = visitor()
  await holds(who, () => who.signIn('Alma', PASSWORD), isIn)
})

test('a recovery code stays unused', async () => {
  await site.account('Bela', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Bela', PASSWORD)
  const { text } = await owner.post('/account/recovery-codes', {})
  const code = /<code>([\da-z-]{23})<\/code>/.exec(text)?.[1] ?? assert.fail('there is a code')
  const who = visitor()
  await holds(who, () => who.post('/sign-in/recovery', { name: 'Bela', code }), isIn)
})

test('a link stays unused, and makes no account', async () => {
  const who = visitor()
  await who.post('/link', { code: await site.link({ kind: 'INVITATION', roles: ['player'] }) })
  await holds(who, () => who.post('/join', { name: 'Cora', password: PASSWORD }), isIn)
  assert.equal((await site.db.many(sql`select from accounts where name = 'Cora'`)).length, 1)
})

test('a passkey may be tried again with the same answer', async () => {
  await site.account('Dora', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Dora', PASSWORD)
  const { options } = JSON.parse((await owner.json('/account/passkeys/new/options', {})).text)
  const { device, answer: credential } = makePasskey(options, site.url)
  await owner.json('/account/passkeys/new', { credential })
  const who = visitor()
  const given = answer(device, JSON.parse((await who.get('/sign-in/passkey')).text), 2)
  await holds(
    who,
    () => who.json('/sign-in/passkey', { credential: given }),
    ({ status }) => status === 200,
  )
})
