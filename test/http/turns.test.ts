/** Turns: only a limited number of tasks with the same name run at once, and a limited number wait, in their order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, unavailable } from '../../src/http/problem.ts'
import { DatabaseUnavailable } from '../../src/db/unavailable.ts'
import { AT_ONCE, AT_ONCE_OF, callerTurns, dismissBehind } from '../../src/http/lifecycle/caller-turns.ts'
import { MOST_WAITING, Turns, inTurn } from '../../src/http/turns/turns.ts'

test('tasks of one name run one after the other, even if one fails, and other tasks do not wait for them', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const one = inTurn('a', async () => {
    await first.promise
    order.push('one')
    throw new Error('fails')
  })
  const two = inTurn('a', () => Promise.resolve(order.push('two')))
  await inTurn('b', () => Promise.resolve(order.push('other')))
  first.resolve()
  await assert.rejects(one, /fails/)
  await two
  assert.deepEqual(order, ['other', 'one', 'two'])
})

test('a task behind too many others is refused and asked to come again', async () => {
  const end = Promise.withResolvers<void>()
  const taken = Array.from({ length: MOST_WAITING + 1 }, () => inTurn('c', () => end.promise))
  await assert.rejects(
    inTurn('c', () => end.promise),
    (error) => error instanceof Problem && error.status === 503 && error.headers['retry-after'] !== undefined,
  )
  end.resolve()
  await Promise.all(taken)
  assert.equal(await inTurn('c', () => Promise.resolve('again')), 'again')
})

const refusal = () => unavailable('Too many.')

/** Takes a turn, and notes in `order` when it comes or is refused. */
function taking<Kind extends string>(turns: Turns<Kind>, order: string[], word: string, kind?: Kind) {
  const turn = turns.take('a', kind)
  void turn.come.then(
    () => order.push(word),
    () => order.push(`${word} refused`),
  )
  return turn
}

test('fewer costly tasks run at once, and cheap ones pass those that wait', async () => {
  const turns = new Turns<'costly'>({ atOnce: 3, atOnceOf: { costly: 1 }, mostWaiting: 9, refusal })
  const order: string[] = []
  const one = taking(turns, order, 'costly 1', 'costly')
  taking(turns, order, 'costly 2', 'costly')
  const cheap = taking(turns, order, 'cheap 1')
  taking(turns, order, 'cheap 2')
  taking(turns, order, 'cheap 3')
  await sleep(0)
  assert.deepEqual(order, ['costly 1', 'cheap 1', 'cheap 2'])
  cheap.end()
  cheap.end() // a second `end` has no effect
  await sleep(0)
  assert.deepEqual(order.slice(3), ['cheap 3'])
  one.end()
  await sleep(0)
  assert.deepEqual(order.slice(4), ['costly 2'])
})

test('whoever gives up leaves the queue, whoever waited too long is refused, and nobody else waits for them', async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 9, patience: 50, refusal })
  const order: string[] = []
  const first = taking(turns, order, 'first')
  taking(turns, order, 'gone').end()
  taking(turns, order, 'late')
  await sleep(100)
  const next = taking(turns, order, 'next')
  first.end()
  await sleep(0)
  assert.deepEqual(order, ['first', 'gone refused', 'late refused', 'next'])
  next.end()
  taking(turns, order, 'again')
  await sleep(0)
  assert.equal(order.at(-1), 'again')
})

test('a task behind a change that found the database away fails at once', async () => {
  const { promise: found, reject: lose } = Promise.withResolvers<void>()
  const first = inTurn('a row', () => found)
  let began = 0
  const behind = [1, 2, 3].map(() => inTurn('a row', async () => void began++))
  const others = inTurn('another row', async () => 'done')
  lose(new DatabaseUnavailable('gone', { reason: 'away' }))
  const results = await Promise.allSettled([first, ...behind])
  assert.ok(results.every((one) => one.status === 'rejected' && one.reason instanceof DatabaseUnavailable))
  assert.equal(began, 0)
  assert.equal(await others, 'done')
  assert.equal(await inTurn('a row', async () => 'served again'), 'served again')
})

test('each of several processes has its part of the limits for a caller, and at least one', async () => {
  for (const [processes, atOnce, filtered] of [
    [1, 8, 2],
    [2, 4, 1],
    [3, 2, 1],
    [10, 1, 1],
  ] as const) {
    const turns = callerTurns(processes)
    const begun = async (kind?: 'filtered') => {
      const taken = Array.from({ length: 20 }, () => turns.take(kind ?? 'plain', kind))
      let count = 0
      for (const { come } of taken) void come.then(() => count++).catch(() => {})
      await sleep(1)
      const counted = count
      for (const { end } of taken.toReversed()) end()
      return counted
    }
    assert.equal(await begun(), atOnce)
    assert.equal(await begun('filtered'), filtered)
  }
})

test('a task behind a request that the database does not answer fails with it, but not behind a slow search', async () => {
  const turns = callerTurns()
  const searches = Array.from({ length: AT_ONCE_OF.filtered }, () => turns.take('ann', 'filtered'))
  const others = Array.from({ length: AT_ONCE - searches.length }, () => turns.take('ann'))
  await Promise.all([...searches, ...others].map(({ come }) => come))
  const told: string[] = []
  const waiting = (word: string, kind?: 'filtered') =>
    turns.take('ann', kind).come.catch((error: unknown) => {
      assert.ok(error instanceof DatabaseUnavailable)
      told.push(word)
    })
  const search = waiting('search', 'filtered')
  const get = waiting('get')
  const ended = new DatabaseUnavailable('Too slow.', { reason: 'slow', cause: new Error('57014') })
  dismissBehind(turns, 'ann', 'filtered', ended)
  dismissBehind(turns, 'ann', undefined, new Error('of its own'))
  await sleep(1)
  assert.deepEqual(told, [])
  dismissBehind(turns, 'ann', 'filtered', new DatabaseUnavailable('Away.'))
  await search
  assert.deepEqual(told, ['search'])
  dismissBehind(turns, 'ann', undefined, new DatabaseUnavailable('No answer came.', { reason: 'slow' }))
  await get
  assert.deepEqual(told, ['search', 'get'])
})
