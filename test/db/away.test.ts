/** Background work while the database is away: it logs one line when the database goes, and one when it is back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Warn } from '../../src/db/background.ts'
import { Database } from '../../src/db/database.ts'
import { startPipeline } from '../../src/pipeline/worker.ts'
import { startMarking } from '../../src/resources/privacy-settings/marking.ts'
import { testDatabase } from '../database.ts'
import { proxyOf } from '../faults.ts'
import { SETTINGS } from '../pipeline/pipeline.ts'

interface Work {
  stop: () => Promise<void>
}

type Start = (db: Database, warn: Warn, name: string) => Work | Promise<Work>

const LOOK = 20

const works: Record<string, Start> = {
  'the pipeline': (db, warn, name) =>
    startPipeline({
      db,
      services: {},
      engine: () => assert.fail('nothing is published'),
      settings: SETTINGS,
      poll: LOOK,
      warn(message, facts, level) {
        if (message.startsWith(name)) warn(message, facts, level) // it starts an hourly job too, whose lines do not count
      },
    }),
  'the marking of histories': (db, warn) => startMarking(db, warn, LOOK),
}

for (const [name, start] of Object.entries(works)) {
  test(`${name} logs once that the database is away, and once that it is back`, async (t) => {
    const database = await testDatabase()
    const proxy = await proxyOf(database.connection)
    const db = new Database(proxy.connection, { statementTimeout: 500 })
    const logged: string[] = []
    const work = await start(
      db,
      (message, _facts, level = 'warn') => logged.push(`${level}: ${message}`),
      name,
    )
    t.after(async () => {
      await work.stop()
      await db.close()
      await proxy.close()
      await database.close()
    })
    proxy.refuse(true)
    while (logged.length === 0) await sleep(LOOK)
    await sleep(20 * LOOK)
    assert.deepEqual(logged, [`warn: ${name} waits for the database`])
    proxy.refuse(false)
    while (logged.length === 1) await sleep(LOOK)
    await sleep(20 * LOOK)
    assert.deepEqual(logged, [`warn: ${name} waits for the database`, `info: ${name} has its database again`])
  })
}
