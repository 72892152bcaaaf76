/** If a replaced primary is the only server left, the service does not use it. The log, /readyz and the doctor say what to do. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database, DatabaseUnavailable } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { Ends } from '../ends.ts'
import { testIssuer } from '../issuer.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { call, placeFor } from '../served.ts'
import { BASE_URL } from '../support.ts'
import { waitFor } from '../wait-for.ts'

const TODO =
  /^(.+) says that it is the primary, on timeline 1, but this instance has used a newer one, on timeline 2\. Either \1 was replaced: stop it, .* Or \1 is to go on: .* lost then, and every instance must be restarted/

test('an instance that has used a newer primary says why it does not use the old one, and what to do', async (t) => {
  const ends = new Ends()
  t.after(() => ends.run())
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const old = await Replica.primary(folder, 'a')
  ends.push(() => old.end())
  await migrate(old.address)
  const newer = await Replica.standbyOf(old.cluster, folder, 'b')
  ends.push(() => newer.end())
  const log: string[] = []
  const db = new Database(urlOf([old.address, newer.address]), {
    statementTimeout: 1_000,
    log: (message) => log.push(message),
  })
  ends.push(() => db.close())
  const issuer = await testIssuer()
  ends.push(() => issuer.close())
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: issuer.verifier })
  ends.push(() => app.close())
  const place = await placeFor({ after: (end) => ends.push(end) })
  await app.listen({ host: '127.0.0.1', port: Number(place.env['SCOREBOOK_PORT']) })
  const timeline = sql<{ id: number }>`select max(id) as id from timelines`

  const refused = async () => {
    await waitFor('the log to say it', () => log.some((line) => TODO.test(line)))
    await assert.rejects(
      db.many(timeline),
      (error) =>
        error instanceof DatabaseUnavailable && error.reason === 'replaced' && TODO.test(error.message),
    )
    const ready = await fetch(`${place.url}/readyz`)
    assert.equal(ready.status, 503)
    const { detail } = (await ready.json()) as { detail: string }
    assert.match(detail, /older than one that the service has used/)
    assert.ok(!detail.includes(folder), 'strangers learn no address')
    const { code, out } = await call(place, ['doctor'])
    assert.equal(code, 1)
    assert.ok(out.includes(`a Scorebook answers there, and is not ready: ${detail}`), out)
  }

  await newer.promote()
  await waitFor('the new primary to be used', async () => (await db.one(timeline)).id === 2)
  assert.equal((await fetch(`${place.url}/readyz`)).status, 200)
  await newer.kill() // only the old primary runs now
  await refused()
  log.length = 0
  await newer.start()
  await waitFor('the newer one to be used again', async () => (await fetch(`${place.url}/readyz`)).ok)
  assert.equal((await db.one(timeline)).id, 2)
  await waitFor('the log to say that the old one is only replaced', () =>
    log.includes('a primary was replaced and is not used'),
  )
  // A failover tool that comes late may do this: the newer server follows the old one, and loses its own changes.
  await newer.end()
  await newer.become(old.cluster)
  await refused()
})
