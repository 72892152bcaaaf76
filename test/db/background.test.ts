/**
 * Background work: its rounds continue after failures, one failing part does not stop the others, and a stop waits for the
 * current round.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAll, startWork } from '../../src/db/background.ts'
import { DatabaseUnavailable } from '../../src/db/unavailable.ts'

const running = () => new AbortController().signal

test('a part that fails keeps no other from running, and is reported', async () => {
  const ran: string[] = []
  const part = (name: string, error?: Error) => () => {
    ran.push(name)
    return error ? Promise.reject(error) : Promise.resolve()
  }
  const odd = new Error('odd')
  await assert.rejects(runAll([part('a'), part('b', odd), part('c')], running()), odd)
  assert.deepEqual(ran, ['a', 'b', 'c'])
  await assert.rejects(runAll([part('d', odd), part('e', odd)], running()), /2 parts failed/)
})

test('while the database is away the other parts are not tried', async () => {
  const away = new DatabaseUnavailable('unreachable')
  await assert.rejects(runAll([() => Promise.reject(away), () => assert.fail('tried')], running()), away)
})

test('a round that fails is logged, and the next one runs', async () => {
  const logged: unknown[] = []
  const fourth = Promise.withResolvers<void>()
  let rounds = 0
  const work = startWork({
    name: 'the work',
    every: 5,
    warn: (message) => logged.push(message),
    async round() {
      rounds++
      if (rounds === 4) fourth.resolve()
      if (rounds % 2 === 1) throw new Error('odd')
    },
  })
  await fourth.promise
  await work.stop()
  assert.deepEqual([...new Set(logged)], ['the work failed'])
})

test('a stop ends the pause, and waits for the round under way', async () => {
  let ended = false
  const begun = Promise.withResolvers<void>()
  const work = startWork({
    name: 'the work',
    every: 60_000,
    warn: () => {},
    async round(stopping) {
      begun.resolve()
      while (!stopping.aborted) await sleep(1)
      await sleep(20)
      ended = true
    },
  })
  await begun.promise
  await work.stop()
  assert.equal(ended, true)
  const paused = startWork({
    name: 'the work',
    every: 60_000,
    warn: () => {},
    round: () => Promise.resolve(),
  })
  await sleep(5)
  await paused.stop()
})
