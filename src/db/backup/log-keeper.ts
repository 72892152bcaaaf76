/**
 * Archives PostgreSQL's log while PostgreSQL writes it. Because of a replication slot, PostgreSQL keeps its log until we have
 * received it.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createReadStream } from 'node:fs'
import type pg from 'pg'
import { CopyOut } from '../copy-out.ts'
import { syncFolder } from '../embedded/draft.ts'
import { messageOf } from '../embedded/errors.ts'
import type { EmbeddedServer } from '../embedded/server.ts'
import type { Log } from '../embedded/supervision.ts'
import { connected } from './create.ts'
import { writeAll } from './folder.ts'
import { lineageOf } from './lineage.ts'
import { PACKED, PARTIAL, archivedSegments, makeLogFolder } from './archived-log.ts'
import { sql } from '../sql.ts'
import { mustHaveRoom, reserveOf } from './room.ts'
import { SEGMENT, beginOf, positionOf, segmentOf, textOf } from './segments.ts'
import { Sink } from './sink.ts'

const SLOT = 'scorebook_log'
/** `waiting` is the number of bytes of the log that we have not received yet. */
export const SLOT_STATE = sql<{ receiving: boolean; waiting: number | null }>`
  select active as receiving, (pg_current_wal_flush_lsn() - restart_lsn)::float8 as waiting
  from pg_replication_slots where slot_name = ${SLOT}`

/** How often we force the log to the disk. If the disk with the data fails, we lose at most the changes of this time. */
const SYNC_MS = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Server = Pick<EmbeddedServer, 'administrator' | 'folder'>

export class LogKeeper {
  readonly #server: Server
  readonly #backups: string
  readonly #log: Log
  readonly #ending = new AbortController()
  #work: Promise<void> = Promise.resolve()
  #stream: CopyOut | undefined

  constructor(server: Server, backups: string, log: Log) {
    this.#server = server
    this.#backups = backups
    this.#log = log
  }

  start(): void {
    this.#work = this.#run()
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    this.#stream?.destroy()
    await this.#work
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const since = performance.now()
      try {
        await this.#receive()
      } catch (error) {
        if (signal.aborted) return
        this.#log('warn', `The log cannot be kept at the moment: ${messageOf(error)}.`, {
          folder: this.#backups,
        })
      }
      if (performance.now() - since > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }

  async #receive(): Promise<void> {
    const { administrator, folder: dataFolder } = this.#server
    const folder = await makeLogFolder(this.#backups, await lineageOf(dataFolder))
    const { timeline, from } = await this.#begin(folder)
    const client = await connected(administrator, 'true')
    const segment = new Segment(folder, timeline, from, await reserveOf(folder, dataFolder))
    const syncing = setInterval(() => void segment.sync().then(sendStatus, giveUp), SYNC_MS)
    const stream = new CopyOut(
      client,
      `START_REPLICATION SLOT ${SLOT} PHYSICAL ${textOf(from)} TIMELINE ${timeline}`,
    )
    this.#stream = stream
    const giveUp = (error: unknown) => void stream.destroy(error as Error)
    // We confirm only complete segments. So after a restart PostgreSQL sends the unfinished segment again, from its beginning.
    const sendStatus = () => {
      if (!stream.destroyed) stream.send(statusOf(segment.begin))
    }
    try {
      if (this.#ending.signal.aborted) return
      for await (const message of stream as AsyncIterable<Buffer>) {
        if (message[0] === KEEPALIVE && message[17] === 1) sendStatus()
        if (message[0] !== DATA) continue
        await segment.write(message.readBigUInt64BE(1), message.subarray(25))
      }
      throw new Error('PostgreSQL has ended the stream')
    } finally {
      clearInterval(syncing)
      stream.destroy()
      await segment.close()
      await client.end().catch(() => {})
    }
  }

  /**
   * Where to begin receiving. If the server no longer has the segment that comes next, this logs an error, and we begin with the
   * oldest segment that the server has.
   */
  async #begin(folder: string): Promise<{ timeline: number; from: bigint }> {
    const client = await connected(this.#server.administrator)
    try {
      const { rows } = await client.query<{ timeline: number; exists: boolean; keeps: string | null }>(`
        select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
          s.slot_name is not null as exists, case when s.wal_status <> 'lost' then s.restart_lsn::text end as keeps
        from (select) one left join pg_replication_slots s on s.slot_name = '${SLOT}'`)
      const [{ timeline, exists, keeps } = { timeline: 1, exists: false, keeps: null }] = rows
      const last = (await archivedSegments(folder, timeline)).findLast(({ complete }) => complete)
      const next = last && last.begin + BigInt(SEGMENT)
      const first = beginOf(positionOf(keeps ?? (await newSlot(client, exists))))
      if (next !== undefined && first <= next) return { timeline, from: next }
      if (next !== undefined)
        this.#log(
          'error',
          'The archived log has a gap: PostgreSQL no longer has what comes next. Points in time begin again with the next backup.',
          { folder },
        )
      return { timeline, from: first }
    } finally {
      await client.end()
    }
  }
}

