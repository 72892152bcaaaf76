/** `scorebook doctor`: each finding says what is wrong, and how to mend it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openEmbedded } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { migrate } from '../../src/db/migrate.ts'
import { testDatabase } from '../database.ts'
import { Ends } from '../ends.ts'
import { urlOf } from '../replicas.ts'
import { call, placeFor } from '../served.ts'
import { smallDisk } from '../torture/disk.ts'

const place = await placeFor({ after })
before(async () => {
  assert.equal((await call(place, ['migrate'])).code, 0)
})

test('it says where the backups are, and when their disk has no room for another', async (t) => {
  const { out: none } = await call(place, ['doctor'])
  assert.match(none, /^ok {4}backups: none yet/m)
  assert.equal((await call(place, ['backup', 'create'])).code, 0)
  const { code, out } = await call(place, ['doctor'])
  assert.equal(code, 0, out)
  assert.match(
    out,
    /^ok {4}backups: 1, the last one of .*on the disk of the data, SCOREBOOK_BACKUP_DIR names another$/m,
  )

  const folder = await mkdtemp(join(tmpdir(), 'disk-'))
  const ends = new Ends()
  t.after(() => ends.run())
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const disk = await smallDisk(folder, 64)
  if (typeof disk === 'string') return t.diagnostic(disk)
  ends.push(() => disk.end())
  const elsewhere = { SCOREBOOK_BACKUP_DIR: folder }
  assert.equal((await call(place, ['backup', 'create'], elsewhere)).code, 0)
  const roomy = await call(place, ['doctor'], elsewhere)
  assert.match(roomy.out, /^ok {4}backups: 1, the last one of .* tries it$/m)
  await disk.fill()
  const full = await call(place, ['doctor'], elsewhere)
  assert.equal(full.code, 1)
  assert.match(
    full.out,
    /^FAIL {2}backups: \d+ MiB are left in .*; free some room, or set SCOREBOOK_BACKUP_DIR/m,
  )
})

test('it says when browsers cannot sign in at the address', async () => {
  const { code, out } = await call(place, ['doctor'], {
    SCOREBOOK_BASE_URL: 'http://scorebook.example.org',
    SCOREBOOK_BACKUP: 'off',
  })
  assert.equal(code, 1)
  assert.match(
    out,
    /^FAIL {2}address: Browsers cannot sign in: .* set SCOREBOOK_BASE_URL, or set SCOREBOOK_PLAIN_SIGN_IN=on\.$/m,
  )
})

test('it says when the clock of PostgreSQL is another than ours', async (t) => {
  const database = await testDatabase()
  t.after(() => database.close())
  const settings = { SCOREBOOK_DATABASE_URL: urlOf([database.connection]) }
  const right = await call(place, ['doctor'], settings)
  assert.match(right.out, /^ok {4}clock: this machine and PostgreSQL agree$/m)
  const now = Date.now.bind(Date)
  t.mock.method(Date, 'now', () => now() - 60_000)
  const wrong = await call(place, ['doctor'], settings)
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.out,
    /^FAIL {2}clock: PostgreSQL's clock is \d\d s ahead of this machine's clock\. .*timedatectl/m,
  )
})

test('it says what a database refuses the account, and with which statement that is granted', async (t) => {
  const ends = new Ends()
  t.after(() => ends.run())
  const own = await placeFor({ after: (end) => ends.push(end) })
  const server = await openEmbedded(readConfig(own.env, process.cwd()), () => {})
  ends.push(() => server.stop())
  const administer = async (statement: string, database = 'postgres') => {
    const client = new pg.Client({ ...server.administrator, database })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const ask = async (user: string, database: string) => {
    const url = urlOf([{ ...server.connection, user, password: 'weak', database }])
    const { code, out } = await call(own, ['doctor'], { SCOREBOOK_DATABASE_URL: url })
    const line = out.split('\n').find((one) => one.includes(' database: ')) ?? ''
    assert.equal(code, line.startsWith('ok') ? 0 : 1, out)
    return { line, out }
  }
  for (const role of ['owner', 'weak']) await administer(`create role ${role} login password 'weak'`)
  await administer('create database empty')
  await administer('create database whole owner owner')
  await administer('revoke temporary on database empty from public')

  const { line: refused } = await ask('weak', 'empty')
  for (const granted of [
    'grant create on schema public to weak',
    'grant create on database empty to weak',
    'grant temporary on database empty to weak',
  ]) {
    assert.ok(refused.includes(`\`${granted}\``), refused)
    await administer(granted, 'empty')
  }
  assert.match((await ask('weak', 'empty')).line, /^ok {4}database: .* migrations to apply/)

  await migrate(urlOf([{ ...server.connection, user: 'owner', password: 'weak', database: 'whole' }]))
  const { line: hidden, out } = await ask('weak', 'whole')
  assert.match(hidden, /^FAIL {2}database: SCOREBOOK_DATABASE_URL: .* Grant it that, or name the account/)
  assert.match(out, /^note {2}results: not checked/m)
  assert.match(out, /^note {2}clock: not checked/m)
  await administer('grant select on all tables in schema public to weak', 'whole')
  const { line: partly } = await ask('weak', 'whole')
  const changes = 'grant select, insert, update, delete on all tables in schema public to weak'
  assert.ok(partly.includes(`\`${changes}\``), partly)
  await administer(changes, 'whole')
  assert.match((await ask('weak', 'whole')).line, /^ok {4}database: .* schema up to date$/)

  await administer('alter role weak connection limit 23')
  assert.match(
    (await ask('weak', 'whole')).line,
    /lets weak have 23 connections, and an instance .* up to 24; raise/,
  )

  await administer('alter database whole set default_transaction_read_only = on')
  const { line: closed } = await ask('owner', 'whole')
  assert.match(closed, /takes no changes.*`alter database whole reset default_transaction_read_only`/)
  await administer('alter database whole reset default_transaction_read_only')

  await administer(
    `update pg_database set datcollversion = '1.2', datlocprovider = 'i', datlocale = 'en' where datname = 'whole'`,
  )
  const { line: sorted } = await ask('owner', 'whole')
  assert.match(
    sorted,
    /version 1\.2 of the collation en made its indexes.*`alter database whole refresh collation version`/,
  )
})

test('it reports a missing proxy, collector, file or folder', async (t) => {
  const collector = createServer((request, response) => {
    void (async () => {
      const isEmpty = JSON.stringify(await json(request)).includes('"spans":[]')
      response.writeHead(isEmpty ? 200 : 400).end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  t.after(() => {
    collector.closeAllConnections()
    collector.close()
  })
  const heard = collector.address()
  assert.ok(typeof heard === 'object' && heard)
  const password = join(String(place.env['SCOREBOOK_DATA_DIR']), 'first-password')
  await writeFile(password, 'a long sentence that nobody guesses\n')
  const right = {
    SCOREBOOK_BASE_URL: 'https://scorebook.example.org',
    SCOREBOOK_TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${heard.port}`,
    SCOREBOOK_ADMIN_NAME: 'Alma',
    SCOREBOOK_ADMIN_PASSWORD_FILE: password,
  }
  const well = await call(place, ['doctor'], right)
  assert.equal(well.code, 0, well.out)
  assert.match(well.out, /^ok {4}traces: the collector at http:\/\/127\.0\.0\.1:\d+ answers$/m)
  assert.match(well.out, /^ok {4}first administrator: made at the next start$/m)

  const { code, out } = await call(place, ['doctor'], {
    ...right,
    SCOREBOOK_TRUSTED_PROXIES: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}/a?key=geheim`,
    SCOREBOOK_ADMIN_PASSWORD_FILE: join(password, 'nothing'),
    SCOREBOOK_BACKUP_DIR: join(password, 'backups'),
  })
  assert.equal(code, 1)
  assert.match(
    out,
    /^FAIL {2}address: .* SCOREBOOK_TRUSTED_PROXIES .* Set it to the address of the proxy\.$/m,
  )
  assert.match(
    out,
    /^FAIL {2}traces: no span can be sent to http:\/\/127\.0\.0\.1:\d+\/a\/v1\/traces: nothing listens there\. Start the collector/m,
  )
  assert.match(out, /^FAIL {2}first administrator: SCOREBOOK_ADMIN_PASSWORD_FILE: .* cannot be read/m)
  assert.match(
    out,
    /^FAIL {2}backups: no backup can be made in .*, because .* is a file\. Set SCOREBOOK_BACKUP_DIR/m,
  )
  assert.ok(!out.includes('geheim'))
})

test('it says what to do where the folder of the data cannot be used, and asks nothing more of it', async () => {
  const file = join(String(place.env['SCOREBOOK_DATA_DIR']), 'a-file')
  await writeFile(file, '')
  const { code, out } = await call(place, ['doctor'], { SCOREBOOK_DATA_DIR: join(file, 'data') })
  assert.equal(code, 1)
  assert.match(out, /^FAIL {2}database: SCOREBOOK_DATA_DIR: /m)
  assert.match(out, /^note {2}results: /m)
  assert.match(out, /^ok {4}disk: \d+ MiB left/m)
  assert.doesNotMatch(out, /The system refuses it/)
})

test('it names people whose passkeys are all of an earlier address, until a link waits for them', async () => {
  const config = readConfig(place.env, process.cwd())
  const server = await openEmbedded(config, () => {})
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    for (const [name, host, password] of [
      ['Old', 'old.example.org', null],
      ['Both', 'old.example.org', 'a hash'],
      ['Here', 'new.example.org', null],
    ])
      await client.query(
        `with made as (insert into accounts (name, password_hash) values ($1, $3) returning id)
        insert into passkeys (id, account_id, public_key, counter, transports, backed_up, host, name)
        select $1, id, '', 0, '{}', false, $2, 'a phone' from made`,
        [name, host, password],
      )
  } finally {
    await client.end()
    await server.stop()
  }
  const at = async (host: string) =>
    (await call(place, ['doctor'], { SCOREBOOK_BASE_URL: `https://${host}`, SCOREBOOK_BACKUP: 'off' })).out
  assert.match(
    await at('new.example.org'),
    /^FAIL {2}passkeys: Old cannot sign in at https:\/\/new.example.org: .* only for old.example.org. `scorebook user reset NAME`/m,
  )
  assert.match(await at('old.example.org'), /^FAIL {2}passkeys: Here cannot sign in/m)
  assert.equal((await call(place, ['user', 'reset', 'Old'])).code, 0)
  assert.match(await at('new.example.org'), /^ok {4}passkeys: all that people have work at new.example.org/m)
})
