/** A service's metrics: who may read them, what they count, and how the metrics of several processes are added up. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readFile, rm, statfs } from 'node:fs/promises'
import { type IncomingMessage, get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { openEmbedded } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { Counter, Histogram } from '../../src/metrics/counts.ts'
import { gauge, labels, merged, textOf } from '../../src/metrics/families.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { Ends } from '../ends.ts'
import { type Place, call, placeFor, run, serve } from '../served.ts'
import { waitFor } from '../wait-for.ts'

test('counts and times are written as Prometheus reads them, added up over processes', () => {
  const families = () => {
    const requests = new Counter('requests_total', 'Requests')
    requests.add({ route: '/a"b\\c\n', status: 200 })
    requests.add({ route: '/x', status: 404 }, 2)
    const seconds = new Histogram('seconds', 'How long')
    for (const each of [0.003, 0.3, 99]) seconds.observe({ route: '/x' }, each)
    return [requests.family, seconds.family, gauge('late', 'How late', [[labels({ quantile: 1 }), 3]], 'max')]
  }
  const text = textOf(
    merged([families(), families(), [gauge('late', 'How late', [['{quantile="1"}', 5]], 'max')]]),
  )
  assert.match(
    text,
    /^# HELP requests_total Requests\n# TYPE requests_total counter\nrequests_total\{route="\/a\\"b\\\\c\\n",status="200"\} 2\n/,
  )
  assert.match(text, /requests_total\{route="\/x",status="404"\} 4\n/)
  assert.match(text, /seconds_bucket\{route="\/x",le="0.005"\} 2\n/)
  assert.match(text, /seconds_bucket\{route="\/x",le="0.5"\} 4\n/)
  assert.match(text, /seconds_bucket\{route="\/x",le="10"\} 4\n/)
  assert.match(
    text,
    /seconds_bucket\{route="\/x",le="\+Inf"\} 6\nseconds_sum\{route="\/x"\} 198\.6\d*\nseconds_count\{route="\/x"\} 6\n/,
  )
  assert.match(text, /late\{quantile="1"\} 5\n/)
})

for (const processes of ['1', '2'])
  test(`${processes} processes report what they did, but only to people who may see the state of the system`, async (t) => {
    const place = await placeFor(t, { SCOREBOOK_PROCESSES: processes })
    const { url } = place
    const admin = await tokenOf(place, 'Ada', 'admin')
    const player = await tokenOf(place, 'Ben', 'player')
    // Finds the port only now: a port that was found earlier could be taken when the service starts.
    const own = await freePort()
    place.env['SCOREBOOK_METRICS_PORT'] = String(own)
    const service = serve(place)
    await service.ready()

    const ask = (token?: string) =>
      fetch(`${url}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    assert.equal((await ask()).status, 401)
    assert.equal((await ask('garbage')).status, 401)
    const refused = await ask(player)
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/)

    const secret = 'a-name-that-nobody-else-has'
    const key = '00000000-0000-4000-8000-000000000001'
    for (let n = 0; n < 2; n++) await post(place, player, key, secret)
    await fetch(`${url}/${secret}`)
    await fetch(`${url}/api/v1/ghost-players/${key}`, { headers: { authorization: `Bearer ${player}` } })
    assert.equal((await call(place, ['backup', 'create'])).code, 0)

    const answer = await ask(admin)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    const value = (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      assert.ok(line, `${name} is reported`)
      return Number(line.split(' ').at(-1))
    }
    assert.equal(
      value('scorebook_requests_total{method="POST",route="/api/v1/ghost-players",status="201"}'),
      2,
    )
    assert.equal(value('scorebook_requests_replayed_total'), 1)
    assert.equal(value('scorebook_requests_total{method="GET",route="none",status="404"}'), 1)
    assert.equal(
      value(
        'scorebook_requests_total{method="GET",route="/api/v1/ghost-players/:ghostPlayerId",status="404"}',
      ),
      1,
    )
    assert.equal(value('scorebook_request_seconds_count{method="POST",route="/api/v1/ghost-players"}'), 2)
    assert.equal(value('scorebook_processes'), processes === '1' ? 1 : 3)
    assert.equal(value('scorebook_database_reachable'), 1)
    assert.equal(value('scorebook_sign_ins{outcome="failed"}'), 0)
    assert.equal(value('scorebook_audit_events{kind="ACCOUNT_CREATED"}'), 2)
    assert.equal(value('scorebook_audit_events{kind="CODE_REUSED"}'), 0)
    assert.equal(value('scorebook_pipeline_candidates{stage="PENDING_RULES"}'), 0)
    assert.equal(value('scorebook_webhooks{state="failing"}'), 0)
    assert.equal(value('scorebook_webhook_deliveries{state="waiting"}'), 0)
    assert.equal(value('scorebook_webhook_oldest_delivery_seconds'), 0)
    assert.equal(value('scorebook_link_mails{state="delayed"}'), 0)
    assert.equal(value('scorebook_push_devices{state="waiting"}'), 0)
    assert.equal(value('scorebook_imports{state="waiting"}'), 0)
    assert.equal(value('scorebook_import_plays'), 0)
    assert.equal(value('scorebook_import_oldest_seconds'), 0)
    assert.ok(value('scorebook_database_statements_total') > 5)
    assert.ok(value('scorebook_backup_age_seconds') >= 0)
    assert.ok(value('process_resident_memory_bytes') > 1e7)
    assert.ok(value('scorebook_event_loop_delay_seconds{quantile="0.99"}') >= 0)
    assert.ok(!text.includes(secret) && !text.includes(key), 'no label has what somebody sent')
    const badLines = text
      .split('\n')
      .filter(
        (line) =>
          line !== '' && !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*(\{[^{}]*\})*[^{}]*\})? [\d.e+-]+)$/.test(line),
      )
    assert.deepEqual(badLines, [])

    const onOwnPort = await fetch(`http://127.0.0.1:${own}/metrics`)
    assert.equal(onOwnPort.status, 200)
    assert.match(await onOwnPort.text(), /^# HELP scorebook_requests_total/)
    assert.equal((await fetch(`http://127.0.0.1:${own}/api/v1/users/me`)).status, 404)
    assert.equal((await fetch(`http://127.0.0.1:${own}/metrics`, { method: 'POST' })).status, 405)
    const byName = async (host: string) => {
      const [answer] = await once(
        get({ port: own, host: '127.0.0.1', path: '/metrics', headers: { host } }),
        'response',
      )
      return (answer as IncomingMessage).resume().statusCode
    }
    const names = [`localhost:${own}`, `[::1]:${own}`, `evil.example:${own}`, 'localhost.evil.example', 'a b']
    assert.deepEqual(await Promise.all(names.map(byName)), [200, 200, 421, 421, 421])
    assert.equal(await service.end('SIGTERM'), 0)
  })

test('a port for metrics that is taken is reported in a sentence', async (t) => {
  const place = await placeFor(t)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const address = other.address()
  assert.ok(typeof address === 'object' && address)
  const taken = { SCOREBOOK_METRICS_PORT: String(address.port) }
  const { code, err } = await run(place, ['serve'], taken)
  assert.equal(code, 1)
  assert.match(err, /^SCOREBOOK_METRICS_PORT: port \d+ of 127\.0\.0\.1 is taken by another program/)
  const doctor = await call(place, ['doctor'], taken)
  assert.equal(doctor.code, 1)
  assert.match(
    doctor.out,
    /^FAIL {2}port \d+ \(metrics\): SCOREBOOK_METRICS_PORT: .* is taken by another program/m,
  )
})

test('metrics are right about the archived log, its gaps and its room, the heap, and the start of the process', async (t) => {
  const ends = new Ends()
  t.after(() => ends.run()) // ends the servers before the place removes its folder
  const place = await placeFor(t, { SCOREBOOK_BACKUP_LOG: 'on' })
  const own = await freePort()
  place.env['SCOREBOOK_METRICS_PORT'] = String(own)
  const startedAt = Date.now() / 1000
  const service = serve(place)
  await service.ready()
  const scraped = async () => (await fetch(`http://127.0.0.1:${own}/metrics`)).text()
  const value = async (name: string) => {
    const line = (await scraped()).split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  const is = (name: string, expected: number) =>
    waitFor(`${name} to be ${expected}`, async () => (await value(name)) === expected)
  await is('scorebook_backup_log_receiving', 1)
  assert.equal(await value('scorebook_backup_log_gap'), undefined)
  assert.equal((await call(place, ['backup', 'create'])).code, 0)
  await is('scorebook_backup_log_gap', 0)
  assert.ok(((await value('scorebook_backup_log_age_seconds')) ?? -1) >= 0)

  const server = await openEmbedded(readConfig(place.env, process.cwd()), () => {})
  ends.push(() => server.stop())
  const client = new pg.Client(server.administrator)
  await client.connect()
  ends.push(() => client.end())
  const waiting = async () => {
    const { rows } = await client.query<{ bytes: string }>(
      'select (pg_current_wal_flush_lsn() - restart_lsn)::text as bytes from pg_replication_slots',
    )
    return Number(rows[0]?.bytes)
  }
  await waitFor(
    'the metric to have the waiting log',
    async () => (await value('scorebook_backup_log_waiting_bytes')) === (await waiting()),
  )
  const dataDir = String(place.env['SCOREBOOK_DATA_DIR'])
  const { bavail, bsize } = await statfs(dataDir)
  const room = await value('scorebook_disk_free_bytes{folder="data"}')
  assert.ok(room && Math.abs(room / (bavail * bsize) - 1) < 0.5, `${room} of ${bavail * bsize}`)

  const packed = () => globSync('backups/log/*/*.zst', { cwd: dataDir }).toSorted()
  const before = packed().length
  for (let n = 1; n <= 3; n++) {
    await client.query(`select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()`)
    await waitFor('the segment to be kept', () => packed().length >= before + n)
  }
  await is('scorebook_backup_log_gap', 0)
  await rm(join(dataDir, packed().at(-2) ?? assert.fail()))
  await is('scorebook_backup_log_gap', 1)

  const since = (await value('process_start_time_seconds')) ?? 0
  assert.ok(since > startedAt - 1 && since < Date.now() / 1000)
  assert.ok(
    ((await value('nodejs_heap_limit_bytes')) ?? 0) > ((await value('nodejs_heap_used_bytes')) ?? NaN),
  )
})

test('the alert rules in the docs name metrics that exist', async () => {
  const sources = await Promise.all(globSync('src/**/*.ts').map((file) => readFile(file, 'utf8')))
  const named = /'((?:scorebook|process|nodejs)_[a-z_]+)'/g
  const known = new Set(sources.flatMap((text) => [...text.matchAll(named)].map(([, name]) => name)))
  let asked = 0
  for (const file of globSync('docs/**/*.md'))
    for (const [name] of (await readFile(file, 'utf8')).matchAll(/\b(scorebook|process|nodejs)_[a-z_]+\b/g)) {
      if (/^process_?$/.test(name)) continue
      asked++
      assert.ok(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), `${name} of ${file}`)
    }
  assert.ok(asked > 15)
})

async function tokenOf(place: Place, name: string, role: string): Promise<string> {
  assert.equal((await call(place, ['user', 'create', name, '--role', role])).code, 0)
  const { out, err } = await call(place, ['token', '--user', name, '--role', role])
  assert.match(out, /\S+\.\S+\.\S+/, err)
  return out.trim()
}

function post({ url }: Place, token: string, key: string, displayName: string): Promise<Response> {
  return fetch(`${url}/api/v1/ghost-players`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ displayName }),
  })
}
