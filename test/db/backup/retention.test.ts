/** Which backups are kept, and when the next one is due. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isDue } from '../../../src/db/backup/daily.ts'
import type { Reason } from '../../../src/db/backup/folder.ts'
import { removable } from '../../../src/db/backup/retention.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 17, 3)

const madeDaysAgo = (days: number, reason: Reason = 'daily') => {
  const startedAt = new Date(NOW - days * DAY).toISOString()
  return { name: `${startedAt}-${reason}`, reason, startedAt }
}

test('a year of daily backups leaves seven days, four weeks and six months', () => {
  const year = Array.from({ length: 365 }, (_, n) => madeDaysAgo(n))
  const gone = new Set(removable(year))
  const kept = year.filter((one) => !gone.has(one)).map(({ startedAt }) => startedAt.slice(0, 10))
  assert.deepEqual(kept, [
    '2026-06-17',
    '2026-06-16',
    '2026-06-15',
    '2026-06-14',
    '2026-06-13',
    '2026-06-12',
    '2026-06-11',
    '2026-06-07',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
  ])
})

test('what was kept day by day is the same as what is kept of all at once', () => {
  let kept: ReturnType<typeof madeDaysAgo>[] = []
  for (let days = 364; days >= 0; days--) {
    kept.push(madeDaysAgo(days))
    const gone = new Set(removable(kept))
    kept = kept.filter((one) => !gone.has(one))
  }
  const year = Array.from({ length: 365 }, (_, n) => madeDaysAgo(n))
  assert.equal(kept.length, 365 - removable(year).length)
})

test('what somebody made by hand stays, of those before migrations three, and the newest of all always', () => {
  const byHand = Array.from({ length: 5 }, (_, n) => madeDaysAgo(400 + n, 'by-hand'))
  const before = Array.from({ length: 5 }, (_, n) => madeDaysAgo(500 + n, 'before-migration'))
  assert.deepEqual(removable([...byHand, ...before]), before.slice(3))
  assert.deepEqual(removable([madeDaysAgo(900)]), [])
})

test('a daily backup is due when its hour has come since the last one, or since the database was made', async (t) => {
  const { data, folder, madeBackup } = await places(t)
  const at = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 5, day, hour, minute))
  await utimes(join(data, 'cluster', 'PG_VERSION'), at(17, 1), at(17, 1))
  assert.equal(await isDue(data, folder, 3, at(17, 2, 59)), false, 'the database is new')
  assert.equal(await isDue(data, folder, 3, at(17, 3)), true)
  assert.equal(await isDue(data, folder, 3, at(19, 1)), true, 'the machine was off at the hour')
  await madeBackup(at(17, 3, 1), 'by-hand')
  assert.equal(await isDue(data, folder, 3, at(17, 4)), true, 'what was made by hand is no daily one')
  await madeBackup(at(17, 3, 2), 'daily')
  assert.equal(await isDue(data, folder, 3, at(17, 4)), false)
  assert.equal(await isDue(data, folder, 3, at(18, 2, 59)), false)
  assert.equal(await isDue(data, folder, 3, at(18, 3)), true)
})

async function places(t: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'due-'))
  t.after(() => rm(data, { recursive: true }))
  await mkdir(join(data, 'cluster'))
  await writeFile(join(data, 'cluster', 'PG_VERSION'), '18\n')
  const folder = join(data, 'backups')
  return {
    data,
    folder,
    madeBackup: async (at: Date, reason: Reason) => {
      const own = join(folder, `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${reason}`)
      await mkdir(own, { recursive: true })
      const manifest = {
        format: 1,
        reason,
        startedAt: at.toISOString(),
        endedAt: at.toISOString(),
        scorebook: '0.1.0',
        postgres: '18',
        system: '1',
        lineage: '0123456789abcdef',
        log: { timeline: 1, from: '0/2000028', to: '0/2000120' },
        migrations: [],
        unpacked: 1,
        files: {},
      }
      await writeFile(join(own, 'manifest.json'), JSON.stringify(manifest))
    },
  }
}
