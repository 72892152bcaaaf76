/**
 * Sends the log of events to the open streams of this process. A single loop reads the log for all of them. In each round it
 * gives positions to new events, sends these events, and sends one page to streams that were away and must catch up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { DatabaseAway } from '../db/away.ts'
import type { Warn } from '../db/background.ts'
import { Bell } from '../db/bell.ts'
import type { Subscription } from '../db/listener.ts'
import type { Stream } from '../http/streams/stream.ts'
import type { Feed } from '../http/streams/streams.ts'
import { frameOf, resetFrame, whereabouts } from './frames.ts'
import type { EventIds } from './ids.ts'
import {
  CHANNEL,
  type Logged,
  PAGE,
  type Place,
  eventsAfter,
  hasDue,
  head,
  number,
  placesThere,
} from './log.ts'
import { seersOf } from './seers.ts'
import { SUBJECTS, subjectOf } from './subjects.ts'

/** In milliseconds. Notifications can be lost, so after this wait we look at the log ourselves. */
const POLL = 2_000
/** In milliseconds. Changes during this pause share the next round. */
const PAUSE = 50

/** A stream, and the place up to which it has the events. */
interface Follower {
  stream: Stream
  place: Place
}

export class EventFeed implements Feed {
  readonly #db: Database
  readonly #ids: EventIds
  readonly #bell = new Bell()
  readonly #away: DatabaseAway
  readonly #subscription: Subscription
  readonly #followers = new Map<Stream, Follower>()
  /** Streams that have just come, with the place from which the client wants to go on. `undefined` means from now on. */
  readonly #arriving = new Map<Stream, Place | undefined>()
  /** Followers who must catch up to `#at`. */
  readonly #behind = new Set<Follower>()
  /** Followers who have all events up to `#at`. */
  readonly #level = new Set<Follower>()
  /** How far we have read the log. Undefined while nobody follows. */
  #at: Place | undefined
  /**
   * How many events the next page has at most. After a failure it is smaller: the events may have too many followers for one
   * statement.
   */
  #page = PAGE
  #changed = true
  #closed = false
  readonly #working: Promise<void>

  constructor(db: Database, ids: EventIds, warn: Warn) {
    this.#db = db
    this.#ids = ids
    this.#away = new DatabaseAway('the delivery of events', warn)
    this.#subscription = db.listen(CHANNEL, () => this.#bell.ring())
    this.#working = this.#work()
  }

  /** Called after a commit, so that its events get their positions now and not at the next look. */
  readonly committed = (): void => {
    this.#changed = true
    this.#bell.ring()
  }

  follow(stream: Stream, after: string | undefined): void {
    // If the id is not one of ours, the stream gets a reset, as it does if its place is not in the log.
    this.#arriving.set(stream, after === undefined ? undefined : (this.#ids.placeOf(after) ?? NOWHERE))
    this.#bell.ring()
  }

  leave(stream: Stream): void {
    this.#arriving.delete(stream)
    const follower = this.#followers.get(stream)
    if (follower) this.#drop(follower)
  }

