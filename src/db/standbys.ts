/** Sends changes to the primary, and each read to a standby that has everything the caller must see. */
import type { ListenerEvents, Subscription } from './listener.ts'
import type { Host } from './hosts.ts'
import type { Standby } from './member.ts'
import { type Needed, Positions, larger } from './positions.ts'
import type { Traffic } from './queryable.ts'
import type { ReadOptions, ReadSpread, Route, Writer } from './route.ts'
import type { Limits, Server } from './server.ts'
import { GUARD, type Guard, POSITION, POSITION_AFTER_READ } from './server-state.ts'
import { OLDEST, Servers } from './servers.ts'
import { type Row, type Sql, sql } from './sql.ts'
import type { CommitPositions } from './transaction.ts'
import {
  BrokenConnection,
  DatabaseUnavailable,
  isConnectionLoss,
  isReadOnly,
  unavailableOr,
} from './unavailable.ts'

/** The PostgreSQL channel on which each instance publishes who has committed, and the position of the commit. */
const CHANGES = 'scorebook_changes'

interface Hooks {
  renewed: () => void
  log: (message: string, facts: object) => void
  listen: (channel: string, received: (payload: string) => void, events: ListenerEvents) => Subscription
}

/**
 * The standby for a read. If `needed` is set, GUARD must be sent before the read, and the rows count only if `isEnough` returns
 * true.
 */
interface Choice {
  server: Server
  needed: bigint | undefined
  isEnough: (guard: Guard | undefined) => boolean
}

export class Standbys implements Route {
  readonly #servers: Servers
  readonly #positions = new Positions()
  readonly #traffic: Traffic
  readonly #hooks: Hooks
  #changes: Subscription | undefined
  /** False while we may miss changes by other instances. During that time all reads go to the primary. */
  #receivesChanges = false

