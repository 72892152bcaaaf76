/** The memory for parsed bodies: heavy and light bodies do not block one another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ArrivedBody, withRoomFor } from '../../src/http/lifecycle/made-bodies.ts'

const operation = { mostValues: 524_288 }
const body = (values: number): ArrivedBody => {
  const text = `[${Array(values).fill('{}').join()}]`
  return { length: text.length, text: () => text }
}

/** Begins work with bodies that ends when it is released. Returns how many bodies have room so far. */
function hold(count: number, values: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const all = Array.from({ length: count }, (_, n) =>
    withRoomFor(body(values), operation, `holder ${n}`, async () => {
      begun++
      await promise
    }),
  )
  return {
    begun: () => begun,
    async end() {
      resolve()
      await Promise.all(all)
    },
  }
}

const readBy = (caller: string, values: number) =>
  withRoomFor(body(values), operation, caller, async (read) => (await read()) as unknown[])

test('while heavy bodies wait for room, lighter ones of others are read', async () => {
  const heavy = hold(12, 200_000)
  try {
    await Promise.resolve()
    assert.ok(heavy.begun() < 12, 'they are more than there is room for')
    for (const values of [5_000, 20_000]) assert.equal((await readBy('another', values)).length, values)
  } finally {
    await heavy.end()
  }
})

test('while lighter bodies wait for room, a heavy one of another is read', async () => {
  const light = hold(200, 20_000)
  try {
    await Promise.resolve()
    assert.ok(light.begun() > 0 && light.begun() < 200, `${light.begun()} of 200 have room`)
    assert.equal((await readBy('another', 200_000)).length, 200_000)
  } finally {
    await light.end()
  }
})
