/**
 * A rolling upgrade: instances of the present code replace two instances of an earlier commit, one by one, on one database and
 * under load. Clients use any instance, and compare its answers with the answers of the others.
 */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { digestOf, readMigrations } from '../../../src/db/migrate.ts'
import { createDatabase } from '../../database.ts'
import { testIssuer } from '../../issuer.ts'
import { Ends } from '../../ends.ts'
import { urlOf } from '../../replicas.ts'
import { type Place, type Served, placeFor, serve } from '../../served.ts'

interface Outcome {
  /** The number of acknowledged changes that were read again through another instance. */
  changes: number
  /** The number of changes that were sent again with their key to another instance, and got the same answer. */
  repeated: number
  /** The number of changes with an ETag from another instance. */
  withEtagOfAnother: number
  /** The number of list pages with a cursor from another instance. */
  pagesWithCursorOfAnother: number
  /** The number of all these requests that followed one to the other version of the code. */
  across: number
  /** A sentence for each wrong answer. */
  faults: string[]
}

/** The two commits cannot share a database. The message says why. */
export class CannotRunTogether extends Error {}

const root = new URL('../../../', import.meta.url)
const git = async (...args: string[]) =>
  (await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 28 })).stdout.trim()

/** The last tag; undefined if there is none. */
export const lastTag = () => git('describe', '--tags', '--abbrev=0').catch(() => undefined)

/** Runs a rolling upgrade. It needs a test server (`onTestServer`). */
export async function rolling(
  commit: string,
  { seconds, tell }: { seconds: number; tell: (line: string) => void },
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'earlier-'))
  const issuer = await testIssuer()
  const issuers = JSON.stringify([issuer.settings])
  const fleet: Member[] = []
  const ends = new Ends()
  try {
    await checkOut(commit, folder)
    await mustFit(commit, folder)
    const connection = await createDatabase(`rolling_${randomBytes(6).toString('hex')}`)
    const url = urlOf([connection])
    const start = async (age: Member['age']) => {
      const from = age === 'earlier' ? pathToFileURL(`${folder}/`) : root
      const settings = { ...SILENT, SCOREBOOK_DATABASE_URL: url, SCOREBOOK_AUTH_ISSUERS: issuers }
      const place = await placeFor({ after: (end) => ends.push(end) }, settings)
      const service = serve(place, 'inherit', from)
      await service.ready()
      fleet.push({ age, place, service })
      tell(
        `${age === 'earlier' ? 'an instance of the earlier commit' : 'an instance of the present code'} is ready`,
      )
    }
    const end = async (age: Member['age']) => {
      const [member] = fleet.splice(
        fleet.findIndex((one) => one.age === age),
        1,
      )
      await member?.service.end('SIGTERM')
      tell(`an instance of the ${age} one has ended`)
    }
    const outcome: Outcome = {
      changes: 0,
      repeated: 0,
      withEtagOfAnother: 0,
      pagesWithCursorOfAnother: 0,
      across: 0,
      faults: [],
    }
    await start('earlier')
    await start('earlier')
    let stopped = false
    const clients = await Promise.all(
      Array.from({ length: 4 }, async (_, n) =>
        client(fleet, await issuer.token(`client ${n}`), outcome, () => stopped),
      ),
    )
    const pause = () => sleep((1000 * seconds) / 6)
    for (const step of [
      () => start('present'),
      () => end('earlier'),
      () => start('present'),
      () => end('earlier'),
      // Now back to the earlier code.
      () => start('earlier'),
      () => end('earlier'),
    ]) {
      await pause()
      await step()
    }
    await pause()
    stopped = true
    await Promise.all(clients.map((one) => one.ended))
    return outcome
  } finally {
    await ends.run()
    await issuer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const SILENT = { SCOREBOOK_PIPELINE: 'off', SCOREBOOK_LOG_LEVEL: 'silent' }

interface Member {
  age: 'earlier' | 'present'
  place: Place
  service: Served
}

interface Answer {
  status: number
  etag: string
  /** A ghost player, a page of ghost players, or a problem. */
  body: { id?: string; nextCursor?: string | null }
}

/** In milliseconds. An instance promises an answer within 5 s. */
const PATIENCE = 30_000

/** Undefined if there is no answer. */
async function answerOf(
  { url }: Place,
  token: string,
  ...[method, path, body, headers]: Tail
): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(PATIENCE)
  const type = body && { 'content-type': 'application/json' }
  const sent = { method, headers: { authorization: `Bearer ${token}`, ...type, ...headers }, signal }
  try {
    const answer = await fetch(`${url}/api/v1${path}`, body ? { ...sent, body: JSON.stringify(body) } : sent)
    const read = (await answer.json()) as Answer['body']
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: read }
  } catch {
    return undefined
  }
}

