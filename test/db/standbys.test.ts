/** Reads from a standby: who sees what, the number of round trips, and a standby that is behind or fails. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { ProcessMetrics } from '../../src/cli/service/metrics.ts'
import { Database, DatabaseUnavailable } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { search, sql } from '../../src/db/sql.ts'
import { serverReports } from '../../src/db/server-reports.ts'
import { textOf } from '../../src/metrics/families.ts'
import { freeze } from '../faults.ts'
import { type TestIssuer, testIssuer } from '../issuer.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { countingRequests } from '../traffic.ts'
import { waitFor } from '../wait-for.ts'
import { BASE_URL, type Person, person } from '../support.ts'

let folder: string
let primary: Replica
let standby: Replica
let url: string
let issuer: TestIssuer
let one: Instance
let other: Instance

type Instance = Awaited<ReturnType<typeof instance>>

async function instance() {
  const db = new Database(url, { statementTimeout: 15_000 })
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await countingRequests(db, () => buildApp({ config, db, verifier: issuer.verifier }))
  return {
    db,
    as: async (name: string) => person(app, await issuer.token(name, { name })),
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
  issuer = await testIssuer()
  url = urlOf([standby.address, primary.address]) // the order does not matter
  one = await instance()
  other = await instance()
})
after(async () => {
  await Promise.all([one.close(), other.close(), issuer.close()])
  await Promise.all([primary.end(), standby.end()])
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await standby.query('select pg_wal_replay_resume()')
})

const WHERE = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`

/** True if a caller without any changes of their own reads from the standby. */
const readsThere = async ({ db }: Instance) =>
  (await db.read(WHERE, { caller: 'nobody' }))[0]?.standby === true

/** Waits until the caller's reads go to the standby, which then has everything that the caller must see. */
const standbyIsUsed = (by: Instance, caller = 'nobody') =>
  waitFor('the standby to be used', async () => (await by.db.read(WHERE, { caller }))[0]?.standby === true)

const pauseReplay = () => standby.query('select pg_wal_replay_pause()')

async function counted<T>({ db }: Instance, work: () => Promise<T>) {
  const { statements, roundTrips } = db.traffic
  const result = await work()
  return {
    result,
    statements: db.traffic.statements - statements,
    roundTrips: db.traffic.roundTrips - roundTrips,
  }
}

const ghosts = async (by: Person, headers?: Record<string, string>) =>
  (await by.get('/ghost-players/count', headers)).body.count as number

const newGhost = async (by: Person, displayName = 'Ghost') => {
  const made = await by.post('/ghost-players', { displayName })
  assert.equal(made.status, 201, made.text)
  return made
}

test('a read is answered by the standby, with one statement in one round trip', async () => {
  await standbyIsUsed(one)
  const { result, statements, roundTrips } = await counted(one, () =>
    one.db.read(WHERE, { caller: 'nobody' }),
  )
  assert.deepEqual([result, statements, roundTrips], [[{ standby: true }], 1, 1])
})

test('a search and a page of an export are answered by the standby', async () => {
  await standbyIsUsed(one)
  assert.deepEqual(
    await one.db.read(search(sql`select pg_is_in_recovery() as standby`), { caller: 'nobody' }),
    [{ standby: true }],
  )
})

test('what is not a read goes to the primary', async () => {
  await standbyIsUsed(one)
  assert.deepEqual(await one.db.many(WHERE), [{ standby: false }])
  assert.deepEqual(await one.db.transaction((tx) => tx.many(WHERE)), [{ standby: false }])
})

test('a change takes three round trips as ever, and returns its position', async () => {
  const alice = await one.as('alice')
  await alice.get('/users/me')
  const { result, roundTrips } = await counted(one, () => newGhost(alice))
  assert.equal(roundTrips, 3)
  assert.match(result.headers['scorebook-position'] ?? '', /^\d+$/)
})

test('callers see their own changes although the standby lacks them, and nobody gets an answer that is too old', async () => {
  const [alice, bob] = [await one.as('alice'), await one.as('bob')]
  await bob.get('/users/me')
  const before = await ghosts(alice)
  await standbyIsUsed(one)
  await pauseReplay()
  for (let round = 1; round <= 5; round++) {
    await newGhost(alice)
    const { result, roundTrips } = await counted(one, () => ghosts(alice))
    assert.equal(result, before + round)
    assert.ok(roundTrips <= 2, `${roundTrips} round trips`)
  }
  assert.equal(await readsThere(one), true, 'the standby still answers others')
})

