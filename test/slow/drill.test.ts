/** A short failover drill, with commits that wait for a standby and with commits that do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drill } from './drill/drill.ts'
import { broken } from './drill/promises.ts'

const SHORT = { instances: 4, writers: 4, readers: 4, pairs: 400, failovers: 1 }

for (const synchronous of [true, false]) {
  const commits = synchronous ? 'wait for a standby' : 'wait for nobody'
  test(`a failover keeps its promises where commits ${commits}`, async (t) => {
    const tell = (line: string) => t.diagnostic(line)
    const outcome = await drill({ ...SHORT, synchronous, delay: synchronous ? '0' : '200ms', tell })
    t.diagnostic(JSON.stringify(outcome))
    assert.deepEqual(broken(outcome, { synchronous }), [])
  })
}
