/** Runs work on connections whose network can break or silently drop everything: then the work ends in time, with an error. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { socketOf } from '../connection.ts'
import { messageOf } from '../embedded/errors.ts'
import type { Connection } from '../hosts.ts'
import { inTime } from '../in-time.ts'
import { withClient } from '../migrate.ts'

interface Party {
  /** The name in messages. */
  name: string
  connection: Connection
  client: pg.Client
}

/** How often we ask a server for a sign of life, and how long we wait for it, in milliseconds. */
export interface Patience {
  beat: number
  silence: number
}
const PATIENCE: Patience = { beat: 15_000, silence: 45_000 }

/** The connection to one of the parties is lost. */
export class NetworkBroke extends Error {
  override name = 'NetworkBroke'
}

/**
 * A statement can take an hour, so its silence means nothing: we ask each server over another connection of the same network.
 * Throws `NetworkBroke` if a connection breaks, or the error of `work` if that says more (`isExplained`).
 */
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

/** Throws when the server is silent for too long, or no longer knows the client's connection. */
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
