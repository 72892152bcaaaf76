/**
 * A primary and the servers that follow it: which is which, and how far each has come. All of
 * them are asked twice a second, and ten times a second while the primary is looked for.
 *
 * No clocks of servers are compared. The primary tells its position in the log of changes, and a standby must have replayed
 * what the primary told some seconds ago by our own clock.
 */
import type { Connection } from './connection.ts'
import type { Host } from './hosts.ts'
import { inTime } from './in-time.ts'
import { Positions } from './positions.ts'
import { type Limits, Server } from './server.ts'
import { sql } from './sql.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** In milliseconds, between two questions to each server. */
const PULSE = 500
const PULSE_OF_SEARCH = 100
/** How long the primary is looked for once it has failed. */
const SEARCH = 5_000

/** In milliseconds. A read at a standby misses no change that was acknowledged before that. */
export const OLDEST = 4_000

export interface Hooks {
  /** There is another primary, or the connections to this one are replaced. */
  renewed: () => void
  told: (message: string, facts: object) => void
}

/** What a server says of itself. */
export type State = {
  standby: boolean
  system: string
  /** When it was started, which tells it from itself before and from other servers at its address. */
  started: string
  /** Null for a standby. It rises with each promotion. */
  timeline: number | null
  /** For the primary what is safely in its log, for a standby what it has replayed: in bytes. */
  position: string
  /** The newest timeline in the data. */
  follows: number | null
}

/**
 * Behind a commit, this position has the commit. Only what is flushed is sent to standbys; a commit that does not wait for
 * that (`synchronous_commit = off`) may lie beyond it.
 */
export const POSITION = sql`((case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn)::text`

/** Behind a read at the primary: what the read has seen lies before it. */
export const BEHIND = sql<{ position: string }>`select ${POSITION} as position`

export const STATE = sql<State>`
  select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
    pg_postmaster_start_time()::text as started,
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
    case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text else ${POSITION} end as position,
    (select max(id) from timelines) as follows`

/**
 * Sent before a read, which has a younger snapshot: what was replayed by then is seen by the read. In the statement of the
 * read it would come too late, as the server takes the snapshot first.
 */
export type Guard = Pick<State, 'standby' | 'position' | 'follows'>
export const GUARD = sql<Guard>`
  select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
    (select max(id) from timelines) as follows`

export interface StandbyLoad {
  name: string
  isRead: boolean
  /** In bytes of the primary's log; undefined for one that is not a standby of this primary, or does not answer. */
  behind: number | undefined
}

interface Member {
  readonly server: Server
  /** What it said last; undefined while it does not answer. */
  state: State | undefined
  started: string | undefined
  /** Of a standby that may be asked: it has replayed at least this. */
  replayed: bigint | undefined
  /** In milliseconds: what is younger than this it probably does not have yet. Its answers correct it. */
  delay: number
  asking: boolean
  /** What the log said of it last, so that it says it once. */
  told: string
}

/** A standby for a read. Without `needed` it is known to be fresh enough; with it, it must be asked with GUARD first. */
export interface Choice {
  server: Server
  needed: bigint | undefined
  /** To be told what GUARD has answered: true if the read's answer may be used. */
  judge: (guard: Guard | undefined) => boolean
}

export class Servers {
  readonly positions = new Positions()
  readonly #members: Member[]
  readonly #hooks: Hooks
  readonly #beat: NodeJS.Timeout
  #primary: Member | undefined
  /** The highest that was seen of a primary. A primary with a lower one was replaced, and must not be written to. */
  #timeline = 0
  #system: string | undefined
  /** Positions of the primary, the oldest first: what was acknowledged before `sentAt` lies before the position. */
  #samples: { sentAt: number; position: bigint }[] = []
  /** True when each server was asked once: a replaced primary may be the first to answer. */
  #begun = false
  #recording = false
  #askedAt = 0
  /** When a standby was last seen that reads may be sent to. */
  #readAt = performance.now()
  #searchUntil = 0
  #found = Promise.withResolvers<void>()

