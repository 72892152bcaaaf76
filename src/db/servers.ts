/**
 * Finds the primary, and the standbys that may answer reads. All times are from our own clock, so the servers' clocks may differ
 * from ours.
 */
import type { Connection } from './connection.ts'
import type { Host } from './hosts.ts'
import { inTime } from './in-time.ts'
import type { Member, Standby } from './member.ts'
import { larger } from './positions.ts'
import { PrimaryClaims } from './primary-claims.ts'
import { ReportedPositions } from './reported-positions.ts'
import type { StandbyLoad } from './route.ts'
import { type Limits, Server } from './server.ts'
import { STATE, type State } from './server-state.ts'
import { sql } from './sql.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** The pause between two checks of a server, in milliseconds. */
const PULSE = 500
const PULSE_OF_SEARCH = 100
/** For how many milliseconds we look for a primary after one has failed. */
const SEARCH = 5_000

/** In milliseconds. A read at a standby shows at least all changes that are older than this. */
export const OLDEST = 4_000

interface Hooks {
  /** Called when another server has become the primary, or when all connections to the primary were replaced. */
  renewed: () => void
  /** Called when reads may go to other servers than before. Later reads must not show anything older than earlier reads. */
  moved: () => void
  log: (message: string, facts: object) => void
}

export class Servers {
  readonly reports = new ReportedPositions(OLDEST + PULSE)
  readonly #members: Member[]
  readonly #claims: PrimaryClaims
  readonly #hooks: Hooks
  readonly #pulse: NodeJS.Timeout
  #primary: Member | undefined
  /** False until every server was asked once. Before that, the first answer could come from a primary that was replaced. */
  #hasChecked = false
  #isMarking = false
  #checkedAt = 0
  /** When a standby could last answer reads. */
  #spreadAt = performance.now()
  #searchUntil = 0
  #found = Promise.withResolvers<void>()

  constructor(hosts: Host[], limits: Limits, hooks: Hooks) {
    this.#hooks = hooks
    this.#members = hosts.map((host) => this.#memberOf(host, limits))
    this.#claims = new PrimaryClaims(this.#members)
    this.#pulse = setInterval(() => this.#checkAll(), PULSE_OF_SEARCH)
    this.#pulse.unref()
    this.#checkedAt = performance.now()
    void this.#checkFirst()
  }

  get limit(): number {
    return this.all[0]?.limit ?? 0
  }

  get all(): Server[] {
    return this.#members.map(({ server }) => server)
  }

  get current(): Server | undefined {
    return this.#primary?.server
  }

  get timeline(): number {
    return this.#claims.timeline
  }

  primary(until: number): Server | Promise<Server> {
    return this.#primary?.server ?? this.#waitForPrimary(until)
  }

  get standbys(): StandbyLoad[] {
    const { newest } = this.reports
    return this.#members
      .filter((member) => member !== this.#primary)
      .map(({ server, replayed }) => ({
        name: server.name,
        isRead: this.#isFresh(replayed),
        behind:
          newest === undefined || replayed === undefined ? undefined : Number(larger(newest - replayed, 0n)),
      }))
  }

  /** For how many milliseconds no standby has answered reads. */
  get aloneFor(): number {
    return this.#members.some(({ replayed }) => this.#isFresh(replayed))
      ? 0
      : performance.now() - this.#spreadAt
  }

  /** To be called when the primary has failed. Returns when a primary is found, or after one round of checks. */
  async search(): Promise<void> {
    this.#searchUntil = performance.now() + SEARCH
    await inTime(this.#found.promise, performance.now() + PULSE_OF_SEARCH, this.#missing).catch(() => {})
  }

  /** The error while the only primary is one that was replaced. */
  get replaced(): DatabaseUnavailable | undefined {
    return this.#claims.replaced
  }

  get readable(): Standby[] {
    return this.#members.filter(({ replayed }) => replayed !== undefined)
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse)
    await Promise.all(this.all.map((server) => server.close()))
  }

  #memberOf(host: Host, limits: Limits): Member {
    const admit = (connection: Connection) => this.#admit(member, connection)
    const renewed = () => {
      if (member === this.#primary) this.#hooks.renewed()
    }
    const member: Member = {
      server: new Server(host, limits, { admit, renewed }),
      state: undefined,
      started: undefined,
      replayed: undefined,
      delay: 0,
      isBeingChecked: false,
      logged: '',
    }
    return member
  }

  async #waitForPrimary(until: number): Promise<Server> {
    for (;;) {
      const server = this.current
      if (server) return server
      this.#searchUntil = performance.now() + SEARCH
      await inTime(this.#found.promise, until, this.#missing)
    }
  }

  readonly #missing = (): DatabaseUnavailable =>
    this.replaced ?? new DatabaseUnavailable('No server says that it is the primary.')

  async #checkFirst(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#check(member)))
    this.#hasChecked = true
    this.#choosePrimary()
  }

