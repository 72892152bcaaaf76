/** Which backups are kept, and when the next one is due. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isDue } from '../../../src/db/backup/daily.ts'
import { type Reason, makeBackup } from '../../../src/db/backup/folder.ts'
import { removable } from '../../../src/db/backup/retention.ts'
import { manifest } from './manifest.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 17, 3)
const OURS = '0123456789abcdef'

const madeDaysAgo = (days: number, reason: Reason = 'daily', system = '1') => {
  const startedAt = new Date(NOW - days * DAY).toISOString()
  return { name: `${startedAt}-${reason}-${system}`, reason, startedAt, system }
}
type Made = ReturnType<typeof madeDaysAgo>

/** The backups that remain after one more was made. */
function after(kept: Made[], made: Made): Made[] {
  const gone = new Set(removable([...kept, made], made))
  return [...kept, made].filter((one) => !gone.has(one))
}

test('a year of daily backups leaves seven days, four weeks and six months', () => {
  const year = Array.from({ length: 365 }, (_, n) => madeDaysAgo(n))
  const gone = new Set(removable(year, madeDaysAgo(0)))
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
  let kept: Made[] = []
  for (let days = 364; days >= 0; days--) kept = after(kept, madeDaysAgo(days))
  const year = Array.from({ length: 365 }, (_, n) => madeDaysAgo(n))
  assert.equal(kept.length, 365 - removable(year, madeDaysAgo(0)).length)
})

test('what somebody made by hand stays, of those before migrations three, and what was just made always', () => {
  const byHand = Array.from({ length: 5 }, (_, n) => madeDaysAgo(400 + n, 'by-hand'))
  const before = Array.from({ length: 5 }, (_, n) => madeDaysAgo(500 + n, 'before-migration'))
  assert.deepEqual(removable([...byHand, ...before], madeDaysAgo(400, 'by-hand')), before.slice(3))
  assert.deepEqual(removable([madeDaysAgo(900)], madeDaysAgo(900)), [])
})

test('a clock that was years ahead for months does not make the backups of today go', () => {
  let kept: Made[] = []
  for (let days = 30; days > 0; days--) kept = after(kept, madeDaysAgo(days))
  for (let days = 200; days > 0; days--) kept = after(kept, madeDaysAgo(days - 4000))
  const ahead = kept.filter(({ startedAt }) => startedAt > new Date(NOW).toISOString())
  for (let day = 0; day < 10; day++) kept = after(kept, madeDaysAgo(-day))
  const today = kept.filter((one) => !ahead.includes(one))
  assert.deepEqual(
    today.slice(-7).map(({ name }) => name),
    Array.from({ length: 7 }, (_, n) => madeDaysAgo(-3 - n).name),
  )
  assert.ok(ahead.length > 0 && ahead.length < 20)
})

test('backups of another database in the folder push none out, and are not pushed out', () => {
  const theirs = Array.from({ length: 40 }, (_, n) => madeDaysAgo(n, 'daily', 'another'))
  const ours = madeDaysAgo(0.1)
  assert.deepEqual(removable([...theirs, ours], ours), [])
})

test('whatever the clock does, what was just made stays, what was made by hand stays, and of each day of a week one', () => {
  const reasons: Reason[] = ['daily', 'daily', 'daily', 'by-hand', 'before-migration', 'before-upgrade']
  let state = 7
  const below = (n: number) => (state = (state * 48_271) % 2_147_483_647) % n
  for (let round = 0; round < 50; round++) {
    let kept: Made[] = []
    let days = 500
    for (let step = 0; step < 120; step++) {
      days += below(20) === 0 ? below(300) - 150 : -below(3) / 2
      const made = madeDaysAgo(days, reasons[below(6)], String(below(2)))
      const before = kept
      kept = after(kept, made)
      const gone = before.filter((one) => !kept.includes(one))
      assert.ok(kept.includes(made), `${made.name} has gone at once`)
      assert.ok(gone.every(({ reason, system }) => reason !== 'by-hand' && system === made.system))
      assert.ok(gone.every(({ startedAt }) => startedAt <= made.startedAt))
      assert.deepEqual(removable(kept, made), [], 'twice is the same as once')
      for (const lost of gone.filter(({ reason }) => reason === 'daily')) {
        const later = kept.filter(
          ({ reason, system, startedAt }) =>
            reason === 'daily' && system === lost.system && startedAt >= lost.startedAt,
        )
        assert.ok(
          new Set(later.map(({ startedAt }) => startedAt.slice(0, 10))).size >= 7 ||
            later.some(({ startedAt }) => startedAt.slice(0, 10) === lost.startedAt.slice(0, 10)),
          `${lost.name} has gone too early`,
        )
      }
    }
  }
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

test('a daily backup of a clock that was ahead, or of another data folder, is not in the way of the next one', async (t) => {
  const { data, folder, madeBackup } = await places(t)
  const at = (day: number) => new Date(Date.UTC(2026, 5, day, 3, 1))
  await utimes(join(data, 'cluster', 'PG_VERSION'), at(10), at(10))
  await madeBackup(new Date(Date.UTC(2030, 0)), 'daily')
  assert.equal(await isDue(data, folder, 3, at(17)), true)
  await madeBackup(at(17), 'daily', 'fedcba9876543210')
  assert.equal(await isDue(data, folder, 3, at(17)), true)
  await madeBackup(at(17), 'daily')
  assert.equal(await isDue(data, folder, 3, at(17)), false)
})

async function places(t: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'due-'))
  t.after(() => rm(data, { recursive: true }))
  await mkdir(join(data, 'cluster'))
  await writeFile(join(data, 'cluster', 'PG_VERSION'), '18\n')
  await writeFile(join(data, 'lineage'), OURS)
  const folder = join(data, 'backups')
  await mkdir(folder)
  return {
    data,
    folder,
    madeBackup: (at: Date, reason: Reason, lineage = OURS) =>
      makeBackup(folder, async () => ({
        ...manifest,
        reason,
        lineage,
        startedAt: at.toISOString(),
        endedAt: at.toISOString(),
      })),
  }
}