  constructor(hosts: Host[], limits: Limits, traffic: Traffic, hooks: Hooks) {
    this.#traffic = traffic
    this.#hooks = hooks
    this.#servers = new Servers(hosts, limits, {
      renewed: () => this.#renewed(),
      moved: () => this.#positions.allMustSeePresent(),
      log: hooks.log,
    })
  }

  get limit(): number {
    return this.#servers.limit
  }

  get servers(): Server[] {
    return this.#servers.all
  }

  get current(): Server | undefined {
    return this.#servers.current
  }

  get spread(): ReadSpread {
    const { current, timeline, standbys, aloneFor } = this.#servers
    return { primary: current && { name: current.name, timeline }, standbys, aloneFor }
  }

  primary(until: number): Server | Promise<Server> {
    return this.#servers.primary(until)
  }

  async send<T>(work: (server: Server) => Promise<T>, until: number): Promise<T> {
    this.#traffic.statements++
    this.#traffic.roundTrips++
    for (let broken = 0; ; broken++) {
      const server = await this.primary(until)
      try {
        const answer = await work(server)
        if (this.current === server) return answer
        throw new BrokenConnection('The primary was replaced.', { cause: new DatabaseUnavailable(REPLACED) })
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw this.failure(error, server)
        if (performance.now() >= until) throw this.failure(error.cause, server)
        if (broken >= server.attempts) await this.#servers.search()
      }
    }
  }

  /** One round trip is enough if a standby answers. If the standby is behind or fails, a second one asks the primary. */
  async read<R extends Row>(statement: Sql<R>, options: ReadOptions, until: number): Promise<R[]> {
    const { caller, gone } = options
    const isLong = statement.sending.kind !== 'plain'
    const choice = this.#choose(options)
    // If the standby turned out to be behind, a long read would have no time left for the primary.
    if (choice && (choice.needed === undefined || !isLong)) {
      const rows = await this.#readAt(choice, statement, until, gone)
      if (rows) return rows
    }
    if (isLong) {
      const rows = await this.send((server) => server.send(statement, until, { caller, gone }), until)
      this.#positions.mustSeePresent(caller)
      return rows
    }
    const began = performance.now()
    this.#traffic.statements++
    const [rows, [after]] = await this.send(
      (server) => server.sendBoth(statement, POSITION_AFTER_READ, until, { caller, gone }),
      until,
    )
    if (after) this.#positions.mustSee(caller, BigInt(after.position), began)
    return rows
  }

  /** The transaction has not sent anything yet, so it can begin at any primary. */
  async writer(until: number, caller: string | undefined): Promise<Writer> {
    for (;;) {
      const server = await this.primary(until)
      try {
        return { server, connection: await server.writers.take(until, { caller }) }
      } catch (error) {
        if (!isConnectionLoss(error) || performance.now() >= until) throw this.failure(error, server)
        await this.#servers.search()
      }
    }
  }

  seenAtPrimary(caller: string): void {
    this.#positions.mustSeePresent(caller)
  }

  /** Other instances receive the position at about the same time as the client receives its answer. */
  readonly commits: CommitPositions = {
    publish: (caller) => sql<{ position: string }>`
      select position, pg_notify(${CHANGES}, ${caller} || ' ' || position) from (select ${POSITION} as position) after`,
    committed: (caller, position) => {
      if (position === undefined) this.#positions.mustSeePresent(caller)
      else this.#positions.mustSee(caller, BigInt(position))
    },
  }

  failure(error: unknown, server: Server): unknown {
    if (isReadOnly(error)) server.renew()
    if (isReadOnly(error) || isConnectionLoss(error)) void this.#servers.search()
    const failure = unavailableOr(error)
    const isAway = failure instanceof DatabaseUnavailable && failure.reason === 'away'
    return (isAway && this.#servers.replaced) || failure
  }

  async close(): Promise<void> {
    await Promise.all([this.#changes?.close(), this.#servers.close()])
  }

  /** Chooses a standby. Returns undefined if the read must go to the primary. */
  #choose({ caller, after }: ReadOptions): Choice | undefined {
    if (!this.#receivesChanges) return undefined
    const standby = this.#standbyFor(caller)
    const now = performance.now()
    const { reports } = this.#servers
    const oldest = reports.including(now - OLDEST)
    if (standby?.replayed === undefined || oldest === undefined) return undefined
    const known = this.#positions.needed(caller)
    let needed = [oldest, known.position, BigInt(after ?? 0)].reduce(larger)
    if (known.pendingAt > 0) {
      const reported = reports.including(known.pendingAt)
      if (reported === undefined) return undefined
      this.#positions.settle(caller, known.pendingAt, reported)
      needed = larger(needed, reported)
    }
    const { server } = standby
    if (needed <= standby.replayed) return { server, needed: undefined, isEnough: () => true }
    const age = this.#ageOf(needed, known, now)
    if ((age ?? reports.ageOfNewest(now)) < standby.delay) return undefined
    return { server, needed, isEnough: (guard) => this.#isEnough(standby, needed, age, guard) }
  }

  /** All instances choose the same standby for a caller: the one with the largest hash. */
  #standbyFor(caller: string): Standby | undefined {
    const [first, ...others] = this.#servers.readable
    if (first === undefined || others.length === 0) return first
    const weightOf = ({ server }: Standby) => hash(`${caller} ${server.name}`)
    return others.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), first)
  }

  #ageOf(needed: bigint, { position, learnedAt }: Needed, now: number): number | undefined {
    return needed === position && learnedAt > 0 ? now - learnedAt : this.#servers.reports.ageOf(needed, now)
  }

  /**
   * True if the standby has replayed enough. `age` is undefined if the position comes from the client. Then the estimated delay
   * does not change, because a client can send any number.
   */
  #isEnough(standby: Standby, needed: bigint, age: number | undefined, guard: Guard | undefined): boolean {
    if (!guard?.standby || guard.follows !== this.#servers.timeline) return false
    const position = BigInt(guard.position)
    if (standby.replayed !== undefined && position > standby.replayed) standby.replayed = position
    const isFresh = position >= needed
    if (age !== undefined)
      standby.delay = isFresh
        ? Math.floor(standby.delay * 0.9)
        : Math.min(OLDEST, Math.max(2 * standby.delay, Math.ceil(age + 1)))
    return isFresh
  }

  /**
   * Reads at the standby. Returns undefined if it is behind or fails. This read does not wait for a turn, because the primary may
   * need the remaining time.
   */
  async #readAt<R extends Row>(
    { server, needed, isEnough }: Choice,
    statement: Sql<R>,
    until: number,
    gone: AbortSignal | undefined,
  ): Promise<R[] | undefined> {
    this.#traffic.statements += needed === undefined ? 1 : 2
    this.#traffic.roundTrips++
    try {
      if (needed === undefined) return await server.send<R>(statement, until, { gone })
      const [[guard], rows] = await server.sendBoth(GUARD, statement, until)
      return isEnough(guard) ? rows : undefined
    } catch (error) {
      const isUnavailable =
        error instanceof BrokenConnection || unavailableOr(error) instanceof DatabaseUnavailable
      // A standby that is behind may lack a whole table. So if a guarded read fails, we ask the primary.
      const mayBeBehind = needed !== undefined
      if (!(isUnavailable || mayBeBehind) || performance.now() >= until)
        throw unavailableOr(error instanceof BrokenConnection ? error.cause : error)
      return undefined
    }
  }

  /** Called when a primary was found. We subscribe there to the changes of other instances. */
  #renewed(): void {
    this.#hooks.renewed()
    this.#changes ??= this.#hooks.listen(CHANGES, (payload) => this.#received(payload), {
      opened: () => {
        this.#positions.allMustSeePresent() // we have missed earlier notifications
        this.#receivesChanges = true
      },
      lost: () => (this.#receivesChanges = false),
    })
  }

  #received(payload: string): void {
    const [, caller, position] = /^(\S+) (\d{1,20})$/.exec(payload) ?? []
    if (caller !== undefined && position !== undefined) this.#positions.mustSee(caller, BigInt(position))
  }
}

const REPLACED = 'The primary was replaced before it answered.'

/** The FNV-1a hash of the text. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193)
  return value >>> 0
}
