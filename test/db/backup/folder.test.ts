/** The backup folder: it notices backups that were changed, and chooses one if nobody names one. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  type Manifest,
  backupsIn,
  digestOf,
  findBackup,
  lastOf,
  makeBackup,
  writeAll,
} from '../../../src/db/backup/folder.ts'
import { restoreBackup } from '../../../src/db/backup/restore.ts'
import { manifest } from './manifest.ts'

test('a manifest with a changed byte is reported, or reads the same', async (t) => {
  const folder = await temporary(t)
  const { name } = await makeBackup(folder, async () => manifest)
  const file = join(folder, name, 'manifest.json')
  const text = await readFile(file)
  for (let at = 0; at < text.length; at++) {
    const other = Buffer.from(text)
    other[at] = (other[at] ?? 0) ^ 1
    await writeFile(file, other)
    const { backups, unreadable } = await backupsIn(folder)
    const [read] = backups
    if (read) assert.deepEqual(read, { ...manifest, name, folder: join(folder, name) }, 'only space differs')
    else assert.match(unreadable[0]?.why ?? '', /The manifest of \S+ is damaged/)
  }
})

test('a backup that lacks a file or a part of one is not listed as complete, and replaces no other backup', async (t) => {
  const folder = await temporary(t)
  const files = { password: { bytes: 6, sha256: digestOf('secret') } }
  const { name } = await makeBackup(folder, async (draft) => {
    await writeFile(join(draft, 'password'), 'secret')
    return { ...manifest, files }
  })
  const file = join(folder, name, 'password')
  assert.equal((await backupsIn(folder)).backups.length, 1)
  await truncate(file, 5)
  const told = await backupsIn(folder)
  assert.deepEqual(told.backups, [])
  assert.match(told.unreadable[0]?.why ?? '', /is not whole: password has 5 bytes in place of 6\./)
  await rm(file)
  assert.match((await backupsIn(folder)).unreadable[0]?.why ?? '', /is not whole: password is missing\./)
})

test('no backup counts as the newest if its date is in the future, or if two databases were backed up in turns', async (t) => {
  const folder = await temporary(t)
  const make = (day: string, more: Partial<Manifest> = {}) =>
    makeBackup(folder, async () => ({
      ...manifest,
      startedAt: `${day}T03:00:00.000Z`,
      endedAt: `${day}T03:01:00.000Z`,
      ...more,
    }))
  await make('2026-01-01')
  const upgraded = await make('2026-01-02', { system: '2' })
  assert.equal((await findBackup(folder, undefined)).name, upgraded.name, 'one database went on as another')
  const inTurns = await make('2026-01-03')
  await assert.rejects(findBackup(folder, undefined), /are of different databases, .* Name the backup\.$/)
  assert.equal((await findBackup(folder, inTurns.name)).name, inTurns.name)
  assert.equal((await findBackup(folder, undefined, new Date('2026-01-02T12:00Z'))).name, upgraded.name)

  const ahead = await make('2999-01-01')
  await assert.rejects(findBackup(folder, undefined), /is dated in the future, .* Name the backup\.$/)
  const { backups } = await backupsIn(folder)
  assert.equal(backups.at(-1)?.name, ahead.name)
  assert.equal(lastOf(backups)?.name, inTurns.name, 'its age is no good news')
})

test('a backup of an earlier PostgreSQL names the Scorebook that can restore it', async (t) => {
  const folder = await temporary(t)
  const refused = async (more: Partial<Manifest>, why: RegExp) => {
    const backup = await makeBackup(folder, async () => ({ ...manifest, postgres: '17', ...more }))
    await assert.rejects(restoreBackup(backup, { to: join(folder, 'to'), backups: folder }), why)
    await assert.rejects(stat(join(folder, 'to')), 'nothing was begun')
  }
  await refused({}, /is of PostgreSQL 17, .* Restore it with Scorebook 0\.1\.0, and then upgrade/)
  await refused(
    { reason: 'before-upgrade' },
    /Restore it with the Scorebook that you used before the upgrade, which brings PostgreSQL 17/,
  )
})

test('if a disk takes a part of the data, the rest is written next', async () => {
  const written: string[] = []
  const handle = {
    write: async (bytes: Buffer, from: number, length: number, at: number | null) => {
      const part = bytes.subarray(from, from + Math.min(length, 4))
      written.push(`${String(at)} ${part.toString()}`)
      return { bytesWritten: part.length, buffer: bytes }
    },
  } as unknown as Parameters<typeof writeAll>[0]
  await writeAll(handle, Buffer.from('0123456789'))
  await writeAll(handle, Buffer.from('012345'), 100)
  assert.deepEqual(written, ['null 0123', 'null 4567', 'null 89', '100 0123', '104 45'])
})

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folder-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
