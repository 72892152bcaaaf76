/** The workers while the database is away: one line when it goes, and one when it is back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPipeline } from '../../src/pipeline/worker.ts'
import { Database } from '../../src/db/database.ts'
import { testDatabase } from '../database.ts'
import { proxyOf } from '../faults.ts'
import { SETTINGS } from './pipeline.ts'

test('an outage of the database is told once, and its end', async () => {
  const database = await testDatabase()
  const proxy = await proxyOf(database.connection)
  const db = new Database(proxy.connection, { statementTimeout: 500 })
  const told: string[] = []
  const poll = 20
  const pipeline = await startPipeline({
    db,
    services: {},
    engine: () => assert.fail('nothing is published'),
    settings: SETTINGS,
    poll,
    warn(message) {
      if (!message.startsWith('old texts')) told.push(message) // an hourly work of its own, begun at the start
    },
  })
  proxy.refuse(true)
  while (told.length === 0) await sleep(poll)
  await sleep(20 * poll)
  assert.deepEqual(told, ['the pipeline waits for the database'])
  proxy.refuse(false)
  while (told.length === 1) await sleep(poll)
  await sleep(20 * poll)
  assert.deepEqual(told, ['the pipeline waits for the database', 'the pipeline has its database again'])
  await pipeline.stop()
  await db.close()
  await proxy.close()
  await database.close()
})
