/** The running service checks what `scorebook doctor` checks, and makes the backups that operators ask for. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import { type TestContext, after, before, test } from 'node:test'
import { openEmbedded } from '../../src/cli/open-database.ts'
import { startCheckups } from '../../src/cli/service/checkups.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { backupsIn } from '../../src/db/backup/folder.ts'
import { Database } from '../../src/db/database.ts'
import type { EmbeddedServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import type { Checked } from '../../src/system/checkups/store.ts'
import * as store from '../../src/system/checkups/store.ts'
import { call, placeFor } from '../served.ts'
import { waitFor } from '../wait-for.ts'

let server: EmbeddedServer
let db: Database
after(async () => {
  await db.close()
  await server.stop()
})
const place = await placeFor({ after })

before(async () => {
  server = await openEmbedded(readConfig(place.env, process.cwd()), () => {})
  await migrate(server.connection)
  db = new Database(server.connection, { readers: 2, writers: 2 })
})
interface Shown {
  underWay: boolean
  checks: Checked[]
  backups?: { asked: boolean; failure?: string; made: { name: string; checkedAt?: string }[] }
}

const shown = async (): Promise<Shown> => JSON.parse((await db.one(store.show)).body)

function starting(
  t: { after: (end: () => Promise<void>) => void },
  { patience = 2_000, ...settings }: Partial<Config> & { patience?: number } = {},
) {
  const config = { ...readConfig(place.env, process.cwd()), ...settings }
  const work = startCheckups({
    config,
    db,
    server: { connection: server.connection, embedded: server },
    warn: () => {},
    look: 20,
    patience,
  })
  t.after(() => work.stop())
  return { config, work }
}

async function lookedAgain(): Promise<Shown> {
  await db.many(store.ask)
  await waitFor('a look', async () => !(await shown()).underWay)
  return shown()
}

test('it finds what the command finds, and names what only the command looks at', async (t) => {
  starting(t)
  const { checks } = await lookedAgain()
  const { out } = await call(place, ['doctor'])
  const ofCommand = out.matchAll(/^(?:ok {2}|FAIL|note) {2}(.*?): /gm).map(([, name]) => name)
  assert.deepEqual(
    checks.map(({ name }) => name),
    [...ofCommand].filter((name) => name !== 'Scorebook' && name !== 'Node'),
  )
  const unchecked = checks.filter(({ state }) => state === 'UNCHECKED').map(({ name }) => name)
  assert.deepEqual(unchecked, [`port ${place.env['SCOREBOOK_PORT']}`])
  assert.deepEqual(
    checks.filter(({ state }) => state === 'FAULT'),
    [],
  )
})

/** Traces go to a server that never answers. */
async function silence(t: TestContext): Promise<NonNullable<Config['traces']>> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const address = silent.address()
  assert.ok(address !== null && typeof address === 'object')
  const url = `http://127.0.0.1:${address.port}/v1/traces`
  return { url, headers: {}, timeout: 600_000, pause: 1_000, resource: {}, share: 1, byParent: false }
}

test('a server that never answers is a fault after its time, and holds up no other check', async (t) => {
  starting(t, { traces: await silence(t) })
  const { checks } = await lookedAgain()
  const traces = checks.find(({ name }) => name === 'traces')
  assert.equal(traces?.state, 'FAULT')
  assert.match(traces.says, /did not answer within 2 s/)
  assert.equal(checks.find(({ name }) => name === 'disk')?.state, 'OK')
})

test('a stop does not wait for a check, and the look that was asked for stays asked for', async (t) => {
  const { work } = starting(t, { traces: await silence(t), patience: 600_000 })
  await db.many(store.ask)
  const isTaken = sql`select 1 from checkups where not asked and lease_until > now()`
  await waitFor('the look', async () => (await db.maybe(isTaken)) !== undefined)
  await work.stop()
  const { asked } = await db.one(
    sql<{ asked: boolean }>`select asked and lease_until is null as asked from checkups`,
  )
  assert.equal(asked, true)
})

test('a backup that an operator asked for is made, listed, and marked when it was checked', async (t) => {
  const { backup } = starting(t).config
  await lookedAgain()
  await db.many(store.askForBackup)
  await waitFor('the backup', async () => (await shown()).backups?.made.length === 1)
  const made = (await shown()).backups
  assert.deepEqual([made?.asked, made?.failure], [false, undefined])
  assert.match(made?.made[0]?.name ?? '', /-by-hand$/)
  assert.equal((await backupsIn(backup.folder)).backups.length, 1)
  assert.equal(made?.made[0]?.checkedAt, undefined)
  assert.equal((await call(place, ['backup', 'check'])).code, 0)
  const checked = (await lookedAgain()).backups?.made[0]?.checkedAt ?? ''
  assert.ok(Math.abs(Date.parse(checked) - Date.now()) < 300_000, checked)
})

test('a backup that cannot be made says why', async (t) => {
  const here = readConfig(place.env, process.cwd())
  starting(t, { backup: { ...here.backup, folder: '/dev/null/backups' } })
  await lookedAgain()
  await db.many(store.askForBackup)
  await waitFor('the failure', async () => (await shown()).backups?.failure !== undefined)
  const { backups } = await shown()
  assert.equal(backups?.asked, false)
  assert.match(backups.failure ?? '', /\/dev\/null/)
})
