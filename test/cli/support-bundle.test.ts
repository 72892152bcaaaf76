/** The file for somebody who helps has what they need, and no secret that a setting, a URL or a table holds. */
import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { call, placeFor } from '../served.ts'

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

test('a bundle tells of a database that cannot be reached, without the password in its URL', async (t) => {
  const place = await placeFor(t, {
    SCOREBOOK_DATABASE_URL: 'postgresql://me:hidden-password@127.0.0.1:1/none',
  })
  const to = join(String(place.env['SCOREBOOK_DATA_DIR']), 'bundle.json')
  assert.equal((await call(place, ['support-bundle', '--to', to])).code, 0)
  const text = await readFile(to, 'utf8')
  assert.ok(!text.includes('hidden-password'))
  assert.match(JSON.parse(text).database.failed, /nothing listens at 127\.0\.0\.1:1/)
})
