/**
 * `npm run bench:sign-in`: how long others wait to sign in while somebody guesses passwords, 10,000 a minute for 20 s: from one
 * address, from the 256 networks of one home line, and from 60 addresses in 60 places.
 * The attacker has a process of its own, so its clients take no time of the service's event loop.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../src/app.ts'
import { Database } from '../src/db/database.ts'
import { freePort } from '../src/db/embedded/address.ts'
import { sql } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { hashPassword } from '../src/identity/accounts/passwords.ts'
import { changed, createAccount } from '../src/identity/accounts/store.ts'
import { trustEmbedded } from '../src/identity/embedded-issuer.ts'
import { TokenVerifier } from '../src/identity/verifier.ts'
import { onTemporaryServer } from './temporary-server.ts'

const SECONDS = 20
const PER_MINUTE = 10_000
const PASSWORD = 'plum lantern quarry 7'

const FROM: Record<string, (n: number) => string> = {
  'one address': () => '203.0.113.9',
  'one home line': (n) => `2001:db8:5:1${(n % 256).toString(16).padStart(2, '0')}::1`,
  '60 places': (n) => `10.${n % 60}.0.1`,
}

if (process.send) await attack(process.argv[2] ?? '', process.argv[3] ?? '')
else
  await onTemporaryServer(async (connection) => {
    const db = new Database(connection)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const config = {
      baseUrl: url,
      errorTypeBase: url,
      corsOrigins: [],
      signUp: 'invitation' as const,
      trustedProxies: ['127.0.0.1'],
    }
    const verifier = new TokenVerifier([trustEmbedded(db, url, () => {})])
    const app = await buildApp({ config, db, verifier })
    try {
      await app.listen({ host: '127.0.0.1', port })
      const hash = await hashPassword(PASSWORD)
      for (let n = 0; n < 200; n++) {
        const id = uuidv7()
        await createAccount(db, { id, name: `Person ${n}`, roles: ['player'] })
        await db.many(changed(id, sql`password_hash = ${hash}`))
      }
      await measure('alone', url, 0)
      for (const [round, from] of Object.keys(FROM).entries()) {
        const attacker = fork(fileURLToPath(import.meta.url), [url, from])
        const result = once(attacker, 'message')
        await sleep(2_000)
        await measure(`while ${from} guesses`, url, 30 * (round + 1))
        const [told] = (await result) as [Record<string, number>]
        const answers = Object.entries(told).map(([status, count]) => `${count} × ${status}`)
        process.stdout.write(`The attacker got ${answers.join(', ')}.\n`)
      }
    } finally {
      await app.close()
      await db.close()
    }
  })

/** A person signs in every half second, each from an address of their own. */
async function measure(when: string, url: string, first: number): Promise<void> {
  const waits: number[] = []
  const refused: number[] = []
  const all: Promise<void>[] = []
  const one = async (n: number) => {
    const since = performance.now()
    const status = await signIn(url, `198.51.100.${n}`, `Person ${n}`, PASSWORD)
    if (status === 303) waits.push(performance.now() - since)
    else refused.push(status)
  }
  for (let n = 0; n < 30; n++) {
    all.push(one(first + n))
    await sleep(500)
  }
  await Promise.all(all)
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  process.stdout.write(
    `Sign-ins of others, ${when}: median ${at(0.5)} ms, longest ${at(1)} ms${refused.length > 0 ? `; refused with ${refused.join(', ')}` : ''}\n`,
  )
}

async function signIn(url: string, address: string, name: string, password: string): Promise<number> {
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
    body: new URLSearchParams({ name, password, next: '' }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Guesses one name after the other, as nobody knows which names there are. */
async function attack(url: string, from: string): Promise<void> {
  const addressOf = FROM[from] ?? (() => '203.0.113.9')
  const told: Record<string, number> = {}
  const all: Promise<void>[] = []
  const until = performance.now() + SECONDS * 1_000
  for (let n = 0; performance.now() < until; n++) {
    const guess = signIn(url, addressOf(n), `Person ${n % 300}`, `guess number ${n}`)
    all.push(
      guess.then(
        (status) => void (told[status] = (told[status] ?? 0) + 1),
        () => void (told['broken'] = (told['broken'] ?? 0) + 1),
      ),
    )
    await sleep(60_000 / PER_MINUTE)
  }
  await Promise.all(all)
  process.send?.(told)
  process.disconnect()
}
