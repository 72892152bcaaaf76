/** Changes of one thing take turns, and no more of them wait than is of use. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/http/problem.ts'
import { MOST_WAITING, inTurn } from '../../src/http/turns.ts'

test('one comes after the other, also where one fails, and others do not wait for them', async () => {
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

test('whoever would come after too many is told to come again', async () => {
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
