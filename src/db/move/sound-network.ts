/** Runs work over a network that may break without any sign. If it breaks, the work soon ends with an error. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { socketOf } from '../connection.ts'
import { messageOf } from '../embedded/errors.ts'
import type { Connection } from '../hosts.ts'
import { inTime } from '../in-time.ts'
import { withClient } from '../migrate.ts'

interface Party {
  name: string
  connection: Connection
  client: pg.Client
}

/** In milliseconds. `beat` is the pause between two questions to a server, `silence` the longest wait for its answer. */
export interface Patience {
  beat: number
  silence: number
}
const PATIENCE: Patience = { beat: 15_000, silence: 45_000 }

/** The connection to one of the two databases was lost. */
export class NetworkBroke extends Error {
  override name = 'NetworkBroke'
}

/** Runs `work`. A single statement can take an hour, so we ask each server over a second connection whether it is still alive. */
export async function onSoundNetwork<T>(
  parties: Party[],
  work: () => Promise<T>,
  isExplained: (error: unknown) => boolean,
  patience = PATIENCE,
): Promise<T> {
  const over = new AbortController()
  let broke: NetworkBroke | undefined
  const give = (name: string, why: string) => {
    if (over.signal.aborted) return
    broke ??= new NetworkBroke(`The connection to the ${name} broke (${why}).`)
    for (const { client } of parties) socketOf(client).destroy()
  }
  for (const { name, client } of parties) client.on('error', (error) => give(name, messageOf(error)))
  const watches = parties.map((party) =>
    watch(party, patience, over.signal).catch((error: unknown) => give(party.name, messageOf(error))),
  )
  try {
    return await work()
  } catch (error) {
    throw broke && !isExplained(error) ? broke : error
  } finally {
    over.abort()
    await Promise.all(watches)
  }
}

const silent = (milliseconds: number) => new Error(`it was silent for ${milliseconds / 1000} s`)

/** Throws if the server is silent for too long, or if the server no longer has the client's connection. */
function watch({ connection, client }: Party, { beat, silence }: Patience, over: AbortSignal): Promise<void> {
  const { processID: pid } = client as pg.Client & { processID: number }
  return withClient(connection, async (guard) => {
    guard.on('error', () => {})
    while (await sleep(beat, true, { signal: over }).catch(() => false)) {
      const asked = guard.query('select from pg_stat_activity where pid = $1', [pid])
      const { rowCount } = await inTime(asked, performance.now() + silence, () => silent(silence)).catch(
        (error: unknown) => {
          socketOf(guard).destroy()
          throw error
        },
      )
      if (rowCount === 0) throw new Error('the server has ended it')
    }
  })
}
