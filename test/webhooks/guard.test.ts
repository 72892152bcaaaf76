/** Endpoints that lead to this machine or to a private net: refused by their form, or when they are connected to. */
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { violations } from '../support.ts'
import { testWorld } from '../world.ts'
import { receiver } from './receiver.ts'
import { roundsOf } from './rounds.ts'

const { service, world } = await testWorld()
const { db } = service
const { root } = world
const rounds = roundsOf(service)
/** As in production: no port of this machine may be called. */
const nowhere = { loopbackPorts: [] }

const REFUSED = {
  'this machine': 'https://127.0.0.1/h',
  'this machine with a port': 'https://127.0.0.1:8443/h',
  'its name': 'https://localhost/h',
  'its name with a dot': 'https://localhost./h',
  'a decimal host': 'https://2130706433/h',
  'a hexadecimal host': 'https://0x7f000001/h',
  'an octal host': 'https://0177.0.0.1/h',
  'a short host': 'https://127.1/h',
  IPv6: 'https://[::1]/h',
  'a mapped address': 'https://[::ffff:127.0.0.1]/h',
  'a mapped address in hexadecimal': 'https://[::ffff:7f00:1]/h',
  'an address of NAT64': 'https://[64:ff9b::7f00:1]/h',
  'a private net': 'https://10.0.0.7/h',
  'a link-local address': 'https://169.254.169.254/latest/meta-data/',
  'a unique local address': 'https://[fd00:ec2::254]/h',
  'a name without a dot': 'https://metadata/h',
  'an internal name': 'https://metadata.google.internal/h',
  'plain http': 'http://hooks.example.org/h',
  'another scheme': 'ftp://hooks.example.org/h',
  'a user name': 'https://user@hooks.example.org/h',
}

for (const [what, url] of Object.entries(REFUSED))
  test(`an endpoint at ${what} is refused`, async () => {
    const made = await root.post('/webhooks', { url })
    assert.equal(made.status, 400, made.text)
    assert.deepEqual(violations(made), ['url INVALID_VALUE'])
  })

for (const [what, url] of Object.entries({
  'no URL': 'hooks.example.org',
  'a fragment': 'https://hooks.example.org/h#part',
  'white space': 'https://hooks.example.org/a b',
}))
  test(`${what} is refused`, async () => {
    const made = await root.post('/webhooks', { url })
    assert.deepEqual([made.status, violations(made)], [400, ['url INVALID_FORMAT']])
  })

/** Makes a webhook that calls `url`, sends one ping, and returns why the ping failed. */
async function failureOf(url: string): Promise<string> {
  const hook = await rounds.hook(root, { url: 'https://hooks.example.org/h', port: 0, secret: '' })
  await db.many(sql`update webhooks set url = ${url}`)
  await root.post(`${hook.path}/test`)
  await rounds.send(nowhere)
  const { items } = (await root.get(`${hook.path}/deliveries`)).body
  assert.deepEqual([items[0].state, items[0].attempts], ['WAITING', 1])
  return items[0].lastError
}

function namesAreAt(t: TestContext, ...addresses: string[]): string[] {
  const asked: string[] = []
  t.mock.method(dns, 'lookup', (name: string, _options: object, answer: (...said: unknown[]) => void) => {
    asked.push(name)
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  return asked
}

for (const addresses of [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['1.1.1.1', '127.0.0.1'],
])
  test(`a public name that is at ${addresses.join(' and ')} is refused when it is connected to`, async (t) => {
    const to = await receiver()
    t.after(() => to.close())
    const asked = namesAreAt(t, ...addresses)
    assert.equal(
      await failureOf(`https://hooks.example.org:${to.port}/h`),
      "hooks.example.org is at an address that isn't public.",
    )
    assert.deepEqual(asked, ['hooks.example.org'])
    assert.deepEqual(to.received, [])
  })

test('an address that has come into the table by another way is refused at the attempt', async (t) => {
  const to = await receiver()
  t.after(() => to.close())
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]'])
    assert.match(await failureOf(`https://${host}:${to.port}/h`), /isn't a public address/)
  assert.deepEqual(to.received, [])
})

test('the address that is connected to is the one that was checked', async (t) => {
  const to = await receiver()
  t.after(() => to.close())
  let answers = 0
  t.mock.method(dns, 'lookup', (_name: string, _options: object, answer: (...said: unknown[]) => void) => {
    answers++
    answer(null, [{ address: answers === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }])
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  assert.match(await failureOf(`https://hooks.example.org:${to.port}/h`), /isn't public/)
  assert.deepEqual([answers, to.received], [1, []])
})

test('a redirect is a failure, and is not followed', async (t) => {
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => inside.close())
  const to = await receiver()
  t.after(() => to.close())
  const hook = await rounds.hook(root, to)
  const { port } = inside.address() as AddressInfo
  for (const status of [301, 302, 303, 307, 308]) {
    to.answers.push((response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end())
    const { body } = await root.post(`${hook.path}/test`)
    await rounds.pass()
    await rounds.send(to.settings)
    const { items } = (await root.get(`${hook.path}/deliveries?filter=id==${body.id}`)).body
    assert.equal(items[0].lastError, `The endpoint redirects (${status}), which is not followed.`)
    await db.many(sql`delete from webhook_deliveries`)
  }
  assert.deepEqual(asked, [])
})

test('a certificate that nobody trusts is a failure', async (t) => {
  const to = await receiver()
  t.after(() => to.close())
  const hook = await rounds.hook(root, to)
  await root.post(`${hook.path}/test`)
  await rounds.send({ loopbackPorts: [to.port] })
  assert.match((await root.get(hook.path)).body.lastFailure, /^The endpoint could not be reached \(\w+\)\.$/)
  assert.deepEqual(to.received, [])
})