  #checkAll(): void {
    const now = performance.now()
    const pause = this.#primary === undefined || now < this.#searchUntil ? PULSE_OF_SEARCH : PULSE
    if (now - this.#checkedAt < pause - PULSE_OF_SEARCH / 2) return
    this.#checkedAt = now
    for (const member of this.#members) void this.#check(member)
  }

  async #check(member: Member): Promise<void> {
    if (member.isBeingChecked) return
    member.isBeingChecked = true
    const askedAt = performance.now()
    try {
      const [state] = await member.server.check(STATE)
      if (this.#isSameRun(member, state)) this.#answered(member, state, askedAt)
    } catch (error) {
      this.#failed(member, error)
    } finally {
      member.isBeingChecked = false
    }
  }

  #answered(member: Member, state: State | undefined, askedAt: number): void {
    member.state = state
    this.#choosePrimary()
    if (member === this.#primary && state?.timeline === this.timeline) {
      this.reports.add(askedAt, BigInt(state.position))
      if (state.follows !== this.timeline) void this.#markTimeline(member.server)
    }
    this.#updateStandby(member)
  }

  /** A primary that fails stays our primary until another server says that it is the primary. */
  #failed(member: Member, error: unknown): void {
    const wasRead = member.replayed !== undefined
    member.state = undefined
    this.#updateStandby(member, error)
    if (wasRead) member.server.cut('The standby does not answer, and its connections were ended.')
  }

  /**
   * Chooses the primary: of the servers that say they are the primary, the one with the highest timeline. If two are equal, the
   * current primary stays.
   */
  #choosePrimary(): void {
    if (!this.#hasChecked || this.#claims.areUnclear) return
    const primary = this.#primary
    const { candidates, timeline } = this.#claims
    const [best] = candidates
    if (best === undefined) {
      if (primary?.state?.standby) this.#dismissPrimary(primary) // the primary was replaced, and follows another server now
      return
    }
    const stays = best.state?.timeline === timeline && primary && candidates.includes(primary)
    if (!stays) this.#makePrimary(best)
  }

  #makePrimary(member: Member): void {
    const { state, server } = member
    if (!state || state.timeline === null) return
    if (this.#primary && this.#primary !== member) this.#dismissPrimary(this.#primary)
    this.#primary = member
    this.#claims.accept(state)
    this.reports.clear()
    this.#searchUntil = 0
    for (const other of this.#members) this.#updateStandby(other)
    this.#hooks.moved()
    this.#found.resolve()
    this.#found = Promise.withResolvers()
    this.#hooks.log('the primary is found', { server: server.name, timeline: this.timeline })
    this.#hooks.renewed()
  }

  #dismissPrimary({ server }: Member): void {
    this.#primary = undefined
    this.reports.clear()
    server.cut('The server is no longer the primary, and its connections were ended.')
  }

  /** True if the position includes all changes that are older than `OLDEST` milliseconds. */
  #isFresh(replayed: bigint | undefined): boolean {
    const oldest = this.reports.including(performance.now() - OLDEST)
    return replayed !== undefined && oldest !== undefined && oldest <= replayed
  }

  /** Decides whether reads may go to this server as a standby, and notes how far it has replayed the log. */
  #updateStandby(member: Member, error?: unknown): void {
    const { state } = member
    const position = this.#claims.isStandby(member) && state ? BigInt(state.position) : undefined
    if ((position === undefined) !== (member.replayed === undefined)) this.#hooks.moved()
    member.replayed = position
    if (this.#isFresh(position)) this.#spreadAt = performance.now()
    if (this.#hasChecked) this.#logState(member, error)
  }

  #logState(member: Member, error: unknown): void {
    const [message, facts] = this.#claims.messageAbout(member, error)
    if (message === member.logged) return
    member.logged = message
    if (message !== '') this.#hooks.log(message, { server: member.server.name, ...facts })
  }

  /** Writes the timeline into a row. A standby that has this row follows this primary, and not one that was replaced. */
  async #markTimeline(server: Server): Promise<void> {
    if (this.#isMarking) return
    this.#isMarking = true
    const mark = sql`insert into timelines (id) values (${this.timeline}) on conflict do nothing`
    await server.writers
      .send(mark, performance.now() + server.limit)
      .catch(() => {}) // the next check will find that the row is missing
      .finally(() => (this.#isMarking = false))
  }

  /**
   * Asks each new connection for the server's state, because it may have become a standby, or the address may lead to another
   * server.
   */
  async #admit(member: Member, connection: Connection): Promise<void> {
    const [state] = await connection.send(STATE)
    if (this.#isSameRun(member, state)) {
      member.state = state
      this.#choosePrimary()
      this.#updateStandby(member)
      if (member === this.#primary ? this.#claims.isCandidate(member) : member.replayed !== undefined) return
    }
    throw new DatabaseUnavailable(`${member.server.name} is another server than before.`)
  }

  /** False if the server was restarted, because it may then have older data, or if the address leads to another server. */
  #isSameRun(member: Member, state: State | undefined): boolean {
    const { started } = member
    if (state === undefined || started === state.started) return true
    member.started = state.started
    if (started === undefined) return true
    member.state = undefined
    this.#updateStandby(member)
    member.server.cut('The server was started again, or its address stands for several servers.')
    return false
  }
}
