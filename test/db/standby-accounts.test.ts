/** Accounts, and two instances that read from a standby, which has none of the accounts' changes yet. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { trustEmbedded } from '../../src/identity/embedded-issuer.ts'
import { TokenVerifier } from '../../src/identity/verifier.ts'
import { newAccount, tokenOfAccount } from '../identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { call, placeFor } from '../served.ts'
import { person } from '../support.ts'
import { waitFor } from '../wait-for.ts'
import { PASSWORD } from '../pages/site.ts'
import { Visitor } from '../pages/visitor.ts'

const BASE_URL = 'http://localhost:8080'

let folder: string
let primary: Replica
let standby: Replica
let url: string
let one: Instance
let other: Instance

type Instance = Awaited<ReturnType<typeof instance>>

async function instance(db = new Database(url, { statementTimeout: 15_000 })) {
  const config = {
    baseUrl: BASE_URL,
    errorTypeBase: `${BASE_URL}/problems`,
    corsOrigins: [],
    issuer: BASE_URL,
    signUp: 'open' as const,
  }
  const verifier = new TokenVerifier([trustEmbedded(db, BASE_URL, () => {})])
  const app = await buildApp({ config, db, verifier })
  return {
    app,
    db,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  primary = await Replica.primary(folder, 'a')
  await migrate(primary.address)
  standby = await Replica.standbyOf(primary.cluster, folder, 'b')
  url = urlOf([primary.address, standby.address])
  one = await instance()
  other = await instance()
})
after(async () => {
  await Promise.all([one.close(), other.close()])
  await Promise.all([primary.end(), standby.end()])
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await standby.query('select pg_wal_replay_resume()')
})

/** Waits until both instances read from the standby, which then gets no more changes. */
async function standbyStandsStill(): Promise<void> {
  const where = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`
  for (const { db } of [one, other])
    await waitFor('the standby to be used', async () => {
      const [row] = await db.read(where, { caller: uuidv7() })
      return row?.standby === true
    })
  await standby.query('select pg_wal_replay_pause()')
}

const ME = '/web/api/v1/users/me'

/** The browser, with its cookies, at another instance. */
function elsewhere(visitor: Visitor, { app }: Instance): Visitor {
  const same = new Visitor(app)
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
  return same
}

async function signUp(name: string): Promise<Visitor> {
  const visitor = new Visitor(one.app)
  await visitor.post('/join', { name, password: PASSWORD })
  return visitor
}

test('an account that signs up at one instance exists at every other one', async () => {
  await standbyStandsStill()
  const visitor = await signUp('Nora')
  for (const at of [visitor, elsewhere(visitor, other)]) {
    const me = await at.get(ME)
    assert.equal(me.status, 200, me.text)
    assert.match(me.text, /"Nora"/)
  }
})

test('an account that the command line has made is there at every instance', async (t) => {
  const place = await placeFor(t, { SCOREBOOK_DATABASE_URL: url, SCOREBOOK_ISSUER: BASE_URL })
  await standbyStandsStill()
  const { out, err } = await call(place, ['token', '--user', 'Uma'])
  for (const { app } of [one, other]) {
    const me = await person(app, out.trim()).get('/users/me')
    assert.equal(me.status, 200, err + me.text)
  }
})

test('what somebody changes on the pages of their account is what they read, at every instance', async () => {
  const here = await signUp('Olga')
  const there = elsewhere(here, other)
  assert.equal((await there.get(ME)).status, 200)
  await standbyStandsStill()
  const named = async (at: Visitor) => (await at.get('/web/api/v1/users/me/tokens')).text.includes('"Backup"')
  assert.deepEqual([await named(here), await named(there)], [false, false])
  const made = await here.post('/account/tokens/new', { name: 'Backup', days: '30', extent: 'read' })
  assert.equal(made.status, 200, made.text)
  assert.equal(await named(here), true)
  await waitFor('the other instance to hear of it', () => named(there))
})

test('a standby that does not know the caller is not believed: the primary is asked before a 404', async (t) => {
  /** Forgets at once that the caller was looked up at the primary. */
  class Forgetful extends Database {
    override seenAtPrimary(): void {}
  }
  const forgetful = await instance(new Forgetful(url, { statementTimeout: 15_000 }))
  t.after(() => forgetful.close())
  await standbyStandsStill()
  const account = await newAccount(one.db, `Vera ${uuidv7()}`, ['player'])
  const me = await person(forgetful.app, await tokenOfAccount(one.db, BASE_URL, account)).get('/users/me')
  assert.equal(me.status, 200, me.text)
})
