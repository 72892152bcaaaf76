import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deadlines } from '../../src/db/in-time.ts'

const late = () => new Error('late')
const never = () => new Promise<never>(() => {})

test('each piece of work has its own time, whatever the order in which they began', async () => {
  const deadlines = new Deadlines(late)
  const begun = performance.now()
  const ended: string[] = []
  const ends = (name: string, ms: number) =>
    assert.rejects(deadlines.within(never(), begun + ms), /late/).then(() => {
      assert.ok(performance.now() >= begun + ms)
      return ended.push(name)
    })
  // The timer keeps no process, so the test does.
  const kept = setTimeout(() => {}, 60_000)
  await Promise.all([ends('last', 90), ends('first', 30), ends('middle', 60)])
  clearTimeout(kept)
  assert.deepEqual(ended, ['first', 'middle', 'last'])
})

test('work that ends in time has its result or its own error', async () => {
  const deadlines = new Deadlines(late)
  const until = performance.now() + 60_000
  assert.equal(await deadlines.within(Promise.resolve(1), until), 1)
  await assert.rejects(deadlines.within(Promise.reject(new Error('its own')), until), /its own/)
})

test('an answer that has arrived is read before its time is over', async () => {
  const deadlines = new Deadlines(late)
  const { promise, resolve } = Promise.withResolvers<string>()
  const result = deadlines.within(promise, performance.now() + 20)
  // The process is busy until after the time; the answer arrives meanwhile.
  setTimeout(() => resolve('answer'), 15)
  const end = performance.now() + 40
  while (performance.now() < end);
  assert.equal(await result, 'answer')
})
