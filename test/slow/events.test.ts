/** Event streams while servers are killed and cut off, and the cost of 2,000 streams. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import { issueToken } from '../../src/identity/embedded-issuer.ts'
import { App } from '../events/app.ts'
import { Follower } from '../events/follower.ts'
import { type Proxy, proxyOf } from '../faults.ts'
import { newAccount } from '../identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { type Place, type Served, placeFor, serve } from '../served.ts'
import { waitFor } from '../wait-for.ts'

const HARMS = 10
const STREAMS = 2_000
/** The number of streams of each person. */
const EACH = 8

interface Two {
  replica: Replica
  proxy: Proxy
  instances: { place: Place; served: Served }[]
  token: (name: string) => Promise<string>
}

/** Starts two instances with one database, which they reach through a proxy. */
async function twoInstances(t: TestContext): Promise<Two> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const replica = await Replica.primary(folder, 'p')
  t.after(() => replica.end())
  await migrate(replica.address)
  const proxy = await proxyOf(replica.address)
  t.after(() => proxy.close())
  const db = new Database(replica.address)
  t.after(() => db.close())
  const settings = {
    SCOREBOOK_DATABASE_URL: urlOf([{ ...replica.address, host: '127.0.0.1', port: proxy.port }]),
    SCOREBOOK_PIPELINE: 'off',
    SCOREBOOK_WEB: 'off',
    SCOREBOOK_LOG_LEVEL: 'fatal',
    SCOREBOOK_BASE_URL: 'http://localhost:8080',
  }
  const instances = await Promise.all(
    [1, 2].map(async () => {
      const place = await placeFor(t, settings)
      const served = serve(place)
      await served.ready()
      return { place, served }
    }),
  )
  return {
    replica,
    proxy,
    instances,
    async token(name) {
      const account = await newAccount(db, name, ['player'])
      return issueToken(db, {
        issuer: 'http://localhost:8080',
        account,
        roles: ['player'],
        scopes: [],
        hours: 2,
      })
    },
  }
}

/** Makes ghost players until it is stopped. Each request is repeated with its key until it is acknowledged. */
function writer(urls: readonly string[], token: string) {
  const made: string[] = []
  const stopping = new AbortController()
  const send = async (key: string, url: string) => {
    const response = await fetch(`${url}${PREFIX}/ghost-players`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"displayName":"Carol"}',
      signal: AbortSignal.timeout(10_000),
    })
    return response.status === 201 ? ((await response.json()) as { id: string }).id : undefined
  }
  const working = (async () => {
    while (!stopping.signal.aborted) {
      const key = uuidv7()
      for (let attempt = 0; ; attempt++) {
        const id = await send(key, urls[attempt % urls.length] ?? '').catch(() => undefined)
        if (id !== undefined) {
          made.push(`ghost-player.created /ghost-players/${id} 1`)
          break
        }
        await sleep(20)
      }
      await sleep(20)
    }
  })()
  return {
    made,
    async stop() {
      stopping.abort()
      await working
    },
  }
}

async function harmed(t: TestContext, harm: (two: Two, round: number) => Promise<void>): Promise<void> {
  const two = await twoInstances(t)
  const urls = two.instances.map(({ place }) => place.url)
  const token = await two.token('Alma')
  const clients = [new App(urls, token), new App([...urls].toReversed(), token)]
  await sleep(1_000)
  const writing = writer(urls, token)
  for (let round = 0; round < HARMS; round++) {
    const before = writing.made.length
    await waitFor('changes before the harm', () => writing.made.length > before + 5)
    await harm(two, round)
    const behind = writing.made.length
    await waitFor('changes behind the harm', () => writing.made.length > behind + 5)
  }
  await writing.stop()
  const last = writing.made.at(-1) ?? ''
  for (const client of clients) {
    await waitFor('the last event', () => client.has(last))
    await client.close()
    const got = client.got.filter((line) => line.startsWith('ghost-player.'))
    assert.deepEqual(got.toSorted(), writing.made.toSorted(), 'each once, and none is lost')
  }
}

test('no event is lost or comes twice when an instance is killed', (t) =>
  harmed(t, async ({ instances }, round) => {
    const instance = instances[round % 2] ?? assert.fail()
    await instance.served.end('SIGKILL')
    instance.served = serve(instance.place)
    await instance.served.ready()
  }))

test('no event is lost or comes twice when the database is killed', (t) =>
  harmed(t, async ({ replica }) => {
    await replica.kill()
    await replica.start()
  }))

test('no event is lost or comes twice when the network to the database is cut', (t) =>
  harmed(t, async ({ proxy }, round) => {
    if (round % 2 === 0) {
      proxy.refuse(true)
      await sleep(500)
      proxy.refuse(false)
    } else {
      proxy.swallow()
      await sleep(3_000)
      proxy.pass()
    }
  }))

const residentOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test('2,000 streams take less than 100 MB', async (t) => {
  const { instances, token } = await twoInstances(t)
  const [{ place, served }] = instances as [Two['instances'][number]]
  const pid = served.child.pid ?? assert.fail()
  const tokens = await Promise.all(Array.from({ length: STREAMS / EACH }, (_, n) => token(`Person ${n}`)))
  const get = async () => {
    const began = performance.now()
    for (let n = 0; n < 1_000; n++)
      await fetch(`${place.url}${PREFIX}/users/me`, {
        headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
      }).then((response) => response.text())
    return performance.now() - began
  }
  await get()
  const [before, quick] = [await residentOf(pid), await get()]
  const streams: Follower[] = []
  for (const one of tokens)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: EACH }, () =>
          Follower.open(`${place.url}${PREFIX}/events`, { authorization: `Bearer ${one}` }),
        ),
      )),
    )
  assert.equal(streams.filter(({ status }) => status === 200).length, STREAMS)
  await sleep(20_000)
  const [after, slow] = [await residentOf(pid), await get()]
  t.diagnostic(
    `${Math.round(before)} MB, ${Math.round(after)} MB with the streams; 1,000 gets took ${Math.round(quick)} ms and ${Math.round(slow)} ms`,
  )
  assert.ok(after - before < 100, `${after - before} MB`)
  for (const stream of streams) stream.close()
})