test('a retried change makes its caller see it too', async () => {
  const [alice, again] = [await one.as('alice'), await other.as('alice')]
  const before = await ghosts(alice)
  await standbyIsUsed(other)
  await pauseReplay()
  const key = { 'idempotency-key': '0f0f0e9c-3f7c-4d0a-9a10-1f1b2b3c4d5e' }
  assert.equal((await alice.post('/ghost-players', { displayName: 'Once' }, key)).status, 201)
  const replayed = await again.post('/ghost-players', { displayName: 'Once' }, key)
  assert.equal(replayed.headers['idempotent-replayed'], 'true')
  assert.match(replayed.headers['scorebook-position'] ?? '', /^\d+$/)
  assert.equal(await ghosts(again), before + 1)
})

test('a caller sees a change that they have made through another instance', async () => {
  const [here, there] = [await one.as('alice'), await other.as('alice')]
  await there.get('/users/me')
  const before = await ghosts(there)
  await standbyIsUsed(other)
  await standbyIsUsed(other, 'somebody else')
  await pauseReplay()
  await newGhost(here)
  await waitFor('the other instance to hear of it', async () => (await ghosts(there)) === before + 1)
  assert.equal(await ghosts(there), before + 1)
})

test('the position of a change shows it to anybody at any instance at once', async () => {
  const [alice, bob] = [await one.as('alice'), await other.as('bob')]
  assert.equal((await bob.get('/users/me')).status, 200)
  await standbyIsUsed(other)
  await pauseReplay()
  const community = await alice.post('/communities', { displayName: 'Open house', joinPolicy: 'OPEN' })
  assert.equal(community.status, 201, community.text)
  const position = community.headers['scorebook-position'] ?? ''
  const path = `/communities/${community.body.id}`
  assert.equal((await bob.get(path, { 'scorebook-position': position })).status, 200)
})

test('a position that is made up gets an answer, and one that is no position is refused', async () => {
  await standbyIsUsed(one)
  const alice = await one.as('alice')
  assert.equal((await alice.get('/ghost-players', { 'scorebook-position': '9'.repeat(20) })).status, 200)
  assert.equal((await alice.get('/ghost-players', { 'scorebook-position': '0' })).status, 200)
  for (const wrong of ['-1', 'x', '0/16B3748', '1'.repeat(21)]) {
    const refused = await alice.get('/ghost-players', { 'scorebook-position': wrong })
    assert.equal(refused.status, 400)
    assert.deepEqual(
      [refused.body.errors[0].field, refused.body.errors[0].code],
      ['Scorebook-Position', 'INVALID_FORMAT'],
    )
  }
})

test('what a person’s first request makes is found by their first read', async () => {
  await standbyIsUsed(one)
  await pauseReplay()
  const newcomer = await one.as('newcomer')
  assert.equal((await newcomer.get('/users/me')).status, 200)
  assert.equal(await ghosts(newcomer), 1)
})

test('a read of a table that the standby does not have yet is answered by the primary', async () => {
  await standbyIsUsed(one, 'early')
  await pauseReplay()
  await one.db.many(sql`create table new_here (n int)`)
  const position = await one.db.transaction(async (tx) => {
    await tx.many(sql`insert into new_here values (1)`)
    return tx.commit(undefined, 'writer')
  })
  const read = one.db.read(sql`select n from new_here`, { caller: 'early', after: position })
  assert.deepEqual(await read, [{ n: 1 }])
})

test('the guard of a read is older than its snapshot', async () => {
  await one.db.many(sql`create table guarded (n int)`)
  await standbyIsUsed(one, 'reader')
  await pauseReplay()
  const { position } = await one.db.transaction(async (tx) => {
    await tx.many(sql`insert into guarded values (1)`)
    return { position: await tx.commit(undefined, 'writer') }
  })
  // A statement does not see changes that the standby replays while the statement runs. A guard inside it must not notice them
  // either.
  const slow = sql<{ n: number }>`select (select count(*)::int from guarded) as n from pg_sleep(1.5)`
  const read = one.db.read(slow, { caller: 'reader', after: position })
  await sleep(300)
  await standby.query('select pg_wal_replay_resume()')
  assert.deepEqual(await read, [{ n: 1 }])
})