  heartbeat(stream: Stream): string {
    const place = this.#followers.get(stream)?.place
    return place ? whereabouts(place, this.#ids) : ':\n\n'
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#bell.ring()
    await Promise.all([this.#working, this.#subscription.close()])
  }

  async #work(): Promise<void> {
    let woken: 'rung' | 'late' = 'late'
    while (!this.#closed) {
      const began = performance.now()
      const heard = this.#bell.next()
      try {
        const more = await this.#round(woken === 'late')
        this.#away.over()
        this.#page = Math.min(PAGE, Math.ceil(this.#page * 1.25))
        if (more) continue
      } catch (error) {
        this.#page = Math.max(1, Math.floor(this.#page / 2))
        if (!this.#closed) this.#away.failed(error)
      }
      woken = await heard.orAfter(POLL)
      const pause = PAUSE - (performance.now() - began)
      if (woken === 'rung' && pause > 0 && !this.#closed) await sleep(pause)
    }
  }

  /** One round. Returns true if there is more to do at once. */
  async #round(polled: boolean): Promise<boolean> {
    await this.#number(polled)
    if (this.#followers.size + this.#arriving.size === 0) {
      this.#at = undefined
      return false
    }
    this.#at ??= await this.#db.one(head)
    await this.#admit(this.#at)
    const more = await this.#sendNew(this.#at)
    await this.#sendOld()
    return more || this.#behind.size > 0
  }

  async #number(polled: boolean): Promise<void> {
    if (polled && !this.#changed) this.#changed = (await this.#db.one(hasDue)).due
    while (this.#changed) {
      this.#changed = false
      if ((await number(this.#db)) > 0) this.#changed = (await this.#db.one(hasDue)).due
    }
  }

  /** Looks up the places of streams that have just come. A stream whose place is not in the log gets a reset. */
  async #admit(at: Place): Promise<void> {
    if (this.#arriving.size === 0) return
    const arriving = [...this.#arriving]
    const asked = arriving.flatMap(([, place]) => place ?? [])
    const there = asked.length === 0 ? [] : await this.#db.many(placesThere(asked))
    const known = new Set(there.map(nameOf))
    for (const [stream, place] of arriving) {
      // The stream may have ended meanwhile.
      if (!this.#arriving.delete(stream)) continue
      const isKnown = place !== undefined && known.has(nameOf(place))
      const follower = { stream, place: isKnown ? place : at }
      this.#followers.set(stream, follower)
      if (place !== undefined && !isKnown) stream.write(resetFrame(at, this.#ids), 1)
      else stream.write(whereabouts(follower.place, this.#ids))
      this.#join(follower)
    }
  }

  /** Sends the next page of the log to all followers who have everything before it. */
  async #sendNew(at: Place): Promise<boolean> {
    const most = this.#page
    const [[same], events] = await Promise.all([
      this.#db.many(placesThere([at])),
      this.#db.many(eventsAfter(at.position, most)),
    ])
    if (same === undefined) return this.#startOver()
    const last = events.at(-1)
    if (last === undefined) return false
    const level = [...this.#level]
    await this.#send(events, level)
    this.#at = last
    return events.length === most
  }

  /**
   * Sends a page to the follower who has been behind for the longest time, and to others at nearby places. Afterwards these go to
   * the end of the queue, so a client that comes back to the same old place again and again delays nobody.
   */
  async #sendOld(): Promise<void> {
    const [first] = this.#behind
    if (first === undefined) return
    const most = this.#page
    const nearby = [...this.#behind].filter(({ place }) => place.position > first.place.position - most / 2)
    const from = Math.min(...nearby.map(({ place }) => place.position))
    const events = await this.#db.many(eventsAfter(from, most))
    const end = events.at(-1)?.position ?? Infinity
    const served = nearby.filter(({ place }) => place.position < end)
    await this.#send(events, served)
    // If the old events were deleted meanwhile, there is nothing left for these followers to catch up on.
    if (events.length === 0 && this.#at) for (const follower of served) follower.place = this.#at
    for (const follower of served) if (this.#behind.delete(follower)) this.#join(follower)
  }

  /** Begins again with another log, because the database was restored, or its server has lost the last changes. */
  #startOver(): boolean {
    for (const { stream } of this.#followers.values()) {
      this.#arriving.set(stream, NOWHERE)
    }
    this.#followers.clear()
    this.#level.clear()
    this.#behind.clear()
    this.#at = undefined
    return true
  }

  async #send(events: readonly Logged[], followers: readonly Follower[]): Promise<void> {
    const last = events.at(-1)
    if (last === undefined) return
    const byUser = Map.groupBy(followers, ({ stream }) => stream.caller.userId ?? '')
    const seers = await seersOf(events, [...byUser.keys()], this.#db)
    const frames = new Map<Follower, string[]>()
    for (const event of events) {
      const who = seers.get(event.position)
      const subject = subjectOf(event.kind)
      if (who === undefined || subject === undefined) continue
      const scope = `svc-engine:${SUBJECTS[subject].scope}`
      let frame: string | undefined
      const reached = who === 'everybody' ? followers : [...who].flatMap((id) => byUser.get(id) ?? [])
      for (const follower of reached) {
        if (event.position <= follower.place.position || !follower.stream.caller.scopes.has(scope)) continue
        frame ??= frameOf(event, this.#ids)
        const some = frames.get(follower)
        if (some) some.push(frame)
        else frames.set(follower, [frame])
      }
    }
    for (const follower of followers) {
      if (!this.#followers.has(follower.stream)) continue
      const some = frames.get(follower)
      if (some && !follower.stream.isChecked) follower.stream.finish('unchecked')
      if (some) {
        this.#db.seenAtPrimary(follower.stream.caller.key) // so that no standby answers the follower's next read with old data
        follower.stream.write(some.join(''), some.length)
      }
      if (follower.place.position < last.position) follower.place = last
      if (follower.stream.isSlow) this.#pause(follower)
    }
  }

  /** Sends nothing more to a client that does not read. When it reads again, it continues from its place. */
  #pause(follower: Follower): void {
    this.#level.delete(follower)
    this.#behind.delete(follower)
    follower.stream.whenDrained(() => {
      if (this.#followers.get(follower.stream) !== follower) return
      this.#join(follower)
      this.#bell.ring()
    })
  }

  #join(follower: Follower): void {
    if (!this.#at || follower.place.position < this.#at.position) this.#behind.add(follower)
    else this.#level.add(follower)
  }

  #drop(follower: Follower): void {
    this.#followers.delete(follower.stream)
    this.#level.delete(follower)
    this.#behind.delete(follower)
  }
}

const nameOf = ({ position, tag }: Place) => `${position} ${tag}`

/** A place at which there is never an event. */
const NOWHERE: Place = { position: -1, tag: 0 }