  constructor(hosts: Host[], limits: Limits, hooks: Hooks) {
    this.#hooks = hooks
    this.#members = hosts.map((host) => {
      const admit = (connection: Connection) => this.#admit(member, connection)
      const renewed = () => {
        if (member === this.#primary) hooks.renewed()
      }
      const server = new Server(host, limits, { admit, renewed })
      const member: Member = {
        server,
        state: undefined,
        started: undefined,
        replayed: undefined,
        delay: 0,
        asking: false,
        told: '',
      }
      return member
    })
    this.#beat = setInterval(() => this.#pulse(), PULSE_OF_SEARCH)
    this.#beat.unref()
    this.#askedAt = performance.now()
    void this.#begin()
  }

  get first(): Server {
    return (this.#members[0] as Member).server
  }

  get all(): Server[] {
    return this.#members.map(({ server }) => server)
  }

  get current(): Server | undefined {
    return this.#primary?.server
  }

  /** The primary; waits until there is one. */
  primary(until: number): Server | Promise<Server> {
    return this.#primary?.server ?? this.#awaited(until)
  }

  /** What each server but the primary is for reads, for metrics. */
  get standbys(): StandbyLoad[] {
    const newest = this.#samples.at(-1)?.position
    return this.#members
      .filter((member) => member !== this.#primary)
      .map(({ server, replayed }) => ({
        name: server.name,
        isRead: this.#isFresh(replayed),
        behind:
          newest === undefined || replayed === undefined ? undefined : Number(larger(newest - replayed, 0n)),
      }))
  }

  /** For how long the primary has answered every read, in milliseconds; 0 while a standby is read. */
  get aloneFor(): number {
    return this.#members.some(({ replayed }) => this.#isFresh(replayed))
      ? 0
      : performance.now() - this.#readAt
  }

  /** To be called when the primary has failed: looks for it, or for another one, and returns after one look. */
  async search(): Promise<void> {
    this.#searchUntil = performance.now() + SEARCH
    await inTime(this.#found.promise, performance.now() + PULSE_OF_SEARCH, this.missing).catch(() => {})
  }

  /** Why there is no primary. */
  readonly missing = (): DatabaseUnavailable =>
    this.replaced ?? new DatabaseUnavailable('No server says that it is the primary.')

  /**
   * Defined while no server but one that was replaced says that it is the primary. It is not used: what was acknowledged
   * since is not there. Only people know whether it is to be stopped, or the data since then are given up.
   */
  get replaced(): DatabaseUnavailable | undefined {
    const old = this.#members.find((member) => this.#wasReplaced(member))
    if (!old || this.#members.some((member) => this.#leads(member))) return undefined
    const [name, seen] = [old.server.name, this.#timeline]
    return new DatabaseUnavailable(
      `${name} says that it is the primary, on timeline ${old.state?.timeline}, but this instance has used a newer one, on timeline ${seen}. Either ${name} was replaced: stop it, and bring back the server with timeline ${seen}. Or ${name} is to go on: what was changed on timeline ${seen} is lost then, and every instance must be restarted to use ${name}.`,
      { reason: 'replaced' },
    )
  }

  /** The standby for a read of the caller, who must see at least this position; undefined if the primary must be asked. */
  choose(caller: string, atLeast: bigint): Choice | undefined {
    const member = this.#standbyFor(caller)
    const now = performance.now()
    const oldest = this.#oldest(now)
    if (member?.replayed === undefined || oldest === undefined) return undefined
    const { position, readAt, changedAt } = this.positions.needed(caller)
    let needed = [oldest.position, position, atLeast].reduce(larger)
    if (readAt > 0) {
      const since = this.#samples.find(({ sentAt }) => sentAt >= readAt)
      if (since === undefined) return undefined
      this.positions.settle(caller, readAt, since.position)
      if (since.position > needed) needed = since.position
    }
    const { server } = member
    if (needed <= member.replayed) return { server, needed: undefined, judge: () => true }
    const age = needed === position && changedAt > 0 ? now - changedAt : this.#ageOf(needed, now)
    if ((age ?? this.#unsampled(now)) < member.delay) return undefined
    return { server, needed, judge: (guard) => this.#judge(member, needed, age, guard) }
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await Promise.all(this.#members.map(({ server }) => server.close()))
  }

  async #awaited(until: number): Promise<Server> {
    for (;;) {
      const server = this.current
      if (server) return server
      this.#searchUntil = performance.now() + SEARCH
      await inTime(this.#found.promise, until, this.missing)
    }
  }

  /** The same for a caller in all instances, as long as the same standbys are in use: a standby never goes back. */
  #standbyFor(caller: string): Member | undefined {
    const [first, ...others] = this.#members.filter(({ replayed }) => replayed !== undefined)
    if (first === undefined || others.length === 0) return first
    const weightOf = ({ server }: Member) => weight(`${caller} ${server.name}`)
    return others.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), first)
  }

  /** For how long a position has been there, at least; undefined for one that the primary has not told. */
  #ageOf(position: bigint, now: number): number | undefined {
    const told = this.#samples.find((sample) => sample.position >= position)
    return told && now - told.sentAt
  }

  /** What is younger than this the primary has not told yet. */
  #unsampled = (now: number) => now - (this.#samples.at(-1)?.sentAt ?? 0)

  /** Of a position that only a client has told nothing is learned: it may be made up. */
  #judge(member: Member, needed: bigint, age: number | undefined, guard: Guard | undefined): boolean {
    if (!guard?.standby || guard.follows !== this.#timeline) return false
    const position = BigInt(guard.position)
    if (member.replayed !== undefined && position > member.replayed) member.replayed = position
    const isFresh = position >= needed
    if (age !== undefined)
      member.delay = isFresh
        ? Math.floor(member.delay * 0.9)
        : Math.min(OLDEST, Math.max(2 * member.delay, Math.ceil(age + 1)))
    return isFresh
  }

  async #begin(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#ask(member)))
    this.#begun = true
    this.#decide()
  }

  #pulse(): void {
    const now = performance.now()
    const pause = this.#primary === undefined || now < this.#searchUntil ? PULSE_OF_SEARCH : PULSE
    if (now - this.#askedAt < pause - PULSE_OF_SEARCH / 2) return
    this.#askedAt = now
    for (const member of this.#members) void this.#ask(member)
  }

  async #ask(member: Member): Promise<void> {
    if (member.asking) return
    member.asking = true
    const sentAt = performance.now()
    try {
      const [state] = await member.server.check(STATE)
      if (!this.#isTheSame(member, state)) return
      this.#heard(member, state, sentAt)
    } catch (error) {
      this.#silent(member, error)
    } finally {
      member.asking = false
    }
  }

  #heard(member: Member, state: State | undefined, sentAt: number): void {
    member.state = state
    this.#decide()
    if (member === this.#primary && state?.timeline === this.#timeline) {
      const since = sentAt - OLDEST - PULSE
      this.#samples = this.#samples.filter((sample) => sample.sentAt > since)
      this.#samples.push({ sentAt, position: BigInt(state.position) })
      if (state.follows !== this.#timeline) void this.#record(member.server)
    }
    this.#use(member)
  }

  /** The primary stays the primary until another server says that it is: nobody knows better while none does. */
  #silent(member: Member, error: unknown): void {
    const wasUsed = member.replayed !== undefined
    member.state = undefined
    this.#use(member, error)
    if (wasUsed) member.server.cut('The standby does not answer, and its connections were ended.')
  }

  /** The primary is whoever says so with the highest timeline; among equals it stays who it is. */
  #decide(): void {
    if (!this.#begun || this.#differ()) return
    const primary = this.#primary
    const claims = this.#members.filter((member) => this.#leads(member)).toSorted(byTimeline)
    const [best] = claims
    if (best === undefined) {
      if (primary?.state?.standby) this.#dismiss(primary) // it was replaced, and follows another one now
      return
    }
    const stays = best.state?.timeline === this.#timeline && primary && claims.includes(primary)
    if (!stays) this.#lead(best)
  }

  /** True while nobody knows which of several databases is meant. */
  #differ(): boolean {
    const systems = this.#members.flatMap(({ state }) => (state ? [state.system] : []))
    return this.#system === undefined && new Set(systems).size > 1
  }

  #leads({ state }: Member): boolean {
    if (!state || state.timeline === null || (this.#system ?? state.system) !== state.system) return false
    return state.timeline >= this.#timeline
  }

  #wasReplaced({ state }: Member): boolean {
    if (!state || state.timeline === null || state.system !== this.#system) return false
    return state.timeline < this.#timeline
  }

  #lead(member: Member): void {
    const { state, server } = member
    if (!state || state.timeline === null) return
    if (this.#primary && this.#primary !== member) this.#dismiss(this.#primary)
    this.#primary = member
    this.#timeline = state.timeline
    this.#system = state.system
    this.#samples = []
    this.#searchUntil = 0
    for (const other of this.#members) this.#use(other)
    this.positions.allMustSeeThis()
    this.#found.resolve()
    this.#found = Promise.withResolvers()
    this.#hooks.told('the primary is found', { server: server.name, timeline: this.#timeline })
    this.#hooks.renewed()
  }

  #dismiss({ server }: Member): void {
    this.#primary = undefined
    this.#samples = []
    server.cut('The server is no longer the primary, and its connections were ended.')
  }

  /** A standby that lacks what was acknowledged some seconds ago is not asked. */
  #isFresh(replayed: bigint | undefined): boolean {
    const oldest = this.#oldest(performance.now())
    return replayed !== undefined && oldest !== undefined && oldest.position <= replayed
  }

  #oldest(now: number): { position: bigint } | undefined {
    return this.#samples.find(({ sentAt }) => sentAt >= now - OLDEST)
  }

  /** Decides whether a server may be asked as a standby, and how far it has come. */
  #use(member: Member, error?: unknown): void {
    const { state } = member
    const isUsed =
      state?.standby === true && state.system === this.#system && state.follows === this.#timeline
    const position = isUsed ? BigInt(state.position) : undefined
    // Callers move between standbys now, and none may meet an older state than before.
    if ((position === undefined) !== (member.replayed === undefined)) this.positions.allMustSeeThis()
    member.replayed = position
    if (this.#isFresh(position)) this.#readAt = performance.now()
    if (this.#begun) this.#tell(member, error)
  }

  #tell(member: Member, error: unknown): void {
    const { state, server } = member
    const [message, facts] =
      state === undefined
        ? ['a server does not answer', { err: error }]
        : this.#differ() || (this.#system !== undefined && state.system !== this.#system)
          ? ['a server holds another database and is not used', {}]
          : this.#wasReplaced(member)
            ? [
                this.replaced?.message ?? 'a primary was replaced and is not used',
                { timeline: state.timeline },
              ]
            : member.replayed !== undefined
              ? ['a standby answers reads', {}]
              : ['', {}]
    if (message === member.told) return
    member.told = message
    if (message !== '') this.#hooks.told(message, { server: server.name, ...facts })
  }

  /** Marks the timeline in the data: a standby that has the mark follows this primary, and none that was replaced. */
  async #record(server: Server): Promise<void> {
    if (this.#recording) return
    this.#recording = true
    const mark = sql`insert into timelines (id) values (${this.#timeline}) on conflict do nothing`
    await server.writers
      .send(mark, performance.now() + server.limit)
      .catch(() => {}) // the next look finds that it is missing
      .finally(() => (this.#recording = false))
  }

  /** Asks a server once a connection to it is open: it may have been started again as something else. */
  async #admit(member: Member, connection: Connection): Promise<void> {
    const [state] = await connection.send(STATE)
    if (this.#isTheSame(member, state)) {
      member.state = state
      this.#decide()
      this.#use(member)
      if (member === this.#primary ? this.#leads(member) : member.replayed !== undefined) return
    }
    throw new DatabaseUnavailable(`${member.server.name} is not what it was taken for.`)
  }

  /**
   * What is known of a server holds for one run of it: later it may have older data. An address that stands for several
   * servers is not used for reads, as each connection would be another one's.
   */
  #isTheSame(member: Member, state: State | undefined): boolean {
    const { started } = member
    if (state === undefined || started === state.started) return true
    member.started = state.started
    if (started === undefined) return true
    member.state = undefined
    this.#use(member)
    member.server.cut('The server was started again, or its address stands for several servers.')
    return false
  }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)

const byTimeline = (one: Member, other: Member) => (other.state?.timeline ?? 0) - (one.state?.timeline ?? 0)

/** FNV-1a: the standby with the greatest weight is the caller's, so that few callers move when one comes or goes. */
function weight(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}
