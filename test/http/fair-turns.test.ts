/** Fair turns: networks take turns, however many of their addresses wait, and known people go first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Loads } from '../../src/http/turns/fair-line.ts'
import { type Sender, FairTurns } from '../../src/http/turns/fair-turns.ts'
import { Problem, unavailable } from '../../src/http/problem.ts'
import { addressOf, networksOf, pathFrom } from '../../src/http/where-from.ts'

const rules = {
  atOnce: 1,
  mostWaiting: 8,
  mostWaitingOfOne: 4,
  patience: 600_000,
  refusal: () => unavailable('Too many.'),
  refusalOfOne: () => new Problem(429, 'rate-limited', 'Too many from here.'),
}

/** A queue that the test works off step by step. It shows who began and who was refused, and can end the running task. */
function line(loads = new Loads(), more: Partial<typeof rules> = {}) {
  const turns = new FairTurns({ ...rules, ...more }, loads)
  const began: string[] = []
  const refused: string[] = []
  const ends: ((isRight: boolean) => void)[] = []
  const ask = (word: string, asking: Sender) => {
    const done = turns.run(asking, async (forgive) => {
      began.push(word)
      const isRight = await new Promise<boolean>((resolve) => ends.push(resolve))
      if (isRight) forgive()
    })
    done.catch((error: Problem) => refused.push(`${word} ${error.status}`))
  }
  const settle = () => new Promise(setImmediate)
  const endOne = async (isRight = false) => {
    await settle()
    ends.shift()?.(isRight)
    await settle()
  }
  return {
    began,
    refused,
    stranger: (word: string, ip: string) => ask(word, { known: false, path: pathFrom(addressOf(ip)) }),
    known: (word: string, ip: string) => ask(word, { known: true, path: [...pathFrom(addressOf(ip)), word] }),
    endOne,
    workOff: async () => {
      for (let n = 0; n < 200; n++) await endOne()
    },
  }
}

test('an address has the networks that it lies in, in whatever spelling it comes', () => {
  assert.equal(addressOf('2001:0db8:0001:0002::9'), addressOf('2001:db8:1:2::9'))
  assert.equal(addressOf('2001:0DB8:1:2:0:0:0:9'), '2001:db8:1:2::/64')
  assert.equal(addressOf('::ffff:c000:0201'), '192.0.2.1')
  assert.equal(addressOf('1::2:3:4:5:192.0.2.1'), '1:0:2:3::/64')
  assert.deepEqual(networksOf(addressOf('2001:db8:5:1fe::1')), {
    home: '2001:db8:5:100::/56',
    site: '2001:db8:5::/48',
    provider: '2001:db8::/32',
  })
  assert.deepEqual(networksOf('198.51.100.7'), { site: '198.51.100.0/24', provider: '198.51.0.0/16' })
  assert.deepEqual(networksOf('unknown'), {})
  assert.deepEqual(pathFrom('198.51.100.7'), ['198.51.0.0/16', '198.51.100.0/24', '198.51.100.7'])
  assert.equal(pathFrom(addressOf('fe80::1%eth0')).at(-1), 'fe80:0:0:0::/64')
})

test('a home line with many networks gets no more turns than one with a single network', async () => {
  const { began, stranger, workOff } = line(undefined, { mostWaiting: 100 })
  for (let n = 0; n < 20; n++) stranger(`home ${n}`, `2001:db8:5:1${n.toString(16).padStart(2, '0')}::1`)
  for (let n = 0; n < 3; n++) stranger(`other ${n}`, `2001:db9::${n}`)
  await workOff()
  assert.deepEqual(
    began.slice(0, 6).map((word) => word.split(' ')[0]),
    ['home', 'other', 'home', 'other', 'home', 'other'],
  )
  assert.equal(began.length, 23, 'nobody is forgotten')
})

