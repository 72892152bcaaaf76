/** The log of the embedded PostgreSQL has a limited size, and its last lines can be read. */
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { boundLog, sizeOf, tailOf } from '../../src/db/embedded/log-file.ts'

void test('keeps the newest and one older log, while the server goes on appending', async (t) => {
  const file = await logFile(t)
  const server = await open(file, 'a')
  t.after(() => server.close())
  await server.write('a'.repeat(90))
  await boundLog(file, 100)
  assert.equal(await sizeOf(file), 90)
  await server.write('b'.repeat(20))
  await boundLog(file, 100)
  assert.equal(await sizeOf(file), 0)
  await server.write('c')
  assert.equal(await readFile(file, 'utf8'), 'c')
  assert.equal(await readFile(`${file}.older`, 'utf8'), 'a'.repeat(90) + 'b'.repeat(20))
})

void test('returns what was logged since a start, and no more than the last lines', async (t) => {
  const file = await logFile(t)
  assert.equal(await tailOf(file, 0), '', 'a server that is slow to start has not logged yet')
  await appendFile(file, 'before\n')
  const before = await sizeOf(file)
  await appendFile(file, 'after\n')
  assert.equal(await tailOf(file, before), 'after')
  await appendFile(file, `${'x'.repeat(5000)}\n`)
  assert.equal((await tailOf(file, before)).length, 4095)
  assert.equal(await tailOf(file, 1_000_000), await tailOf(file, 0))
})

async function logFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'log-'))
  t.after(() => rm(folder, { recursive: true }))
  return path.join(folder, 'postgresql.log')
}
