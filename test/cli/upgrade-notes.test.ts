/** `scorebook upgrade check` prints what is to be done since the version that used the database last. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import packageFile from '../../package.json' with { type: 'json' }
import { notesIn, upgradeNotes } from '../../src/cli/upgrade-notes.ts'
import { migrate, withClient } from '../../src/db/migrate.ts'
import { createDatabase } from '../database.ts'
import { call, placeFor } from '../served.ts'

const PAGE = `# Changelog

## Unreleased

### To upgrade

- **Stop** the service
  first ([why](docs/why.md)).

## 2.10.0, 2027-03-01

### To upgrade

- Run \`npm ci\`.
- Set SCOREBOOK_A.

### Added

- A thing that nobody must do.

## 2.9.0

### Added

- Another thing.

## 2.2.0

### To upgrade

- Renew the keys.
`

test('the notes of each version are read from the changelog, oldest first', () => {
  assert.deepEqual(notesIn(PAGE, '2.11.0'), [
    { version: '2.2.0', steps: ['Renew the keys.'] },
    { version: '2.9.0', steps: [] },
    { version: '2.10.0', steps: ['Run `npm ci`.', 'Set SCOREBOOK_A.'] },
    { version: '2.11.0', steps: ['Stop the service first (why: docs/why.md).'] },
  ])
})

test('our changelog has notes for this version, and none after it', async () => {
  const { version } = packageFile
  const all = await upgradeNotes(undefined, version)
  assert.equal(all.at(-1)?.version, version)
  assert.deepEqual(await upgradeNotes(version, version), [])
  assert.deepEqual(await upgradeNotes('0.1.0', version), all)
  const page = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  for (const { steps } of all) for (const step of steps) assert.ok(page.includes(step.slice(0, 12)), step)
})

test('the check says what to do since the version that used the database last', async (t) => {
  const connection = await createDatabase(`test_${randomBytes(8).toString('hex')}`)
  const { host, port, user, password, database } = connection
  const url = `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const place = await placeFor(t, { SCOREBOOK_DATABASE_URL: url })
  const check = async () => (await call(place, ['upgrade', 'check'])).out
  const used = (version: string) =>
    withClient(connection, (client) =>
      client.query(`comment on table schema_migrations is 'Used by Scorebook ${version}'`),
    )
  assert.match(await check(), /^note {2}the database does not say which version used it last/m)
  await migrate(connection)
  const now = await check()
  assert.ok(now.includes(`ok    Scorebook ${packageFile.version} used the database last\n`), now)
  assert.match(now, /^ok {4}nothing is to be done since then$/m)
  await used('0.1.0')
  const older = await check()
  assert.match(older, /^ok {4}Scorebook 0\.1\.0 used the database last$/m)
  assert.ok(
    older.includes(`note  for ${packageFile.version}: Start with an empty folder or database.`),
    older,
  )
  await migrate(connection)
  assert.equal(await check(), now)
})
