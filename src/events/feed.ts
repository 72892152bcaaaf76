/**
 * Sends the log of events to the open streams of this process. One loop reads the log for all of them: each round numbers what is
 * due, sends what is new, and sends a page to the streams that come back and are behind.
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

/** How long we wait for a notification before we look ourselves, in milliseconds: a notification can be lost. */
const POLL = 2_000
/** The pause between two rounds, in milliseconds: changes in between share a round. */
const PAUSE = 50

/** A stream, and how far it has got. */
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
  /** Streams whose place in the log must be looked up; `undefined` for those that begin now. */
  readonly #arriving = new Map<Stream, Place | undefined>()
  /** Followers who are behind `#at`. */
  readonly #behind = new Set<Follower>()
  /** Followers who have everything up to `#at`. */
  readonly #level = new Set<Follower>()
  /** How far the log was read; undefined while nobody follows. */
  #at: Place | undefined
  /** The most events of the next page. Fewer after a failure, because the events may have too many followers for one statement. */
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

  /** Call this after a commit, so that the new events get their positions at once and not at the next poll. */
  readonly committed = (): void => {
    this.#changed = true
    this.#bell.ring()
  }

  follow(stream: Stream, after: string | undefined): void {
    // A place that is not in the log leads to a reset, and so does a text that is no id.
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

  /** Returns true if there is more to do at once. */
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

  /** Finds the places of the streams that have arrived. A stream whose place is not in the log gets a reset. */
  async #admit(at: Place): Promise<void> {
    if (this.#arriving.size === 0) return
    const arriving = [...this.#arriving]
    const asked = arriving.flatMap(([, place]) => place ?? [])
    const there = asked.length === 0 ? [] : await this.#db.many(placesThere(asked))
    const known = new Set(there.map(nameOf))
    for (const [stream, place] of arriving) {
      // The stream can have left meanwhile.
      if (!this.#arriving.delete(stream)) continue
      const isKnown = place !== undefined && known.has(nameOf(place))
      const follower = { stream, place: isKnown ? place : at }
      this.#followers.set(stream, follower)
      if (place !== undefined && !isKnown) stream.write(resetFrame(at, this.#ids), 1)
      else stream.write(whereabouts(follower.place, this.#ids))
      this.#join(follower)
    }
  }

  /** Sends the next page of the log to everybody who is level with it. */
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
   * Sends a page to the follower who has been behind for the longest time, and to others at nearby places. Then these
   * followers go to the end of the queue, so a client that returns to the same old place again and again delays nobody.
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
    // If the old events were deleted meanwhile, these followers have nothing left to catch up on.
    if (events.length === 0 && this.#at) for (const follower of served) follower.place = this.#at
    for (const follower of served) if (this.#behind.delete(follower)) this.#join(follower)
  }

  /** Starts over with another log: the database was restored, or its server has lost the last changes. */
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

  /** A client that does not read gets nothing more. When it reads again, it continues from its place. */
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

/** No event has this place. */
const NOWHERE: Place = { position: -1, tag: 0 }
