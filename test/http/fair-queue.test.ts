/** Fair queues: the caller with the fewest running tasks is next, whoever came first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from '../../src/db/fair-queue.ts'
import { unavailable } from '../../src/http/problem.ts'
import { inSlices, slicesOf } from '../../src/http/turns/slices.ts'
import { Turns } from '../../src/http/turns/turns.ts'

/** Starts all waiting tasks, and returns them in the order in which they start. */
function begun(queue: FairQueue<string>): string[] {
  const order: string[] = []
  for (let next = queue.next(); next; next = queue.next()) {
    queue.remove(next)
    queue.count(next.party, 1)
    order.push(next.task)
  }
  return order
}

test('the party with the fewest running is next, and equals take turns', () => {
  const queue = new FairQueue<string>()
  for (const task of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2', 'a5']) queue.add(task.charAt(0), task)
  queue.count('c', 2)
  assert.deepEqual(begun(queue), ['a1', 'b1', 'a2', 'b2', 'c1', 'a3', 'a4', 'a5'])
  assert.equal(queue.size, 0)
  queue.add('a', 'a6')
  queue.add('d', 'd1')
  assert.deepEqual(queue.all(), ['a6', 'd1'])
  assert.deepEqual(begun(queue), ['d1', 'a6'])
})

test('tasks that do not fit are passed over, and tasks that were given up no longer wait', () => {
  const queue = new FairQueue<string>()
  const gone = queue.add('a', 'a1')
  queue.add('a', 'a2')
  queue.add('b', 'b1')
  queue.remove(gone)
  queue.remove(gone)
  assert.equal(queue.size, 2)
  assert.equal(queue.next((task) => task !== 'b1')?.task, 'a2')
  assert.equal(
    queue.next(() => false),
    undefined,
  )
})

const refusal = () => unavailable('Too many.')

test('of those who wait for the same, the caller with the fewest running tasks is next, although eight of another came first', async () => {
  const turns = new Turns({ atOnce: 4, mostWaiting: 99, refusal })
  const order: string[] = []
  const taking = (party: string) => {
    const turn = turns.take('readers', undefined, { party })
    void turn.come.then(() => order.push(party))
    return turn
  }
  const eight = Array.from({ length: 8 }, () => taking('eve'))
  const mine = [taking('ann'), taking('ann')]
  taking('bob')
  await sleep(0)
  assert.deepEqual(order.splice(0), ['eve', 'eve', 'eve', 'eve'])
  for (const turn of eight.slice(0, 3)) {
    turn.end()
    await sleep(0)
  }
  assert.deepEqual(
    order.splice(0),
    ['ann', 'bob', 'eve'],
    'Eve has two at work when her fifth begins, as many as come third',
  )
  mine[0]?.end()
  await sleep(0)
  assert.deepEqual(order, ['ann'])
})

test('a heavy task waits for its room and gives it back in parts, and alone it is never too heavy', async () => {
  const turns = new Turns({ atOnce: 10, mostWaiting: 99, refusal })
  const order: string[] = []
  const taking = (word: string, weight: number) => {
    const turn = turns.take('memory', undefined, { party: word, weight })
    void turn.come.then(() => order.push(word))
    return turn
  }
  const huge = taking('huge', 50)
  taking('small', 1)
  await sleep(0)
  assert.deepEqual(order, ['huge'])
  huge.lighten(6)
  taking('five', 5)
  taking('three', 3)
  await sleep(0)
  assert.deepEqual(order, ['huge', 'small'], 'three does not go past five, who would else wait for ever')
  huge.end()
  huge.lighten(0)
  await sleep(0)
  assert.deepEqual(order, ['huge', 'small', 'five', 'three'])
})

test('eight pieces of work of one caller have as many slices as one of another', async () => {
  const order: string[] = []
  const work = (party: string) =>
    slicesOf(party, () =>
      inSlices(
        (function* steps() {
          for (let n = 0; n < 6; n++) {
            const until = performance.now() + 11
            while (performance.now() < until);
            order.push(party)
            yield
          }
        })(),
      ),
    )
  await Promise.all([...Array.from({ length: 8 }, () => work('eve')), work('ann')])
  assert.ok(order.lastIndexOf('ann') < 8 + 2 * 6, order.join(' '))
})
