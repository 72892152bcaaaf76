/** The memory of the embedded server: what the setting says, or else a share of the machine's memory, within limits. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { memoryOf } from '../../src/db/embedded/memory.ts'
import { startEmbeddedServer } from '../../src/db/embedded/server.ts'

test('it follows from the memory of the machine or its container, within limits', () => {
  assert.deepEqual(memoryOf({}, 100), { sharedBuffers: 32, workMem: 4, maxWalSize: 256 })
  assert.deepEqual(memoryOf({}, 512), { sharedBuffers: 128, workMem: 4, maxWalSize: 256 })
  assert.deepEqual(memoryOf({}, 4096), { sharedBuffers: 1024, workMem: 4, maxWalSize: 1024 })
  assert.deepEqual(memoryOf({}, 65_536), { sharedBuffers: 2048, workMem: 32, maxWalSize: 4096 })
  const here = memoryOf({})
  assert.ok(here.sharedBuffers >= 32 && here.sharedBuffers <= 2048)
})

test('a setting wins, in MB or GB, and anything else is refused', () => {
  const config = (value: string) => readConfig({ SCOREBOOK_POSTGRES_SHARED_BUFFERS: value }, tmpdir())
  assert.deepEqual(memoryOf(config('2GB').memory, 512), { sharedBuffers: 2048, workMem: 4, maxWalSize: 256 })
  assert.equal(config('48 mb').memory.sharedBuffers, 48)
  for (const wrong of ['2', '2TB', '0MB', 'much', '16kB'])
    assert.throws(() => config(wrong), /SCOREBOOK_POSTGRES_SHARED_BUFFERS must be a size from 1MB on/)
})

test('the server runs with it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  const memory = { sharedBuffers: 40, workMem: 5, maxWalSize: 300 }
  const server = await startEmbeddedServer({ dir: folder, exclusive: false, log: () => {}, memory })
  t.after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query(`
    select current_setting('shared_buffers') as buffers, current_setting('work_mem') as sort,
      current_setting('max_wal_size') as wal`)
  await client.end()
  assert.deepEqual(rows, [{ buffers: '40MB', sort: '5MB', wal: '300MB' }])
})
