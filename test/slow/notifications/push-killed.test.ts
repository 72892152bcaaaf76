/** Push messages of instances that are killed, and of a database that is frozen: none is lost, and none comes twice for nothing. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { type PushService, newDevice, pushService } from '../../notifications/push-service.ts'
import type { Person } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()
const { db } = service
const PATH = '/users/me/notifications'

async function serviceFor(t: TestContext): Promise<PushService> {
  const server = await pushService()
  t.after(async () => {
    await server.close()
    assert.deepEqual(server.faults, [])
  })
  return server
}

function instance(t: TestContext, { port, ca }: PushService): ChildProcess {
  const place = JSON.stringify({ connection: service.connection, port, ca })
  const child = spawn(process.execPath, [new URL('dying-sender.ts', import.meta.url).pathname, place], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.after(() => kill(child))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function registers(server: PushService): Promise<Person> {
  await world.pushes()
  const person = await world.newcomer()
  assert.equal((await person.patch(PATH, { kinds: ['CLAIM_REQUEST'] }, '*')).status, 200)
  const browser = server.browser()
  const { body } = await person.post(`${PATH}/devices`, { ...newDevice(), keys: browser.keys })
  await db.many(sql`update push_devices set endpoint = ${browser.endpoint} where id = ${body.id}`)
  return person
}

async function claims(owner: Person): Promise<void> {
  const ghost = await owner.post('/ghost-players', { displayName: 'Bob' })
  assert.equal((await world.bob.post('/claim-requests', { ghostPlayerId: ghost.body.id })).status, 201)
}

const sent = () =>
  db.one(sql<{ sent: number; due: number }>`
    select count(sent_at)::int as sent, count(least(due_at, lease_until))::int as due from push_devices`)

test('an instance is killed while messages are on their way, and another one sends them all', async (t) => {
  const server = await serviceFor(t)
  server.silent = true
  const people: Person[] = []
  for (let n = 0; n < 10; n++) people.push(await registers(server))
  const dying = instance(t, server)
  for (const person of people) await claims(person)
  await server.next()
  await kill(dying)
  const before = server.received.length
  assert.ok((await sent()).sent === 0, 'nobody knows that a message arrived')
  server.silent = false
  instance(t, server)
  while ((await sent()).sent < 10) await sleep(100)
  const browsers = server.received.slice(before).map(({ browser }) => browser)
  assert.equal(new Set(browsers).size, 10, 'each browser gets its message')
  assert.equal(browsers.length, 10, 'and none gets it twice from the second instance')
  assert.equal((await sent()).due, 0)
})

test('a database that is frozen in the middle holds messages up, and loses none', async (t) => {
  const server = await serviceFor(t)
  await db.many(sql`delete from push_devices`)
  const person = await registers(server)
  instance(t, server)
  await db.transaction(async (tx) => {
    await tx.many(sql`lock table push_devices, mail_head in access exclusive mode`)
    await sleep(3_000)
  })
  await claims(person)
  const { message } = await server.next()
  assert.equal(message.body, '1 claim')
  while ((await sent()).sent < 1) await sleep(100)
  assert.equal(server.received.length, 1)
})
