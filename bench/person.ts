/** `npm run bench:person`: what one person's export, history and erasure cost them and others, in a large database. */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { markWhatIsLeft } from '../src/resources/privacy-settings/marking.ts'
import { userOfAccount } from '../src/resources/users/store.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { forgetPeak, resident } from './resident.ts'
import { BASE_URL } from './people.ts'
import { type Child, start, stop } from './sides.ts'
import { type ServerConnection, onTemporaryServer } from './temporary-server.ts'

const { values } = parseArgs({
  options: {
    matches: { type: 'string', default: '1000000' },
    answers: { type: 'string', default: '10000000' },
  },
})
const [MATCHES, ANSWERS] = [Number(values.matches), Number(values.answers)]
/** The longest slow read, in milliseconds: otherwise a slow reader of a short document takes an hour. */
const LONGEST_SLOW = 240_000

interface Someone {
  id: string
  token: string
}

await onTemporaryServer(run)

async function run(connection: ServerConnection, folder: string): Promise<void> {
  const db = new Database(connection)
  const service = await start({ role: 'service', connection, people: [] })
  try {
    const [recorder, reader, empty] = await Promise.all(
      ['recorder', 'reader', 'empty'].map((name) => someone(db, name)),
    )
    if (!recorder || !reader || !empty) throw new Error('There is nobody.')
    const since = performance.now()
    await load(connection, recorder.id)
    print(`${MATCHES} matches of one recorder and ${ANSWERS} stored answers, made in ${seconds(since)} s`)
    const beside = (await idsOf(db, recorder.id)).map((id) => `/matches/${id}`)
    await exported(service, recorder)
    await slowly(service, db, recorder)
    for (const level of ['PUBLIC', 'PRIVATE']) await setHistory(service, db, recorder, reader, level)
    await gets(service, recorder, beside, 'gets by nobody else’s side', 2_000)
    await erased(service, db, folder, 'an empty account', empty)
    await erased(service, db, folder, `a recorder of ${MATCHES} matches`, recorder)
    await markWhatIsLeft(db)
  } finally {
    await stop(service)
    await db.close()
  }
}

/** Reads the whole document, and counts its bytes and matches. */
async function exported(service: Child, by: Someone): Promise<void> {
  const pid = service.process.pid ?? 0
  for (const coding of ['identity', 'br']) {
    forgetPeak(pid)
    const idle = resident(pid).now
    const since = performance.now()
    const response = await ask(service, by, 'GET', '/users/me/export', { 'accept-encoding': coding })
    let [bytes, matches] = [0, 0]
    let tail = ''
    for await (const chunk of response) {
      bytes += chunk.length
      if (coding !== 'identity') continue
      const text = tail + chunk.toString('latin1')
      matches += text.split('"recorder" : ').length - 1
      tail = text.slice(-12)
    }
    const { peak } = resident(pid)
    print(
      `export, ${coding}: ${response.statusCode}, ${matches || 'as many'} matches, ${(bytes / 1e6).toFixed(0)} MB in ${seconds(since)} s; ` +
        `RSS idle ${idle.toFixed(0)} MB, at most ${peak.toFixed(0)}`,
    )
  }
}

/** Reads 1 kB per second; prints when the service gives up, and the memory and connections that it held meanwhile. */
async function slowly(service: Child, db: Database, by: Someone): Promise<void> {
  const pid = service.process.pid ?? 0
  forgetPeak(pid)
  const idle = resident(pid).now
  const since = performance.now()
  const response = await ask(service, by, 'GET', '/users/me/export', { 'accept-encoding': 'identity' })
  response.pause()
  let most = 0
  const reading = (async () => {
    while (!response.destroyed && !response.readableEnded && performance.now() - since < LONGEST_SLOW) {
      response.read(1_000)
      const { busy } = await db.one(sql<{ busy: number }>`
        select count(*)::int as busy from pg_stat_activity
        where application_name like 'scorebook export %' and state <> 'idle'`)
      most = Math.max(most, busy)
      await sleep(1_000)
    }
  })()
  await Promise.race([once(response, 'close'), reading])
  const ended = response.destroyed ? 'cut' : 'still going on'
  response.destroy()
  await reading
  print(
    `export read at 1 kB/s: ${ended} after ${seconds(since)} s; RSS idle ${idle.toFixed(0)} MB, at most ${resident(pid).peak.toFixed(0)}; ` +
      `${most} busy connections seen`,
  )
}