/** Makes the slot. Returns the position in the log from which the server keeps its log for us. */
async function newSlot(client: pg.Client, exists: boolean): Promise<string> {
  if (exists) await client.query('select pg_drop_replication_slot($1)', [SLOT])
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
    [SLOT],
  )
  return rows[0]?.lsn ?? ''
}

/** Without somebody who archives the log, the slot must be removed: because of the slot the server would keep all its log. */
export async function dropSlot({ administrator }: Server): Promise<void> {
  const client = await connected(administrator)
  try {
    await client.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active`,
      [SLOT],
    )
  } finally {
    await client.end()
  }
}

/**
 * The types of the server's messages. `w` carries log: begin, end, time, bytes. `k` asks whether we are alive: end, time, and
 * whether the server wants an answer.
 */
const DATA = 0x77
const KEEPALIVE = 0x6b

/**
 * Makes our message of the type `r`: the positions up to which we have written, flushed and applied the log, the time in
 * microseconds since 2000, and "no answer needed".
 */
function statusOf(position: bigint): Buffer {
  const message = Buffer.alloc(34)
  message.write('r', 0)
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(position, at)
  message.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0)) * 1000n, 25)
  return message
}

class Segment {
  readonly #folder: string
  readonly #timeline: number
  readonly #reserve: number
  #file: FileHandle | undefined
  #under: Promise<unknown> = Promise.resolve()
  #next: bigint
  begin: bigint

  constructor(folder: string, timeline: number, from: bigint, reserve: number) {
    this.#folder = folder
    this.#reserve = reserve
    this.#timeline = timeline
    this.begin = from
    this.#next = from
  }

  /** Writes the bytes of one message, which can belong to two segments. */
  async write(at: bigint, bytes: Buffer): Promise<void> {
    if (at !== this.#next) throw new Error(`the server sends ${textOf(at)} in place of ${textOf(this.#next)}`)
    for (let rest = bytes; rest.length > 0;) {
      const offset = Number(this.#next - this.begin)
      const part = rest.subarray(0, SEGMENT - offset)
      rest = rest.subarray(part.length)
      this.#file ??= await this.#open()
      await writeAll(this.#file, part, offset)
      this.#next += BigInt(part.length)
      if (this.#next - this.begin === BigInt(SEGMENT)) await this.#complete()
    }
  }

  sync(): Promise<void> {
    return this.#inTurn(async () => this.#file?.sync())
  }

  async close(): Promise<void> {
    await this.sync().catch(() => {})
    await this.#file?.close()
    this.#file = undefined
  }

  get #partial(): string {
    return path.join(this.#folder, `${segmentOf(this.#timeline, this.begin)}${PARTIAL}`)
  }

  /** Opens the file of the segment. After a restart it still has bytes of before, which are replaced as we receive them again. */
  async #open(): Promise<FileHandle> {
    await mustHaveRoom(this.#folder, this.#reserve)
    return open(this.#partial, 'r+').catch(() => open(this.#partial, 'wx', 0o600))
  }

  async #complete(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#file?.sync()
      await this.#file?.close()
      this.#file = undefined
      const whole = path.join(this.#folder, `${segmentOf(this.#timeline, this.begin)}${PACKED}`)
      await rm(`${whole}.new`, { force: true })
      const sink = new Sink(`${whole}.new`, { packed: true })
      for await (const chunk of createReadStream(this.#partial) as AsyncIterable<Buffer>)
        await sink.write(chunk)
      await sink.end()
      await rename(`${whole}.new`, whole)
      await rm(this.#partial)
      await syncFolder(this.#folder)
      this.begin += BigInt(SEGMENT)
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#under.then(work)
    this.#under = turn.catch(() => {})
    return turn
  }
}
