/**
 * Everybody gets the events of a world, and the model says which. From time to time each person comes back with the last id that
 * they got. Then they must get the events of all changes since, if they may see the subject now and have a part in it, and no
 * other events. The endpoint of the maker's webhook gets the same.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { sql } from '../../src/db/sql.ts'
import { number } from '../../src/events/log.ts'
import { SUBJECTS, subjectOf } from '../../src/events/subjects.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import type { Subject } from '../../src/resources/events/write.ts'
import { Follower } from '../events/follower.ts'
import type { Service } from '../support.ts'
import {
  type DataType,
  type Match,
  type Name,
  type World,
  GAMES,
  claimantOf,
  get,
  hasPart,
  isAdmin,
  isMember,
  isThere,
  matchesOf,
  playerOf,
  seesDetails,
  seesGhost,
  seesInvitation,
  seesPlayset,
  settingOf,
  trusts,
} from './model.ts'
import type { Played } from './play.ts'
import { MAKER, Webhook } from './webhooks.ts'

type Written = { n: string; kind: string; id: string; parentId: string | null; nth: number }

type Names = Pick<Played, 'by' | 'idOf' | 'nameOf'>

export class Reading {
  readonly #service: Service
  readonly #world: World
  readonly #played: Names
  readonly #url: string
  readonly #webhook: Webhook
  readonly #places = new Map<Name, string>()
  /** The number of the newest event that everybody has got. */
  #last = '0'
  #times = 0

  /** Opens the stream once for everybody, so that each person has a first place in it. */
  static async begin(service: Service, world: World, played: Names): Promise<Reading> {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const webhook = await Webhook.begin(service, played.by(MAKER))
    const reading = new Reading(service, world, played, webhook, `http://127.0.0.1:${port}${PREFIX}/events`)
    await number(service.db) // so that nobody gets the events of the beginning
    await Promise.all([...world.people.keys()].map((person) => reading.#follow(person)))
    const { n } = await service.db.one(sql<{ n: string }>`select coalesce(max(n), 0)::text as n from events`)
    reading.#last = n
    return reading
  }

  constructor(service: Service, world: World, played: Names, webhook: Webhook, url: string) {
    this.#service = service
    this.#world = world
    this.#played = played
    this.#webhook = webhook
    this.#url = url
  }

  /** Returns how somebody's events differ from the right ones; undefined if everybody's are right. */
  async read(): Promise<string | undefined> {
    const written = await this.#written()
    const last = await this.#mark()
    const sent = await this.#webhook.send()
    const people = [...this.#world.people.keys()].filter((person) => isThere(this.#world, person))
    const told = await Promise.all(
      people.map(async (person) => {
        const events = await this.#follow(person, last)
        const lines = events.map(({ kind, path = '' }) => `${kind} ${path}`).slice(0, -1)
        const wanted = written.filter((event) => this.#gets(person, event)).map((event) => lineOf(event))
        if (lines.join('\n') !== wanted.join('\n'))
          return `${person} should get\n${this.#named(wanted)}\nand gets\n${this.#named(lines)}`
        if (person !== MAKER) return undefined
        const [streamed, hooked] = [events.map((event) => JSON.stringify(event)), sent].map((some) =>
          some.toSorted(),
        )
        if (hooked?.join('\n') === streamed?.join('\n')) return undefined
        return `${person}'s endpoint should get\n${this.#named(streamed ?? [])}\nand gets\n${this.#named(hooked ?? [])}`
      }),
    )
    return told.find((one) => one !== undefined)
  }

  close(): Promise<void> {
    return this.#webhook.close()
  }

  #gets(person: Name, event: Written): boolean {
    const [name, parent] = [event.id, event.parentId].map((id) =>
      id === null ? '' : this.#played.nameOf(id),
    )
    if (name === undefined || parent === undefined) throw new Error(`Nobody knows ${JSON.stringify(event)}.`)
    return gets(this.#world, person, { kind: event.kind, name, parent, nth: event.nth })
  }

  async #written(): Promise<Written[]> {
    const rows = await this.#service.db.many(sql<Written>`
      select * from (
        select n::text, kind, subject_id as id, parent_id as "parentId",
          (row_number() over (partition by kind, subject_id, parent_id order by e.n) - 1)::int as nth
        from events e) all_events
      where n::bigint > ${this.#last} order by n::bigint`)
    return rows
  }

  /**
   * Writes a last event that everybody gets, and returns its line, so that readers know where to stop. It is numbered here: no
   * request has written it, so the service would find it only when it next looks for what an ended process has left.
   */
  async #mark(): Promise<string> {
    const id = this.#played.idOf(Object.keys(GAMES)[0] ?? '')
    const version = 1_000_000 + this.#times++
    const { n } = await this.#service.db.one(sql<{ n: string }>`
      insert into events (kind, subject_id, version) values ('game.updated', ${id}, ${version}) returning n::text`)
    this.#last = n
    await number(this.#service.db)
    return `game.updated /games/${id} ${version}`
  }

  /** Returns the events since the person's last place, up to and including the one with the line `last`. */
  async #follow(person: Name, last?: string): Promise<Follower['events']> {
    const place = this.#places.get(person)
    const follower = await Follower.open(this.#url, {
      authorization: `Bearer ${this.#played.by(person).token}`,
      ...(place === undefined ? {} : { 'last-event-id': place }),
    })
    try {
      assert.equal(follower.status, 200)
      if (last !== undefined) await follower.until(last, ({ lines }) => lines.at(-1) === last)
      this.#places.set(person, follower.lastId ?? assert.fail())
      return follower.events
    } finally {
      follower.close()
    }
  }

  #named(lines: readonly string[]): string {
    const named = lines.map((line) =>
      line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => this.#played.nameOf(id) ?? id),
    )
    return named.map((line) => `  ${line}`).join('\n') || '  nothing'
  }
}

