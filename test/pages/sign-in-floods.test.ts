/** Guesses from many networks do not prevent others from signing in with the right password. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'

let site: WebSite
before(async () => {
  site = await openSite({ trustedProxies: ['127.0.0.1'] })
})
after(() => site.close())

/** Sends the sign-in form like a browser behind the proxy. */
async function signIn(from: string, name: string, password: string, cookie = '', signal?: AbortSignal) {
  const response = await fetch(`${site.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from,
      ...(cookie === '' ? {} : { cookie }),
    },
    body: new URLSearchParams({ name, password, next: '' }),
    signal: signal ?? null,
  })
  await response.arrayBuffer()
  return response
}

/**
 * The status for a new visitor with the right password. A 503, for a wait that was too long on a slow machine, is tried again; it
 * uses up no attempt.
 */
async function inTheEnd(from: string, name: string): Promise<number> {
  for (let left = 4; ; left--) {
    const { status } = await signIn(from, name, PASSWORD)
    if (status !== 503 || left === 0) return status
  }
}

/** The cookie by which the service knows the browser. */
const markOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('scorebook-browser=')) ?? assert.fail('the browser is known')

/**
 * Guesses unknown names from each address, one after the other, until the work is done. Returns how many guesses were checked.
 */
async function during(addresses: string[], work: () => Promise<void>): Promise<number> {
  const over = new AbortController()
  let [started, looked] = [0, 0]
  const all = addresses.map(async (address, n) => {
    for (let guess = 0; !over.signal.aborted; guess++) {
      started++
      const answer = signIn(address, `Nobody ${n} ${guess}`, 'a guess of many', '', over.signal)
      const status = await answer.then((response) => response.status).catch(() => undefined)
      if (status === 422) looked++
    }
  })
  while (started < addresses.length) await new Promise(setImmediate)
  await work().finally(() => over.abort())
  await Promise.all(all)
  return looked
}

const FLOODS = {
  '100 networks of one home line': Array.from(
    { length: 100 },
    (_, n) => `2001:db8:5:1${n.toString(16).padStart(2, '0')}::1`,
  ),
  '60 addresses in 60 places': Array.from({ length: 60 }, (_, n) => `10.${n}.0.1`),
}

for (const [what, addresses] of Object.entries(FLOODS))
  test(`while ${what} guess, everybody else signs in, and their attempts stay whole`, async () => {
    const name = `Owner ${addresses.length}`
    const id = await site.account(name, { password: PASSWORD })
    const mark = markOf(await signIn('192.0.2.1', name, PASSWORD))
    const statuses: number[] = []
    const looked = await during(addresses, async () => {
      for (let n = 0; n < 4; n++) statuses.push((await signIn('192.0.2.1', name, PASSWORD, mark)).status)
      for (const from of ['203.0.113.1', '2001:db9::1', '2001:db8:6::1'])
        statuses.push(await inTheEnd(from, name))
    })
    assert.deepEqual(statuses, Array(7).fill(303))
    assert.ok(looked > 0, 'some guesses are looked at')
    const browser = mark.slice(mark.indexOf('=') + 1).split('.')[0]
    const left = await site.db.many(sql<{ whole: boolean }>`
      select full_at <= now() as whole from sign_in_budgets
      where hash in (sha256(${`browser:${browser} ${id}`}::bytea), sha256(${`name:account ${id}`}::bytea))`)
    assert.deepEqual(
      left.map(({ whole }) => whole),
      [true, true],
    )
  })
