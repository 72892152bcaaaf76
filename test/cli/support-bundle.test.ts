/** The support bundle contains what a helper needs, and no secret from a setting, a URL or a table. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { main } from '../../src/cli/main.ts'
import { testDatabase } from '../database.ts'
import { urlOf } from '../replicas.ts'
import { type Place, call, placeFor } from '../served.ts'

const SECRETS = {
  SCOREBOOK_TOKEN: 'token-nobody-may-read',
  SCOREBOOK_CATALOG_URL: 'http://127.0.0.1:1',
  SCOREBOOK_CATALOG_TOKEN: 'catalog-token-nobody-may-read',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=header-nobody-may-read',
}

test('a bundle has no secret and nobody’s name, and is never written over a file', async (t) => {
  const place = await placeFor(t, SECRETS)
  const folder = String(place.env['SCOREBOOK_DATA_DIR'])
  assert.equal((await call(place, ['user', 'create', 'Somebody With A Name'])).code, 0)
  const to = join(folder, 'bundle.json')
  const { code, out, err } = await call(place, ['support-bundle', '--to', to])
  assert.equal(code, 0, err)
  assert.match(out, /bundle\.json is written\. Read it before you send it/)
  assert.equal((await stat(to)).mode & 0o777, 0o600)
  const text = await readFile(to, 'utf8')
  const password = await readFile(join(folder, 'password'), 'utf8')
  for (const secret of ['nobody-may-read', 'Somebody', password]) assert.ok(!text.includes(secret), secret)
  const bundle = JSON.parse(text)
  assert.equal(bundle.settings.SCOREBOOK_TOKEN, 'set')
  assert.equal(bundle.settings.SCOREBOOK_LOG_LEVEL, 'error')
  assert.ok(bundle.doctor.some((line: string) => line.startsWith('ok    database: PostgreSQL 18')))
  assert.ok(bundle.doctor.some((line: string) => line.startsWith('ok    backups: none yet')))
  assert.ok(bundle.database.tables.length > 50 && bundle.database.migrations.length > 7)
  const again = await call(place, ['support-bundle', '--to', to])
  assert.equal(again.code, 1)
  assert.match(again.err, /cannot be written: EEXIST.*Name another file with --to/)
})

test('a bundle has no secret from another server’s answer or from an address', async (t) => {
  const echo = createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: { message: `wrong: ${request.headers.authorization}, ${request.url}` } }),
    )
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  t.after(() => {
    echo.closeAllConnections()
    echo.close()
  })
  const address = echo.address()
  assert.ok(typeof address === 'object' && address)
  const url = `http://127.0.0.1:${address.port}`
  const place = await placeFor(t, {
    SCOREBOOK_MODEL_PROTOCOL: 'openai',
    SCOREBOOK_MODEL_URL: `${url}/v1`,
    SCOREBOOK_MODEL_NAME: 'some-model',
    SCOREBOOK_MODEL_KEY: 'model-key-nobody-may-read',
    SCOREBOOK_AUTH_ISSUERS: JSON.stringify([
      {
        issuer: url,
        audience: 'scorebook',
        jwksUri: `${url}/keys?key=query-nobody-may-read:more`,
        clientId: 'scorebook',
        clientSecret: 'client-secret-nobody-may-read',
      },
    ]),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}?key=query-nobody-may-read`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20header-nobody-may-read',
  })
  const { text, bundle } = await bundleOf(place)
  assert.ok(!text.includes('may-read'), text.match(/.*may-read.*/)?.[0])
  assert.ok(bundle.doctor.some((line) => /^FAIL {2}language model .* SCOREBOOK_MODEL_KEY/.test(line)))
  assert.ok(bundle.doctor.some((line) => /^FAIL {2}issuer .*\/keys\?…: /.test(line)))
})

test('a bundle lists the settings of a .env file like the settings of the environment', async (t) => {
  const place = await placeFor(t)
  const cwd = String(place.env['SCOREBOOK_DATA_DIR'])
  await writeFile(
    join(cwd, '.env'),
    'SCOREBOOK_AUDIT_DAYS=30\nSCOREBOOK_TOKEN=token-nobody-may-read\nOTEL_SERVICE_NAME=games\n',
  )
  const { text, bundle } = await bundleOf(place, cwd)
  assert.equal(bundle.settings['SCOREBOOK_AUDIT_DAYS'], '30')
  assert.equal(bundle.settings['SCOREBOOK_TOKEN'], 'set')
  assert.equal(bundle.settings['OTEL_SERVICE_NAME'], 'set')
  assert.ok(!text.includes('may-read'))
})

test('a bundle has nothing about other people’s clients', async (t) => {
  const database = await testDatabase()
  const other = new pg.Client({ ...database.connection, application_name: 'editor Alma-Example' })
  await other.connect()
  t.after(async () => {
    await other.end()
    await database.close()
  })
  const place = await placeFor(t, { SCOREBOOK_DATABASE_URL: urlOf([database.connection]) })
  const { text, bundle } = await bundleOf(place)
  assert.ok(!text.includes('Alma-Example'))
  assert.ok(bundle.database.connections.some(({ role }) => role === 'of others'))
})

test('a bundle reports a database that cannot be reached, without the password in its URL', async (t) => {
  const place = await placeFor(t, {
    SCOREBOOK_DATABASE_URL: 'postgresql://me:hidden-password@127.0.0.1:1/none',
  })
  const to = join(String(place.env['SCOREBOOK_DATA_DIR']), 'bundle.json')
  assert.equal((await call(place, ['support-bundle', '--to', to])).code, 0)
  const text = await readFile(to, 'utf8')
  assert.ok(!text.includes('hidden-password'))
  assert.match(JSON.parse(text).database.failed, /nothing listens at 127\.0\.0\.1:1/)
})

interface Bundle {
  settings: Record<string, string>
  doctor: string[]
  database: { connections: { role: string }[] }
}

async function bundleOf({ env }: Place, cwd = process.cwd()): Promise<{ text: string; bundle: Bundle }> {
  const to = join(String(env['SCOREBOOK_DATA_DIR']), 'bundle.json')
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await main(['support-bundle', '--to', to], { env, cwd, print: say, complain: say })
  assert.equal(code, 0, lines.join('\n'))
  const text = await readFile(to, 'utf8')
  return { text, bundle: JSON.parse(text) as Bundle }
}
