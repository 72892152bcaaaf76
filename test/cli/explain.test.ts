/** `serve` and `doctor` explain a fault in the same sentence, with the setting's name. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { CannotListen, sentenceOf } from '../../src/cli/explain.ts'
import { CannotConnect, SchemaError, migrate, pendingMigrations } from '../../src/db/migrate.ts'
import { testDatabase } from '../database.ts'
import { type Ran, call, run } from '../served.ts'
import { freePort } from '../../src/db/embedded/address.ts'

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scorebook-explain-'))
  database = await testDatabase()
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** The URL of the test server, with some parts replaced. */
function url(change: Partial<{ user: string; password: string; database: string; host: string }> = {}) {
  const { host, port, user, password, database: name } = { ...database.connection, ...change }
  const socket = `?host=${encodeURIComponent(host ?? '')}`
  return `postgresql://${user}:${password}@localhost:${port}/${name}${socket}`
}

async function toldBy(connection: string): Promise<string> {
  try {
    await pendingMigrations(connection)
  } catch (error) {
    return sentenceOf(error) ?? assert.fail(String(error))
  }
  return assert.fail('It is connected.')
}

test('a wrong password and a database that is not there', async () => {
  assert.match(
    await toldBy(url({ password: 'wrong-secret' })),
    /^SCOREBOOK_DATABASE_URL: the server at \S+ refuses the account 'scorebook' with this password\./,
  )
  assert.doesNotMatch(await toldBy(url({ password: 'wrong-secret' })), /wrong-secret/)
  assert.match(
    await toldBy(url({ database: 'nowhere' })),
    /^SCOREBOOK_DATABASE_URL: there is no database 'nowhere' on the server at /,
  )
})

test('a server that is not there, under another name, or a file that its URL names is not', async () => {
  const port = await freePort()
  for (const [connection, expected] of [
    [`postgresql://u:p@127.0.0.1:${port}/x`, new RegExp(`nothing listens at 127\\.0\\.0\\.1:${port}\\.`)],
    [`postgresql://u:p@localhost:${port}/x`, /nothing listens at localhost/],
    [
      'postgresql://u:p@nowhere.invalid/x',
      /the host name 'nowhere\.invalid' (is not known|cannot be looked up)/,
    ],
    [`postgresql://u:p@localhost:${port}/x?host=${encodeURIComponent(folder)}`, /there is no socket in /],
    [`postgresql://u:p@localhost/x?sslrootcert=${folder}/none.pem`, /a file that the URL names is not there/],
  ] as const) {
    const told = await toldBy(connection)
    assert.match(told, /^SCOREBOOK_DATABASE_URL: /)
    assert.match(told, expected)
  }
})

test('a server without TLS, where the URL demands it', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const told = await toldBy(`postgresql://u:p@127.0.0.1:${port}/x?sslmode=verify-full`)
  server.close()
  assert.match(
    told,
    /^SCOREBOOK_DATABASE_URL: the server at \S+ offers no TLS, but sslmode in the URL demands TLS/,
  )
})

test('a server that requires TLS, and a server that is full or starting', () => {
  const told = (code: string, message: string) =>
    sentenceOf(
      new CannotConnect(
        'postgresql://u:p@db/x',
        new pg.Client({ host: 'db', user: 'u', database: 'x' }),
        Object.assign(new Error(message), { code }),
      ),
    )
  assert.match(
    told('28000', 'no pg_hba.conf entry for host "10.0.0.1", user "u", database "x", no encryption') ?? '',
    /without TLS\. Add \?sslmode=verify-full/,
  )
  assert.match(told('53300', 'sorry, too many clients already') ?? '', /no connection left/)
  assert.match(
    told('57P03', 'the database system is starting up') ?? '',
    /takes no connections yet: the database system is starting up/,
  )
})

test('an account without the right to make tables', async () => {
  const failure = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  assert.match(
    sentenceOf(new SchemaError('Migration 0001-conventions failed', { cause: failure })) ?? '',
    /^SCOREBOOK_DATABASE_URL: the account may not change the schema \(permission denied for schema public\)\. Make it the owner/,
  )
})

test('a database that is newer than this version is reported before anything is done to it', async () => {
  const newer = await testDatabase()
  const client = new pg.Client(newer.connection)
  await client.connect()
  await client.query(`insert into schema_migrations (name, digest) values ('9999-later', '')`)
  await client.end()
  for (const look of [pendingMigrations, migrate]) {
    const told = await look(newer.connection).catch(sentenceOf)
    assert.match(String(told), /does not know \(9999-later\)/)
  }
  await newer.close()
})

