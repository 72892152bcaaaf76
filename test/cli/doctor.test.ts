/** `scorebook doctor`: each finding says what is wrong, and what to do. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
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
    /^FAIL {2}clock: that of PostgreSQL is \d\d s ahead of this machine's, .*timedatectl/m,
  )
})