async function checkOut(commit: string, folder: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], {
    cwd: root,
  }).catch((error: unknown) => {
    throw new CannotRunTogether(`${commit} is not a commit of this repository.`, { cause: error })
  })
  const lock = (of: string | URL) => readFile(of, 'utf8')
  if ((await lock(join(folder, 'package-lock.json'))) === (await lock(new URL('package-lock.json', root))))
    await symlink(fileURLToPath(new URL('node_modules', root)), join(folder, 'node_modules'))
  else
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/**
 * Throws if a migration was rewritten between the commits, which is allowed before 1.0.0. One of them would refuse the database.
 */
async function mustFit(commit: string, folder: string): Promise<void> {
  for (const { name, digest } of await readMigrations()) {
    const text = await readFile(join(folder, 'migrations', `${name}.sql`), 'utf8').catch(() => undefined)
    if (text !== undefined && digestOf(text) !== digest)
      throw new CannotRunTogether(
        `The migration ${name} of ${commit} was rewritten since, as is done before 1.0.0: a database of the one is refused by the other, with a sentence. Name a later commit.`,
      )
  }
}

function client(fleet: Member[], token: string, outcome: Outcome, stopped: () => boolean) {
  /**
   * Each request goes to another instance than the last one, if there is one. An instance that is stopping refuses new requests.
   */
  let last: Member | undefined
  let crossed = false
  const send = async (...asked: Tail): Promise<Answer> => {
    for (const until = Date.now() + 120_000; Date.now() < until;) {
      const others = fleet.filter((member) => member !== last)
      const member = others[Math.floor(Math.random() * others.length)] ?? fleet[0]
      const answer = member && (await answerOf(member.place, token, ...asked))
      if (answer !== undefined && answer.status !== 503) {
        crossed = last !== undefined && last.age !== member?.age
        if (crossed) outcome.across++
        last = member
        return answer
      }
      await sleep(20)
    }
    throw new Error(`${asked[0]} ${asked[1]} had no answer for two minutes.`)
  }
  const expect = (what: string, status: number, wanted: number, body: unknown) => {
    if (status !== wanted)
      outcome.faults.push(
        `${what} was ${status}${crossed ? ' across versions' : ''}: ${JSON.stringify(body)}`,
      )
    return status === wanted
  }
  const work = async () => {
    for (let n = 0; !stopped(); n++) {
      const key = { 'idempotency-key': randomUUID() }
      const body = { displayName: `name ${n}` }
      const made = await send('POST', '/ghost-players', body, key)
      if (!expect('a change', made.status, 201, made.body)) continue
      const again = await send('POST', '/ghost-players', body, key)
      outcome.repeated++
      if (again.status !== 201 || again.body.id !== made.body.id)
        outcome.faults.push(`a repeated change was ${again.status} with another answer`)
      const path = `/ghost-players/${made.body.id}`
      const read = await send('GET', path)
      outcome.changes++
      if (!expect('what was changed, read elsewhere,', read.status, 200, read.body)) continue
      const { etag } = read
      const changed = await send(
        'PATCH',
        path,
        { displayName: `changed ${n}` },
        { 'idempotency-key': randomUUID(), 'if-match': etag },
      )
      outcome.withEtagOfAnother++
      expect('a change with an ETag', changed.status, 200, changed.body)
      const stale = await send(
        'PATCH',
        path,
        { displayName: `late ${n}` },
        { 'idempotency-key': randomUUID(), 'if-match': etag },
      )
      expect('a change with an ETag of before', stale.status, 412, stale.body)
      const page = await send('GET', '/ghost-players?limit=1')
      const cursor = page.body.nextCursor
      if (typeof cursor !== 'string') continue
      const next = await send('GET', `/ghost-players?limit=1&cursor=${encodeURIComponent(cursor)}`)
      outcome.pagesWithCursorOfAnother++
      expect('a page with a cursor', next.status, 200, next.body)
    }
  }
  return { ended: work() }
}

type Tail = [method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, headers?: Record<string, string>]