test('answers never go back in time for a caller whose reads move between servers', async () => {
  await one.db.many(sql`create table steps (n int)`)
  const count = sql<{ n: number }>`select count(*)::int as n from steps`
  await standbyIsUsed(one, 'roamer')
  let seen = 0
  let position: string | undefined
  for (let round = 0; round < 60; round++) {
    if (round % 10 === 0) await pauseReplay()
    if (round % 10 === 7) await standby.query('select pg_wal_replay_resume()')
    position = await one.db.transaction(async (tx) => {
      await tx.many(sql`insert into steps values (1)`)
      return tx.commit(undefined, 'writer')
    })
    const [row] = await one.db.read(count, {
      caller: 'roamer',
      after: round % 3 === 0 ? position : undefined,
    })
    assert.ok(row && row.n >= seen, `${row?.n} after ${seen}`)
    seen = row.n
  }
  assert.ok(position)
})

test('a standby that is more than four seconds behind is not asked', async () => {
  const [alice, bob] = [await one.as('alice'), await other.as('bob')]
  await Promise.all([alice.get('/users/me'), bob.get('/users/me')])
  const made = await alice.post('/communities', { displayName: 'Closing', joinPolicy: 'OPEN' })
  const path = `/communities/${made.body.id}`
  await standbyIsUsed(other)
  await waitFor('bob to see it', async () => (await bob.get(path)).status === 200)
  await pauseReplay()
  assert.equal((await alice.delete(path, made.etag)).status, 204)
  await sleep(5_000)
  assert.equal((await bob.get(path)).status, 404)
})

test('a frozen standby costs nobody an answer', async () => {
  await standbyIsUsed(one)
  const alice = await one.as('alice')
  assert.equal((await alice.get('/users/me')).status, 200)
  const goOn = await freeze(standby.address)
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, () => alice.get('/ghost-players')))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  } finally {
    goOn()
  }
  await standbyIsUsed(one)
})

test('a standby that is killed costs nobody an answer', async () => {
  await standbyIsUsed(one)
  const alice = await one.as('alice')
  const reading = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 20; n++) assert.equal((await alice.get('/ghost-players')).status, 200)
  })
  await standby.kill()
  await Promise.all(reading)
  await standby.start()
  await standbyIsUsed(one)
})

