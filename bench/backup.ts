/** `npm run bench:backup`: the time of a backup and of its restore, its size, and how long others wait for a match meanwhile. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import packageFile from '../package.json' with { type: 'json' }
import { checkBackup } from '../src/db/backup/check.ts'
import { createBackup } from '../src/db/backup/create.ts'
import type { Backup } from '../src/db/backup/folder.ts'
import { Database } from '../src/db/database.ts'
import { memoryOf } from '../src/db/embedded/memory.ts'
import { load } from './load.ts'
import { people } from './people.ts'
import { type Measured, start, stop, takeTurn } from './sides.ts'
import { setStage } from './stage.ts'
import { median } from './table.ts'
import { onTemporaryServer, print } from './temporary-server.ts'
import { workNamed } from './works/all.ts'

const { values } = parseArgs({
  options: {
    matches: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
})
const [MATCHES, ROUNDS] = [Number(values.matches), Number(values.rounds)]
const CALLERS = 200
/** The gets that arrive per second, and the most gets under way at once. */
const ARRIVALS = 100
const AT_ONCE = 64

await onTemporaryServer(async (connection, folder, server) => {
  const db = new Database(connection)
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the server stops with a run that is interrupted
  await client.connect()
  try {
    print(`Loading ${MATCHES} matches …`)
    await load(connection, (await people(db)).recorders, MATCHES)
    const stage = await setStage(connection, db, CALLERS)
    const backups = join(folder, 'backups')
    const back = () =>
      timed(async () => {
        const making = { folder: backups, reason: 'by-hand' as const, version: packageFile.version }
        return (await createBackup(server, making)).backup
      })
    const first = await back()
    const service = await start({ role: 'service', connection, people: stage.people })
    try {
      const work = workNamed('get match')
      const asked = await work.requests(stage, client, 0)
      const turn = (seconds: number) =>
        takeTurn(service, {
          work,
          asked,
          people: stage.people,
          load: { seconds, atOnce: AT_ONCE, perSecond: ARRIVALS },
          folder,
        })
      await turn(2) // warm-up
      const [alone, beside, taken]: [Measured[], Measured[], number[]] = [[], [], []]
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await turn(first.seconds))
        // The gets come for as long as the first backup took: that is until this backup is nearly done.
        const [measured, { seconds }] = await Promise.all([turn(first.seconds), back()])
        beside.push(measured)
        taken.push(seconds)
      }
      const checked = await timed(() =>
        checkBackup(first.result, { backups, at: undefined, memory: memoryOf({}) }),
      )
      print(
        `backup          ${sizeOf(first.result)}, ${first.seconds.toFixed(1)} s; beside gets ${median(taken).toFixed(1)} s`,
      )
      print(`restored, read  ${checked.seconds.toFixed(1)} s`)
      print(`\n${ARRIVALS} gets a second beside    p50     p99  longest   (ms, medians of ${ROUNDS} rounds)`)
      print(line('nothing', alone))
      print(line('a backup', beside))
    } finally {
      await stop(service)
    }
  } finally {
    await client.end().catch(() => {})
    await db.close()
  }
})

async function timed<R>(work: () => Promise<R>): Promise<{ result: R; seconds: number }> {
  const since = performance.now()
  return { result: await work(), seconds: (performance.now() - since) / 1000 }
}

function sizeOf({ files, unpacked }: Pick<Backup, 'files' | 'unpacked'>): string {
  const packed = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
  return `${megabytes(packed)} MB of ${megabytes(unpacked)}`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function line(title: string, turns: Measured[]): string {
  const figures = (['p50', 'p99', 'longest'] as const).map((figure) =>
    median(turns.map((turn) => turn[figure])),
  )
  return title.padEnd(23) + figures.map((figure) => figure.toFixed(1).padStart(8)).join('')
}
