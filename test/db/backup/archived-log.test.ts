/** The archived log: which segments follow a backup, and which are no longer needed. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { forget } from '../../../src/db/backup/daily.ts'
import { makeBackup } from '../../../src/db/backup/folder.ts'
import { copyLog, logFolder } from '../../../src/db/backup/archived-log.ts'
import { SEGMENT, segmentOf } from '../../../src/db/backup/segments.ts'
import { Sink } from '../../../src/db/backup/sink.ts'
import { manifest } from './manifest.ts'

const { lineage } = manifest
const nameOf = (n: number) => segmentOf(1, BigInt(n * SEGMENT))

test('log is copied up to the first gap, and the gap is reported', async (t) => {
  const { backups, keep, files } = await places(t)
  await assert.rejects(
    copyLog({ ...manifest, name: 'x' }, backups, backups),
    /There is no log after the backup/,
  )
  for (const n of [1, 2, 3, 4, 6]) await keep(lineage, n)
  assert.deepEqual(await files(), [[nameOf(2), nameOf(3), nameOf(4)], nameOf(5)], '1 is before the backup')
  await keep(lineage, 5)
  assert.deepEqual(await files(), [[2, 3, 4, 5, 6].map(nameOf), undefined])
})

test('a segment with a changed bit, or without its end, is not copied', async (t) => {
  const { backups, keep, files } = await places(t)
  for (const n of [2, 3, 4]) await keep(lineage, n)
  const file = join(logFolder(backups, lineage), `${nameOf(3)}.zst`)
  const good = await readFile(file)
  for (let at = 20; at < good.length; at += good.length >> 3) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] ?? 0) ^ 1
    await writeFile(file, bad)
    assert.deepEqual(await files(), [[nameOf(2)], nameOf(3)], `byte ${at}`)
  }
  await writeFile(file, good.subarray(0, good.length >> 1))
  assert.deepEqual(await files(), [[nameOf(2)], nameOf(3)])
  await writeFile(file, good)
  assert.equal((await files())[1], undefined)
})

test('the log of a data folder that was restored or upgraded is deleted a week after its last backup', async (t) => {
  const { backups, data, keep } = await places(t)
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  const back = async (its: string, days: number) => {
    const at = daysAgo(days).toISOString()
    await makeBackup(backups, async () => ({ ...manifest, lineage: its, startedAt: at, endedAt: at }))
  }
  const [ours, old, other, written] = [lineage, '1'.repeat(16), '2'.repeat(16), '3'.repeat(16)]
  for (const its of [ours, old, other, written]) {
    for (const n of [1, 2]) await keep(its, n)
    await back(its, its === other ? 3 : 20)
  }
  for (const name of await readdir(logFolder(backups, old)))
    await utimes(join(logFolder(backups, old), name), daysAgo(9), daysAgo(9))
  await forget(backups, data)
  assert.deepEqual((await readdir(join(backups, 'log'))).toSorted(), [ours, other, written].toSorted())
  const left = async (its: string) => (await readdir(logFolder(backups, its))).length
  assert.deepEqual([await left(ours), await left(other), await left(written)], [1, 1, 2])
})

async function places(t: TestContext) {
  const backups = await mkdtemp(join(tmpdir(), 'log-'))
  t.after(() => rm(backups, { recursive: true }))
  const data = join(backups, 'data')
  await mkdir(data)
  await writeFile(join(data, 'lineage'), lineage)
  return {
    backups,
    data,
    keep: async (its: string, n: number) => {
      const folder = logFolder(backups, its)
      await mkdir(folder, { recursive: true })
      const sink = new Sink(join(folder, `${nameOf(n)}.zst`), { packed: true })
      await sink.write(Buffer.from(`segment ${n} of ${its}\n`.repeat(SEGMENT >> 5)).subarray(0, SEGMENT >> 1))
      await sink.write(Buffer.alloc(SEGMENT - Math.min(SEGMENT >> 1, SEGMENT), n))
      await sink.end()
    },
    /** Copies the log. Returns the copied segments, and the first one that is missing. */
    files: async () => {
      const into = await mkdtemp(join(backups, 'pg_wal-'))
      const breaksOff = await copyLog({ ...manifest, name: 'x' }, backups, into)
      return [(await readdir(into)).toSorted(), breaksOff] as const
    },
  }
}