test('an address with several servers gives nobody an answer that is too old', async (t) => {
  const [direct, places] = [one.db, [standby.address, primary.address]]
  await direct.many(sql`create table spread (n int)`)
  let turn = 0
  const sockets = new Set<Socket>()
  const balancer = createServer((client) => {
    const { host, port } = places[turn++ % 2] as (typeof places)[number]
    const server = connect(join(host, `.s.PGSQL.${port}`))
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const { port } = balancer.address() as AddressInfo
  const spread = new Database(urlOf([{ ...standby.address, host: '127.0.0.1', port }, primary.address]))
  t.after(async () => {
    await spread.close()
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => balancer.close(() => resolve()))
  })
  await pauseReplay()
  let answers = 0
  for (let round = 1; round <= 30; round++) {
    const after = await direct.transaction(async (tx) => {
      await tx.many(sql`insert into spread values (1)`)
      return tx.commit(undefined, 'writer')
    })
    const reading = { caller: `caller ${round}`, after }
    const rows = await spread
      .read(sql<{ n: number }>`select count(*)::int as n from spread`, reading)
      .catch((error: unknown) => {
        assert.ok(error instanceof DatabaseUnavailable, String(error))
      })
    if (rows) assert.deepEqual(rows, [{ n: round }])
    if (rows) answers++
  }
  assert.ok(answers > 0)
})

test('servers with different databases are not used', async (t) => {
  const foreign = await Replica.primary(folder, 'x')
  t.after(() => foreign.end())
  const mixed = urlOf([primary.address, { ...primary.address, host: foreign.address.host }])
  await foreign.query(`alter role scorebook password '${primary.address.password}'`)
  await assert.rejects(migrate(mixed), /do not have the same database/)
  await migrate({ ...primary.address, host: foreign.address.host })
  const db = new Database(mixed, { statementTimeout: 1_000 })
  await assert.rejects(db.many(WHERE), DatabaseUnavailable)
  await db.close()
})

test('a statement’s own error is returned, and the primary is not asked again', async () => {
  await standbyIsUsed(one)
  const { result, roundTrips } = await counted(one, () =>
    one.db.read(sql`select 1 / 0`, { caller: 'nobody' }).catch((error: Error) => error.message),
  )
  assert.deepEqual([result, roundTrips], ['division by zero', 1])
})

test('a listener that a standby refuses again and again leaves no connections there', async (t) => {
  const db = new Database(standby.address)
  const refused = Promise.withResolvers<void>()
  let refusals = 0
  const listener = db.listen('test', () => {}, {
    opened: () => refused.reject(new Error('A standby lets nobody listen.')),
    lost: () => ++refusals === 5 && refused.resolve(),
  })
  t.after(async () => {
    await listener.close()
    await db.close()
  })
  await refused.promise
  const ours = `application_name like 'scorebook listener %' and datname = 'scorebook'`
  await waitFor('the refused connections to end', async () => {
    const [row] = await standby.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where ${ours}`,
    )
    return (row?.n ?? 0) <= 1
  })
})

test('a server that is known to be a standby is not asked to let anybody listen', async (t) => {
  const refusals = async () =>
    (await readFile(standby.cluster.log, 'utf8')).split('cannot execute LISTEN during recovery').length
  const before = await refusals()
  const nobody = { ...standby.address, host: join(folder, 'nobody') }
  const db = new Database(urlOf([standby.address, nobody]), { statementTimeout: 3_000 })
  const listener = db.listen('test', () => {})
  t.after(async () => {
    await listener.close()
    await db.close()
  })
  await assert.rejects(db.many(WHERE), DatabaseUnavailable)
  assert.equal(await refusals(), before)
})

test('metrics say how far a standby is behind, whether it is used, and how long the primary has been alone', async () => {
  const metrics = new ProcessMetrics(one.db)
  const value = (name: string) => {
    const lines = textOf(metrics.families()).split('\n')
    return Number(
      lines
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    )
  }
  await standbyIsUsed(one)
  await waitFor(
    'the standby to have everything',
    () => value('scorebook_database_standby_behind_bytes') === 0,
  )
  assert.deepEqual(
    [
      value('scorebook_database_primary_timeline'),
      value('scorebook_database_standby_unread'),
      value('scorebook_database_primary_alone_seconds'),
    ],
    [1, 0, 0],
  )
  await pauseReplay()
  await newGhost(await one.as('ann'))
  await waitFor('the standby to be unread', () => value('scorebook_database_standby_unread') === 1)
  const [there] = await standby.query<{ at: string }>('select pg_last_wal_replay_lsn()::text as at')
  await waitFor('the metric to be what the servers say', async () => {
    const [truth] = await primary.query<{ bytes: string }>(
      `select (pg_current_wal_flush_lsn() - '${there?.at}'::pg_lsn)::text as bytes`,
    )
    return Number(truth?.bytes) === value('scorebook_database_standby_behind_bytes')
  })
  assert.ok(value('scorebook_database_primary_alone_seconds') > 0)
  await standby.query('select pg_wal_replay_resume()')
  await waitFor('the standby to be read', () => value('scorebook_database_primary_alone_seconds') === 0)
  const alone = new Database(primary.address)
  assert.doesNotMatch(textOf(new ProcessMetrics(alone).families()), /standby|primary/)
  await alone.close()
})

test('the database is named by a server that takes changes, and not by standbys alone', async () => {
  assert.deepEqual(await migrate(url), [])
  await assert.rejects(migrate(urlOf([standby.address, standby.address])), /none that answers is a primary/)
})

test('the doctor reports the role of each server, how far behind it is, and what to do', async () => {
  const told = async (asked = url) =>
    (await serverReports(asked)).map(({ says, todo }) => `${says}${todo === undefined ? '' : ' …'}`)
  assert.match(
    (await told()).join(', '),
    /^a standby, at most \d+ ms behind, the primary, on timeline 1; no commit waits for a standby, so a failover can lose the last changes$/,
  )
  await primary.query(`alter system set synchronous_standby_names = 'ANY 1 (*)'`)
  await primary.query('select pg_reload_conf()')
  await waitFor('commits that wait', async () =>
    (await told())
      .join()
      .includes('each commit waits for 1 of 1 standbys, so without one of them there are no changes'),
  )
  await primary.query(`alter system set synchronous_standby_names = 'FIRST 2 (a, b)'`)
  await primary.query('select pg_reload_conf()')
  await waitFor('commits that wait for too many', async () =>
    (await told()).join().includes('each commit waits for 2 of 1 standbys …'),
  )
  await primary.query('alter system reset synchronous_standby_names')
  await primary.query('select pg_reload_conf()')
  await pauseReplay()
  await newGhost(await one.as('ann'))
  assert.match(
    (await told()).join(', '),
    /^a standby, more than 4 s and \d+ bytes behind, .* …, the primary, on timeline 1; no commit .*$/,
  )
  await standby.query('select pg_wal_replay_resume()')
  const nobody = { ...standby.address, host: join(folder, 'nobody') }
  assert.match(
    (await told(urlOf([nobody, standby.address]))).join(', '),
    /^not to be reached .* …, a standby, and none is the primary …$/,
  )
})
