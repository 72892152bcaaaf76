/** The service as a process: it is killed, started twice, and stopped while requests come. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../src/db/embedded/address.ts'
import { freeze } from '../../faults.ts'
import { placeFor, run, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'

test('the service keeps after kill -9 what it acknowledged, and a second one on its folder is refused', async (t) => {
  const place = await placeFor(t)
  const { url } = place
  const first = serve(place)
  await first.ready()
  const { out } = await run(place, ['token', '--user', 'ann'])
  const elsewhere = await run(place, ['token', '--user', 'ann'], {
    SCOREBOOK_BASE_URL: 'https://b.example.org',
  })
  const issuer = url.replace('127.0.0.1', 'localhost')
  assert.match(elsewhere.err, new RegExp(`takes only tokens that name ${issuer} as their issuer`))
  const headers = { authorization: `Bearer ${out.trim()}`, 'content-type': 'application/json' }
  const create = (displayName: string) =>
    fetch(`${url}/api/v1/ghost-players`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ displayName }),
    })
  assert.equal((await create('Bob')).status, 201)

  const second = await run(place, ['serve'], { SCOREBOOK_PORT: String(await freePort()) })
  assert.equal(second.code, 1)
  assert.match(second.err, /^SCOREBOOK_DATA_DIR: .* in use by the Scorebook process \d+/)
  const third = await run(place, ['serve'])
  assert.equal(third.code, 1)
  assert.match(third.err, /^SCOREBOOK_PORT: port \d+ of 127.0.0.1 is taken by a Scorebook that runs already/)

  const writing = Promise.allSettled(Array.from({ length: 50 }, (_, n) => create(`n${n}`)))
  await sleep(30)
  await first.end('SIGKILL')
  const acknowledged = (await writing).filter(
    (one) => one.status === 'fulfilled' && one.value.status === 201,
  ).length

  const again = serve(place)
  await again.ready()
  const counted = (await (await fetch(`${url}/api/v1/ghost-players/count`, { headers })).json()) as {
    count: number
  }
  assert.ok(counted.count >= 2 + acknowledged, `${counted.count} of ${2 + acknowledged} are there`)
  assert.equal(await again.end('SIGTERM'), 0)
})

test('off a terminal, one line says where the service, its reference, health and metrics are', async (t) => {
  const metrics = await freePort()
  const place = await placeFor(t, {
    SCOREBOOK_METRICS_PORT: String(metrics),
    SCOREBOOK_LOG_LEVEL: 'info',
    SCOREBOOK_WEB: 'off',
  })
  const service = serve(place, 'pipe')
  const said = text(service.child.stdout ?? assert.fail())
  await service.ready()
  assert.equal(await service.end('SIGTERM'), 0)
  const lines = (await said)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = lines.find(({ msg }) => String(msg).startsWith('Scorebook answers at '))
  assert.ok(!lines.some(({ msg }) => String(msg).includes('127.0.0.1')), 'it is not the address to open')
  const base = String(line?.['msg']).slice('Scorebook answers at '.length, -1)
  assert.deepEqual(
    [line?.['reference'], line?.['health'], line?.['metrics']],
    [`${base}/docs`, `${base}/readyz`, `http://127.0.0.1:${metrics}/metrics`],
  )
})

test('a command without a port of its own prints links to the service that runs on its folder', async (t) => {
  const place = await placeFor(t)
  const service = serve(place)
  await service.ready()
  const invited = async (more: NodeJS.ProcessEnv = {}) => {
    const { out, err } = await run(place, ['user', 'invite'], { SCOREBOOK_PORT: '', ...more })
    return new URL(/http\S+/.exec(out)?.[0] ?? assert.fail(err)).origin
  }
  const own = place.url.replace('127.0.0.1', 'localhost')
  assert.equal(await invited(), own)
  const { out: token } = await run(place, ['token', '--user', 'ann'], { SCOREBOOK_PORT: '' })
  const headers = { authorization: `Bearer ${token.trim()}` }
  assert.equal((await fetch(`${place.url}/api/v1/ghost-players/count`, { headers })).status, 200)
  const asked = await run(place, ['api', 'get', '/ghost-players/count'], {
    SCOREBOOK_PORT: '',
    SCOREBOOK_TOKEN: token.trim(),
  })
  assert.equal(asked.code, 0, asked.err)
  assert.equal(
    await invited({ SCOREBOOK_BASE_URL: 'https://b.example.org' }),
    'https://b.example.org',
    'its own settings come first',
  )
  await service.end('SIGKILL')
  assert.equal(await invited(), 'http://localhost:8080', 'the file of a dead service says nothing')
})

test('Ctrl-C during the start, which ends initdb too, is no fault', async (t) => {
  const place = await placeFor(t)
  const { child } = serve(place, 'pipe')
  const said = Promise.all([text(child.stdout ?? assert.fail()), once(child, 'exit')])
  const folder = place.env['SCOREBOOK_DATA_DIR'] ?? ''
  await waitFor('initdb', () => globSync('cluster.new-*/base', { cwd: folder }).length > 0)
  child.kill('SIGINT')
  // A terminal signals all programs of a group, so we end initdb too. Alone, it may ignore the first signal.
  assert.equal(spawnSync('pkill', ['-KILL', '-P', String(child.pid), 'initdb']).status, 0)
  const [out] = await said
  assert.match(out, /^Stopped\.\n$/)
  assert.equal(child.exitCode, 0)
  const again = serve(place)
  await again.ready()
  assert.equal(await again.end('SIGTERM'), 0)
})