test('a newcomer from a network without requests comes before everybody from networks with requests', async () => {
  const { began, stranger, endOne, workOff } = line(undefined, { mostWaiting: 1_000 })
  for (let round = 0; round < 3; round++)
    for (let n = 1; n <= 60; n++) stranger(`flood ${n}`, `10.${n}.0.${round}`)
  for (let n = 0; n < 61; n++) await endOne()
  stranger('owner', '192.0.2.1')
  await endOne()
  assert.equal(began.at(-1), 'owner')
  await workOff()
})

test('a network whose passwords are right is no burden', async () => {
  const { began, stranger, endOne, workOff } = line()
  for (let n = 0; n < 5; n++) {
    stranger(`office ${n}`, '192.0.2.1')
    await endOne(true)
  }
  stranger('guess', '198.51.100.1')
  await endOne(false)
  stranger('at work', '203.0.113.1')
  stranger('guess again', '198.51.100.1')
  stranger('office again', '192.0.2.1')
  await endOne(false)
  assert.equal(began.at(-1), 'office again')
  await workOff()
})

test('somebody who shares a provider with a flood waits for at most one turn of each other provider', async () => {
  const { began, stranger, endOne, workOff } = line(undefined, { mostWaiting: 1_000 })
  for (let n = 0; n < 50; n++) {
    stranger('flood', `2001:db8:5:1${n.toString(16).padStart(2, '0')}::1`)
    await endOne()
  }
  for (let round = 0; round < 3; round++)
    for (let n = 0; n < 20; n++) stranger('others', `10.${n}.0.${round}`)
  stranger('owner', '2001:db8:6::1')
  stranger('flood', '2001:db8:5:1ff::1')
  for (let n = 0; n < 20; n++) await endOne()
  assert.ok(began.slice(50).includes('owner'))
  assert.ok(!began.slice(50).includes('flood'))
  await workOff()
})

test('known ones go first, and a stranger after each four of them', async () => {
  const { began, stranger, known, workOff } = line(undefined, { mostWaiting: 100 })
  stranger('at work', '10.0.0.1')
  for (let n = 0; n < 3; n++) stranger(`stranger ${n}`, `10.${n}.0.2`)
  for (let n = 0; n < 10; n++) known(`known ${n}`, `10.${n}.0.3`)
  await workOff()
  assert.deepEqual(
    began.map((word) => word.split(' ')[0]),
    [
      'at',
      ...Array(4).fill('known'),
      'stranger',
      ...Array(4).fill('known'),
      'stranger',
      'known',
      'known',
      'stranger',
    ],
  )
})

test('when too many wait, one from the network with the most is sent away', async () => {
  const { began, refused, stranger, workOff } = line()
  stranger('at work', '203.0.113.1')
  for (let n = 0; n < 8; n++) stranger(`flood ${n}`, `10.0.${n}.1`)
  stranger('owner', '192.0.2.1')
  stranger('flood 8', '10.0.8.1')
  await workOff()
  assert.deepEqual(refused, ['flood 7 503', 'flood 8 503'])
  assert.ok(began.includes('owner'))
})

test('one sender has one turn at a time, and few wait', async () => {
  const { began, refused, stranger, workOff } = line(undefined, { atOnce: 2, mostWaiting: 100 })
  for (let n = 0; n < 7; n++) stranger(`one ${n}`, '192.0.2.1')
  await new Promise(setImmediate)
  assert.deepEqual(began, ['one 0'])
  assert.deepEqual(refused, ['one 5 429', 'one 6 429'])
  stranger('other', '192.0.2.2')
  await new Promise(setImmediate)
  assert.deepEqual(began, ['one 0', 'other'])
  await workOff()
})

test('a caller who waits too long gets an error, and leaves the line', async () => {
  const { refused, began, stranger, endOne } = line(undefined, { patience: 1 })
  stranger('at work', '192.0.2.1')
  stranger('impatient', '192.0.2.2')
  while (refused.length === 0) await new Promise(setImmediate)
  await endOne()
  assert.deepEqual([began, refused], [['at work'], ['impatient 503']])
})