test('serve, migrate and doctor refuse a database of an unreleased version', async () => {
  const old = await testDatabase()
  const client = new pg.Client(old.connection)
  await client.connect()
  await client.query('alter table schema_migrations drop column digest')
  await client.end()
  const env = {
    SCOREBOOK_DATABASE_URL: url({ database: old.connection.database ?? '' }),
    SCOREBOOK_DATA_DIR: join(folder, 'data'),
    SCOREBOOK_PORT: String(await freePort()),
  }
  for (const command of ['serve', 'migrate', 'doctor']) {
    const { code, out, err } = await ran([command], env)
    assert.equal(code, 1, out + err)
    assert.match(
      out + err,
      /This database was made by an unreleased version of Scorebook: .* empty folder or database/,
    )
    assert.doesNotMatch(out + err, /\n {4}at /)
  }
  await old.close()
})

test('where nothing can listen', () => {
  const told = (code: string) =>
    sentenceOf(new CannotListen({ host: 'h', port: 80 }, Object.assign(new Error('listen'), { code })))
  assert.match(told('EADDRNOTAVAIL') ?? '', /^SCOREBOOK_HOST: h is not an address of this machine/)
  assert.match(told('ENOTFOUND') ?? '', /^SCOREBOOK_HOST: the host name 'h' is not known here/)
  assert.match(told('EACCES') ?? '', /^SCOREBOOK_PORT: this account may not listen on port 80/)
  assert.match(told('EODD') ?? '', /^SCOREBOOK_HOST, SCOREBOOK_PORT: .*port 80: listen\.$/)
})

test('serve and doctor say the same, without a trace', async () => {
  const [port, closed] = [String(await freePort()), await freePort()]
  await writeFile(join(folder, 'keys.json'), '[]')
  const issuer = (more: object) =>
    JSON.stringify([{ issuer: 'https://id.example.org', audience: 'a', ...more }])
  const database = `postgresql://u:p@127.0.0.1:${closed}/x`
  for (const [args, env, code, expected] of [
    [['serve'], { SCOREBOOK_DATABASE_URL: database }, 1, /^SCOREBOOK_DATABASE_URL: nothing listens at /],
    [
      ['doctor'],
      { SCOREBOOK_DATABASE_URL: database },
      1,
      /FAIL {2}database: SCOREBOOK_DATABASE_URL: nothing listens at /,
    ],
    [
      ['serve'],
      { SCOREBOOK_HOST: '192.0.2.1' },
      1,
      /^SCOREBOOK_HOST: 192\.0\.2\.1 is not an address of this machine/,
    ],
    [
      ['doctor'],
      { SCOREBOOK_HOST: '192.0.2.1', SCOREBOOK_DATABASE_URL: database },
      1,
      /FAIL {2}port \d+: SCOREBOOK_HOST: 192/,
    ],
    [
      ['serve'],
      { SCOREBOOK_DATA_DIR: join(folder, 'keys.json') },
      1,
      /^SCOREBOOK_DATA_DIR: \S+keys\.json is a file/,
    ],
    [
      ['serve'],
      { SCOREBOOK_AUTH_ISSUERS: issuer({ jwksFile: join(folder, 'none') }) },
      2,
      /^SCOREBOOK_AUTH_ISSUERS: .*none: there is no such file\./,
    ],
    [
      ['serve'],
      { SCOREBOOK_AUTH_ISSUERS: issuer({ jwksFile: join(folder, 'keys.json') }) },
      2,
      /keys\.json: it is not a key set/,
    ],
    [
      ['doctor'],
      {
        SCOREBOOK_AUTH_ISSUERS: issuer({ jwksUri: `http://127.0.0.1:${closed}/k` }),
        SCOREBOOK_DATABASE_URL: database,
      },
      1,
      /FAIL {2}issuer https:\/\/id\.example\.org: SCOREBOOK_AUTH_ISSUERS: the keys .*: nothing listens there\./,
    ],
    [
      ['import-rankings', join(folder, 'nope.csv')],
      {},
      2,
      /nope\.csv cannot be read: there is no such file\.$/m,
    ],
    [['import-rankings', folder], {}, 2, /cannot be read: it is a folder\.$/m],
    [
      ['token', '--user', 'ann'],
      {},
      2,
      /^SCOREBOOK_DATA_DIR: no service has run on the folder \S+data yet\./,
    ],
  ] as const) {
    const {
      code: actual,
      out,
      err,
    } = await ran([...args], {
      SCOREBOOK_DATA_DIR: join(folder, 'data'),
      SCOREBOOK_PORT: port,
      ...env,
    })
    const told = out + err
    assert.equal(actual, code, told)
    assert.match(told, expected)
    assert.doesNotMatch(told, /\n {4}at /)
  }
})

/** `serve` runs in its own process, because it reacts to signals. */
function ran(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const place = { url: '', env: { ...process.env, ...env }, services: [] }
  return args[0] === 'serve' ? run(place, args) : call(place, args)
}
