/** A short failover drill, with commits that wait for a standby and with commits that do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drill } from './drill/drill.ts'
import { broken, brokenIn } from './drill/promises.ts'
import { timesOf } from './drill/times.ts'

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

test('a walk with Patroni that breaks a promise is found', () => {
  const none = { missed: 0, backwards: 0, doubled: 0, lost: 0, writtenToReplaced: 0, withoutPosition: 0 }
  const kept = {
    ...none,
    walk: 'killed',
    mayGoBack: false,
    promise: 'another primary' as const,
    acknowledged: 100,
    retried: 0,
    lostThoughReplicated: 0,
    pairs: 80,
    pairsElsewhere: 20,
    missedElsewhere: 0,
    answers: 50,
    answersElsewhere: 50,
    backwardsElsewhere: 0,
    changesAway: 26_000,
    readsAway: 26_000,
    slowestRead: 10,
    readsRefused: 4,
    promotedAfter: 25_000,
    changesAfterPromotion: 300,
    readsAfterPromotion: 100,
    refusals: [],
  }
  assert.deepEqual(brokenIn(kept), [])
  for (const fault of Object.keys(none)) assert.equal(brokenIn({ ...kept, [fault]: 3 }).length, 1, fault)
  assert.equal(brokenIn({ ...kept, changesAway: 35_001 }).length, 1)
  assert.equal(brokenIn({ ...kept, readsAfterPromotion: 2_001 }).length, 1)
  assert.equal(brokenIn({ ...kept, promise: 'the primary stays' }).length, 1)
  assert.equal(brokenIn({ ...kept, promise: undefined }).length, 1, 'nobody said why they refused')
})

test('the longest silence between answers is what clients waited for', () => {
  const sent = (n: number, instance: number, at: number, key?: string) => ({
    entry: { is: 'sent', n, by: 'a', instance, method: 'GET', path: '/', ...(key ? { key } : {}) } as const,
    at,
  })
  const answered = (n: number, status: number, at: number) => ({
    entry: { is: 'answered', n, ms: 1, status, headers: {}, text: '' } as const,
    at,
  })
  const timed = [
    sent(1, 0, 0, 'k'),
    answered(1, 201, 10),
    sent(2, 1, 10),
    answered(2, 200, 20),
    sent(3, 0, 20),
    answered(3, 503, 90),
    sent(4, 0, 100),
    answered(4, 200, 130),
    sent(5, 1, 130, 'l'),
    answered(5, 201, 300),
    sent(6, 1, 300),
    answered(6, 200, 420),
  ]
  assert.deepEqual(timesOf(timed, 2, 100), {
    changesAway: 290,
    readsAway: 400,
    slowestRead: 120,
    readsRefused: 1,
    changesAfterPromotion: Infinity, // the first instance has acknowledged none
    readsAfterPromotion: 320,
  })
})