test('SIGTERM while requests come: what was accepted is answered', async (t) => {
  const place = await placeFor(t)
  const service = serve(place)
  await service.ready()
  const { out } = await run(place, ['token', '--user', 'ann'])
  const headers = { authorization: `Bearer ${out.trim()}` }
  let ended = false
  t.after(() => void (ended = true))
  const served = Promise.withResolvers<void>()
  const statuses: number[] = []
  const failures: unknown[] = []
  const client = async () => {
    while (!ended) {
      try {
        statuses.push((await fetch(`${place.url}/api/v1/users/me`, { headers })).status)
        if (statuses.length > 10) served.resolve()
      } catch (error) {
        const cause =
          error instanceof Error && error.cause instanceof Error && 'code' in error.cause
            ? error.cause.code
            : error
        if (cause !== 'ECONNREFUSED') failures.push(cause)
        ended = true
      }
    }
  }
  const clients = [1, 2, 3, 4].map(client)
  await Promise.race([served.promise, Promise.all(clients)])
  // The exit code would be 1 if idle connections had delayed the end until the time was over.
  assert.equal(await service.end('SIGTERM'), 0)
  ended = true
  await Promise.all(clients)
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  )
  assert.ok(statuses.length > 10, `${statuses.length} answers`)
  assert.ok(
    failures.every((code) => code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'),
    String(failures),
  )
})

test('SIGTERM while PostgreSQL is frozen: the service ends, and says what it leaves behind', async (t) => {
  const place = await placeFor(t)
  const service = serve(place, 'pipe')
  await service.ready()
  const said = text(service.child.stdout ?? assert.fail())
  const host = join(place.env['SCOREBOOK_DATA_DIR'] ?? '', 'cluster')
  const goOn = await freeze({ host })
  t.after(goOn)
  assert.equal(await service.end('SIGTERM'), 0) // the exit code would be 1 if the service had given up after 30 s
  assert.match(await said, /PostgreSQL \(process \d+\) was asked to stop, and has not stopped yet/)
  goOn()
})

for (const processes of ['1', '2'])
  test(`with SCOREBOOK_STOP_DELAY it says that it ends, and goes on for a while: ${processes} processes`, async (t) => {
    const place = await placeFor(t, { SCOREBOOK_STOP_DELAY: '3600', SCOREBOOK_PROCESSES: processes })
    const service = serve(place)
    await service.ready()
    const exit = service.end('SIGTERM')
    const fresh = { headers: { connection: 'close' } } // a new connection for each request
    while ((await fetch(`${place.url}/readyz`, fresh)).ok) await sleep(20)
    const statuses = await Promise.all(
      ['/livez', '/readyz', '/livez', '/readyz'].map(
        async (path) => (await fetch(place.url + path, fresh)).status,
      ),
    )
    assert.deepEqual(statuses, [200, 503, 200, 503])
    // Another signal ends the service at once. It must not come soon after the first: then it counts as the same signal.
    let code: number | null | undefined
    while (code === undefined) {
      service.child.kill('SIGTERM')
      code = await Promise.race([exit, sleep(200, undefined)])
    }
    assert.equal(code, 1)
  })

test('a service that ends before it is ready is not waited for', async (t) => {
  const place = await placeFor(t, { SCOREBOOK_PROT: '1' })
  await assert.rejects(serve(place).ready(), /has ended with 2/)
})
