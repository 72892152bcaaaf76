/** How long an import of a whole ranking takes, and how much memory: `node bench/rankings.ts [ROWS]`, on a database of its own. */
import { importRankings } from '../src/pipeline/rankings/import.ts'
import { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { onTemporaryServer } from './temporary-server.ts'

const ROWS = Number(process.argv[2] ?? 180_000)
const MOST_SECONDS = 3
const MOST_MEGABYTES = 100

const HEADER =
  'id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion,abstracts_rank,cgs_rank,childrensgames_rank,familygames_rank,partygames_rank,strategygames_rank,thematic_rank,wargames_rank\n'

const FIRST = [
  'Harbour',
  'Silent',
  'Golden',
  'Winter',
  'Copper',
  'Paper',
  'Lost',
  'Hidden',
  'Royal',
  'Little',
]
const SECOND = [
  'Lights',
  'Valley',
  'Engines',
  'Gardens',
  'Islands',
  'Riders',
  'Market',
  'Towers',
  'Foxes',
  'Tides',
]

/** The export in chunks of 64 KiB, like a socket's. `shift` makes the export of another month. */
function* exported(shift: number): Generator<Buffer> {
  let text = HEADER
  for (let n = 1; n <= ROWS; n++) {
    const rank = n <= ROWS / 6 ? ((n + shift) % Math.floor(ROWS / 6)) + 1 : 0
    const name = `${FIRST[n % 10]} ${SECOND[(n >> 3) % 10]}${n % 11 === 0 ? `, ""Part ${n % 97}""` : ` ${n % 997}`}`
    const average = (5 + ((n * 7919 + shift) % 400) / 100).toFixed(5)
    const quoted = name.includes(',') ? `"${name}"` : name
    text += `${n * 2},${quoted},${1950 + (n % 75)},${rank},${average},${average},${(n * 31 + shift) % 9000},${n % 5 === 0 ? 1 : 0},,,,${rank},,,,\n`
    if (text.length >= 65_536) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
}

const chunksOf = (shift: number): Buffer[] => [...exported(shift)]

await onTemporaryServer(async (connection) => {
  const db = new Database(connection, { readers: 1, writers: 1 })
  try {
    const months = [0, 0, 1]
    for (const [run, shift] of months.entries()) await measure(db, run, shift)
    const { size } = await db.one(
      sql<{ size: string }>`select pg_size_pretty(pg_total_relation_size('catalog_entries')) as size`,
    )
    process.stdout.write(`The table and its indexes: ${size}\n`)
  } finally {
    await db.close()
  }
})

async function measure(db: Database, run: number, shift: number): Promise<void> {
  const file = chunksOf(shift)
  const bytes = file.reduce((sum, chunk) => sum + chunk.length, 0)
  globalThis.gc?.()
  const idle = process.memoryUsage.rss()
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const begun = performance.now()
  const imported = await db.transaction((tx) => importRankings(tx, stream(file)))
  const seconds = (performance.now() - begun) / 1000
  clearInterval(watch)
  const megabytes = (peak - idle) / 1e6
  const what = ['into an empty table', 'the same again', 'the next month'][run]
  process.stdout.write(
    `${imported.storedRows} rows (${(bytes / 1e6).toFixed(1)} MB) ${what}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB above idle\n`,
  )
  if (run === 0 && (seconds > MOST_SECONDS || megabytes > MOST_MEGABYTES)) process.exitCode = 1
}

async function* stream(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