async function setHistory(
  service: Child,
  db: Database,
  by: Someone,
  reader: Someone,
  level: string,
): Promise<void> {
  const { id } = await db.one(sql<{ id: string }>`
    select id from privacy_settings where user_id = ${by.id} and data_type = 'MATCH_HISTORY'`)
  const since = performance.now()
  const { status } = await asked(service, by, 'PATCH', `/privacy-settings/${id}`, JSON.stringify({ level }))
  const took = performance.now() - since
  const marking = { over: false }
  const marked = markWhatIsLeft(db).finally(() => (marking.over = true))
  const seen = await asked(service, reader, 'GET', '/matches/count')
  const [some] = await idsOf(db, by.id)
  const latencies: number[] = []
  while (!marking.over) {
    for (const path of ['/matches?limit=20', `/matches/${some}`]) {
      const before = performance.now()
      await asked(service, reader, 'GET', path)
      latencies.push(performance.now() - before)
    }
  }
  await marked
  print(
    `${level}: ${status} in ${took.toFixed(0)} ms, a stranger then counts ${seen.text}; all marked after ${seconds(since)} s; ` +
      `meanwhile ${figures(latencies)}`,
  )
}

async function gets(
  service: Child,
  by: Someone,
  paths: string[],
  what: string,
  times: number,
): Promise<void> {
  const latencies: number[] = []
  for (let n = 0; n < times; n++) {
    const before = performance.now()
    await asked(service, by, 'GET', paths[n % paths.length] ?? '')
    latencies.push(performance.now() - before)
  }
  print(`${what}: ${figures(latencies)}`)
}

async function erased(
  service: Child,
  db: Database,
  folder: string,
  what: string,
  by: Someone,
): Promise<void> {
  const [before, cpu, since] = [await blocks(db), postgresCpu(folder), performance.now()]
  const { status } = await asked(service, by, 'DELETE', '/users/me', undefined)
  const took = performance.now() - since
  await sleep(1_500) // PostgreSQL's processes report their figures after a second of idling
  print(
    `erasure of ${what}: ${status} in ${took.toFixed(0)} ms, ${(await blocks(db)) - before} buffers, ` +
      `${postgresCpu(folder) - cpu} ms of PostgreSQL CPU`,
  )
}

async function blocks(db: Database): Promise<number> {
  const { n } = await db.one(sql<{ n: number }>`
    select (blks_hit + blks_read)::float8 as n from pg_stat_database where datname = current_database()`)
  return n
}

async function idsOf(db: Database, recorderId: string): Promise<string[]> {
  const rows = await db.many(sql<{ id: string }>`
    select id from matches where recorder_id = ${recorderId} order by id desc limit 1000`)
  return rows.map(({ id }) => id)
}

async function someone(db: Database, name: string): Promise<Someone> {
  const account = await findOrCreateAccount(db, name)
  const { id } = await userOfAccount(db, account)
  const token = await issueToken(db, { issuer: BASE_URL, account, roles: ['player'], scopes: [], hours: 10 })
  return { id, token }
}

/** A match has a game and two participants; one stored answer in a hundred names somebody besides its caller. */
async function load(connection: ServerConnection, recorderId: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      `insert into games (display_name, description, min_players, max_players, tags, score_type, win_condition)
       values ('Game', 'Made for measuring.', 1, 4, '{}', 'SCORE', 'HIGHER_WINS')`,
    )
    await client.query(
      `insert into ghost_players (id, owner_id, display_name) select uuidv7(), $1, 'Player ' || n from generate_series(1, 30) n`,
      [recorderId],
    )
    await client.query(
      `insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
       select uuidv7(), g.id, $1, at, at, at from games g, generate_series(1, $2::int) n,
         lateral (select timestamptz '2022-01-01Z' + n * interval '1 minute' as at) made`,
      [recorderId, MATCHES],
    )
    await client.query(
      `insert into participants
         (id, match_id, ghost_player_id, position, score, match_created_at, match_played_at, match_finalized_at, match_game_id,
           kind, place, place_of, winners, tied, won)
       select uuidv7(), m.id, gp.ids[1 + (extract(minute from m.created_at)::int + place * 7) % 30], place, place, m.created_at, m.played_at, m.finalized_at,
         m.game_id, 'COMPETITIVE', 3 - place, 2, 1, false, place = 2
       from matches m, generate_series(1, 2) place,
         (select array_agg(id) as ids from ghost_players where owner_id = $1 and not is_self) gp`,
      [recorderId],
    )
    await client.query(
      `insert into idempotency_keys (caller, key, fingerprint, status, body, users)
       select uuidv7(), uuidv7(), '', 200, '{}', case when n % 100 = 0 then array[uuidv7()] end from generate_series(1, $1::int) n`,
      [ANSWERS],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function asked(service: Child, by: Someone, method: string, path: string, body?: string) {
  const response = await ask(
    service,
    by,
    method,
    path,
    body === undefined ? {} : { 'content-type': 'application/json' },
    body,
  )
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

async function ask(
  { port }: Child,
  { token }: Someone,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) {
  const changes = method === 'GET' ? {} : { 'idempotency-key': uuidv7(), 'if-match': '*' }
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...changes, ...headers },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.on('error', () => {}) // a document that is cut off
  return response
}

function figures(latencies: number[]): string {
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  return `${sorted.length} reads, p50 ${at(0.5)} ms, p99 ${at(0.99)}, longest ${at(1)}`
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