const lineOf = ({ kind, id, parentId }: Written): string =>
  `${kind} ${SUBJECTS[subjectOf(kind) ?? assert.fail(kind)].path(id, parentId ?? '')}`

interface Event {
  kind: string
  name: Name
  /** The name that comes first in the path of the subject. */
  parent: Name
  /** How many events of this kind and subject came before it. */
  nth: number
}

/**
 * True if the viewer may see the subject now and has a part in it. The deletion of a subject is reported only to its owner, and the
 * end of a membership to those who have been members since before.
 */
function gets(world: World, viewer: Name, { kind, name, parent, nth }: Event): boolean {
  const which = GETS[subjectOf(kind) ?? assert.fail(kind)]
  return which(world, viewer, name, parent, kind.endsWith('.deleted'), nth)
}

type Gets = (world: World, viewer: Name, name: Name, parent: Name, deleted: boolean, nth: number) => boolean

const GETS: Record<Subject, Gets> = {
  match: (world, viewer, name) => {
    const match = get(world.matches, name)
    return match.deleted ? match.recorder === viewer : followsMatch(world, viewer, match)
  },
  'match-edit': (world, viewer, name, parent, deleted) => {
    const match = get(world.matches, parent)
    const edit = get(world.edits, name)
    if (deleted) return [match.recorder, edit.by].includes(viewer)
    return !edit.deleted && !match.deleted && followsMatch(world, viewer, match)
  },
  game: () => true,
  expansion: () => true,
  playset: (world, viewer, name) => {
    const { owner, deleted } = get(world.playsets, name)
    if (owner === viewer || deleted) return owner === viewer
    const hasPartIn = matchesOf(world).some(
      (match) => match.playset === name && hasPart(world, viewer, match),
    )
    return hasPartIn && seesPlayset(world, viewer, name)
  },
  'ghost-player': (world, viewer, name) => {
    const { owner, deleted } = get(world.ghosts, name)
    if (owner === viewer || deleted) return owner === viewer
    const follows =
      trusts(world, owner, viewer) ||
      claimantOf(world, name) === viewer ||
      isInGroupLetIn(world, owner, 'MATCH_HISTORY', viewer) ||
      matchesOf(world).some((match) => match.seats.has(name) && hasPart(world, viewer, match))
    return follows && seesGhost(world, viewer, name)
  },
  user: (world, viewer, name) => followsPerson(world, viewer, name),
  'canonical-player': (world, viewer, name) =>
    followsPerson(
      world,
      viewer,
      [...world.people.keys()].find((person) => playerOf(person) === name) ?? assert.fail(name),
    ),
  'claim-request': (world, viewer, name) => isSide(world, viewer, get(world.claims, name)),
  'claim-edge': (world, viewer, name) => isSide(world, viewer, get(world.edges, name)),
  'trusted-editor': (world, viewer, name) => {
    const { grantor, editor } = get(world.trusts, name)
    return [grantor, editor].includes(viewer)
  },
  'privacy-setting': (world, viewer, name) => get(world.settings, name).user === viewer,
  group: (world, viewer, name) => {
    const { owner, members } = get(world.groups, name)
    return owner === viewer || members.has(viewer)
  },
  community: (world, viewer, name) => {
    const { owner, deleted } = get(world.communities, name)
    if (deleted) return owner === viewer
    const asks = [...world.requests.values()].some(
      ({ community, user, status }) => community === name && user === viewer && status === 'PENDING',
    )
    return asks || isMember(world, viewer, name) || isAdmin(world, viewer, name)
  },
  membership: (world, viewer, name, community, deleted, nth) => {
    if (deleted && name === viewer) return true
    const { ended, deleted: isGone } = get(world.communities, community)
    if (isGone) return false
    if (deleted) return ended.filter(({ user }) => user === name)[nth]?.witnesses.has(viewer) ?? false
    return (
      isMember(world, name, community) &&
      (isMember(world, viewer, community) || isAdmin(world, viewer, community))
    )
  },
  'membership-request': (world, viewer, name, community) =>
    !get(world.communities, community).deleted &&
    (get(world.requests, name).user === viewer || isAdmin(world, viewer, community)),
  invitation: (world, viewer, name) => seesInvitation(world, viewer, get(world.invitations, name)),
  candidate: () => false,
  'rule-source': () => false,
}

const followsMatch = (world: World, viewer: Name, match: Match): boolean =>
  seesDetails(world, viewer, match) &&
  (hasPart(world, viewer, match) || isInGroupLetIn(world, match.recorder, 'MATCH_HISTORY', viewer))

/** True for everybody who sees the person for another reason than that the profile is public. */
const followsPerson = (world: World, viewer: Name, person: Name): boolean =>
  isThere(world, person) &&
  (viewer === person ||
    isInGroupLetIn(world, person, 'PROFILE', viewer) ||
    [...world.communities.values()].some(({ members }) => members.has(viewer) && members.has(person)) ||
    [...world.groups.values()].some(({ owner, members }) => owner === person && members.has(viewer)))

function isInGroupLetIn(world: World, owner: Name, type: DataType, viewer: Name): boolean {
  const { level, groups } = get(world.settings, settingOf(owner, type))
  return level === 'PRIVILEGED_ACCESS' && groups.some((group) => get(world.groups, group).members.has(viewer))
}

const isSide = (world: World, viewer: Name, { player, ghost }: { player: Name; ghost: Name }): boolean =>
  player === viewer || get(world.ghosts, ghost).owner === viewer
