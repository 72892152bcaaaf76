/** `npm run bench -- --others`: how long others wait for a match while one caller sends many requests. */
import pg from 'pg'
import type { Database } from '../src/db/database.ts'
import { type Call, call } from './call.ts'
import { catalog } from './message-catalog.ts'
import { adminToken } from './people.ts'
import { type Child, type Measured, start, stop, takeTurn } from './sides.ts'
import { type Stage, setStage } from './stage.ts'
import { insertAccounts, insertAnswers } from './stock.ts'
import { median } from './table.ts'
import { type ServerConnection, print } from './temporary-server.ts'
import { APPLICATION, createApplication } from './texts.ts'
import { workNamed } from './works/all.ts'

interface OthersPlan {
  rounds: number
  seconds: number
  callers: number
  keys: number
  answers: number
  recorder: string
}

/** `ARRIVALS` is how many requests for a match arrive per second. The constant below it limits how many run at once. */
const ARRIVALS = 100
const AT_ONCE = 64

interface Busy {
  title: string
  atOnce: number
  /** Is called before each turn. The function that it returns gives the next request, or undefined if there is none. */
  begin: () => Promise<Next> | Next
}

type Next = () => (Call & { token: string }) | undefined

export async function measureOthers(
  connection: ServerConnection,
  folder: string,
  db: Database,
  plan: OthersPlan,
): Promise<void> {
  const stage = await setStage(connection, db, plan.callers)
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the server stops if the run is interrupted
  const sides: Child[] = []
  try {
    await client.connect()
    await insertAnswers(stage, client, plan.answers)
    const service = await start({ role: 'service', connection, people: stage.people })
    sides.push(service)
    const admin = await adminToken(db)
    await createApplication(service, admin)
    const asked = await workNamed('get match').requests(stage, client, 0)
    const turn = (seconds: number) =>
      takeTurn(service, {
        work: workNamed('get match'),
        asked,
        people: stage.people,
        load: { seconds, atOnce: AT_ONCE, perSecond: ARRIVALS },
        folder,
      })
    await turn(Math.max(2, plan.seconds / 2)) // warm-up
    const all = [
      nothing,
      searching(stage),
      importing(admin, plan.keys, 450),
      importing(admin, plan.keys, 3_000),
      exporting(plan.recorder),
      erasing(db, client, plan.seconds),
    ].map((busy) => ({ busy, turns: [] as Measured[], answers: new Map<number, number>() }))
    for (let round = 0; round < plan.rounds; round++)
      for (const { busy, turns, answers } of all) {
        const over = keepBusy(service, busy, await busy.begin(), answers)
        try {
          turns.push(await turn(plan.seconds))
        } finally {
          await over()
        }
      }
    print(
      `${ARRIVALS} gets a second by ${plan.callers} callers, in turns of ${plan.seconds} s, ${plan.rounds} rounds; medians, in ms. The hold is the longest that the service did nothing else.\n`,
    )
    print(`${'gets beside'.padEnd(40)}  gets/s     p50     p99  longest    hold  answers to the others`)
    for (const { busy, turns, answers } of all) print(line(busy.title, turns, answers))
  } finally {
    for (const side of sides) await stop(side)
    await client.end().catch(() => {})
  }
}

const nothing: Busy = { title: 'nothing', atOnce: 0, begin: () => () => undefined }

/**
 * The searches of one caller. Nearly all matches fit, so a search reads all of them, and the service may stop it after a time.
 */
function searching({ people, viewers }: Stage): Busy {
  const token = people[viewers[0] ?? 0]?.token ?? ''
  const filter = ['q', 'z', 'x'].map((letter) => `expansionsName!='*${letter}*'`).join(';')
  const path = `/matches/count?filter=${encodeURIComponent(filter)}`
  const search = { token, method: 'GET', path, statuses: [200, 400, 429] }
  return { title: 'eight searches of one caller', atOnce: 8, begin: () => () => search }
}

/** Imports of one caller. Each import changes every key, so that none of the work can be skipped. */
function importing(token: string, keys: number, size: number): Busy {
  const bodies = ['who', 'player'].map((player) => JSON.stringify(padded(keys, player, size)))
  const megabytes = (Buffer.byteLength(bodies[0] ?? '') / 1e6).toFixed(1)
  let imports = 0
  const next = () => {
    const body = bodies[imports++ % bodies.length] ?? ''
    return { token, method: 'POST', path: `/applications/${APPLICATION}/keys/import`, body }
  }
  return { title: `imports of ${keys} keys, ${megabytes} MB`, atOnce: 1, begin: () => next }
}

/** Keys with long texts and descriptions: a text has at most 4,000 characters, a description at most 1,000. */
function padded(keys: number, player: string, size: number) {
  const { keys: all, ...rest } = catalog(keys, player)
  return {
    ...rest,
    keys: all.map((key) => ({
      ...key,
      baseText: key.baseText.padEnd(Math.max(0, size - 250), ' and so on'),
      description: key.description.padEnd(250, ' and so on'),
    })),
  }
}

const exporting = (token: string): Busy => ({
  title: 'exports of the largest recorder',
  atOnce: 1,
  begin: () => () => ({ token, method: 'GET', path: '/users/me/export', statuses: [200] }),
})

/** The number of accounts to erase. The service cannot erase as many within a second, one after the other. */
const ERASED = 60

function erasing(db: Database, client: pg.Client, seconds: number): Busy {
  let accounts = 0
  const begin = async () => {
    const count = Math.ceil(ERASED * seconds)
    const tokens = await insertAccounts(db, client, accounts + 1, (accounts += count))
    return () => {
      const token = tokens.pop()
      const headers = { 'if-match': '"1"' }
      return token === undefined
        ? token
        : { token, method: 'DELETE', path: '/users/me', headers, statuses: [204] }
    }
  }
  return { title: 'erasures of accounts', atOnce: 1, begin }
}

/** Always keeps `atOnce` requests running. The function that it returns stops this, and waits for the last requests. */
function keepBusy(
  service: Child,
  { atOnce }: Busy,
  next: Next,
  answers: Map<number, number>,
): () => Promise<void> {
  const over = new AbortController()
  const lane = async () => {
    for (let request = next(); request && !over.signal.aborted; request = next()) {
      const { status } = await call(service, request.token, request)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const lanes = Promise.all(Array.from({ length: atOnce }, lane))
  lanes.catch(() => {}) // the function that this returns throws the error
  return async () => {
    over.abort()
    await lanes
  }
}

function line(title: string, turns: Measured[], answers: Map<number, number>): string {
  const middle = (figure: keyof Measured) => median(turns.map((turn) => turn[figure])).toFixed(1)
  const cells = (['perSecond', 'p50', 'p99', 'longest', 'longestHold'] as const).map((figure) =>
    middle(figure).padStart(8),
  )
  const told = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  return `${title.padEnd(40)}${cells.join('')}  ${told}`
}
