/** What the fuzz has seen in answers: ids, paths, ETags and cursors. It keeps some of each. */
import type { Described, Document } from '../document.ts'
import type { Random } from '../worlds/random.ts'

/** The ids in a path that exists, and the caller who has seen it. */
interface Place {
  parameters: Record<string, string>
  by: string
}

const KEPT = 60
/** How often a caller uses an id that this caller has seen, if there is one. */
const OWN = 0.75
const TAGS = 3_000

export class Found {
  /** Ids, by the name of the parameter or property that had them. */
  readonly #ids = new Map<string, { value: string; by: string }[]>()
  /** Paths that exist, by their pattern with names in braces. */
  readonly #paths = new Map<string, Place[]>()
  readonly #tags = new Map<string, string>()
  readonly #cursors: string[] = []
  readonly #document: Document
  readonly #random: Random
  /** Ids that no request may use, such as the ids of lasting accounts. */
  readonly #hidden: ReadonlySet<string>

  constructor(document: Document, random: Random, hidden: ReadonlySet<string>) {
    this.#document = document
    this.#random = random
    this.#hidden = hidden
  }

  /** Learns from an answer with a 2xx status. */
  learn(
    operation: Described,
    { path, by = '' }: { path: string; by?: string | undefined },
    body: unknown,
    { location, etag }: Record<string, string | undefined>,
  ): void {
    const [plain = ''] = path.split('?')
    if (etag !== undefined) this.#tag(location ?? plain, etag)
    if (location !== undefined) this.#place(location, by)
    if (typeof body !== 'object' || body === null) return
    this.#names(body as Record<string, unknown>, by)
    const { items, nextCursor, id } = body as { items?: unknown[]; nextCursor?: string; id?: string }
    if (typeof nextCursor === 'string') keep(this.#cursors, nextCursor, this.#random)
    for (const item of items ?? []) {
      const itemId = idOf(item, operation)
      if (itemId !== undefined) this.#place(`${plain}/${itemId}`, by)
    }
    if (operation.id === 'getMe' && id !== undefined) this.#id('userId', id, by)
  }

  /** Picks an existing thing that the operation's path names, or that the path is below. */
  placeFor({ path }: Described): Place | undefined {
    for (let at = path; at.includes('{'); at = at.slice(0, at.lastIndexOf('/'))) {
      const known = this.#random.pick(this.#paths.get(at) ?? [])
      if (known) return known
    }
    return undefined
  }

  idFor(name: string, by: string | undefined): string | undefined {
    const known = this.#ids.get(aliases[name] ?? name) ?? []
    const own = this.#random.chance(OWN) ? known.filter((one) => one.by === by) : []
    return this.#random.pick(own.length > 0 ? own : known)?.value
  }

  tagOf(path: string): string | undefined {
    return this.#tags.get(path)
  }

  get cursor(): string | undefined {
    return this.#random.pick(this.#cursors)
  }

  #tag(path: string, etag: string): void {
    this.#tags.delete(path)
    this.#tags.set(path, etag)
    if (this.#tags.size > TAGS) this.#tags.delete(this.#tags.keys().next().value ?? '')
  }

  /** Keeps the path of a resource, and the ids in that path. */
  #place(path: string, by: string): void {
    const operation =
      this.#document.find('GET', path) ??
      this.#document.find('DELETE', path) ??
      this.#document.find('PATCH', path)
    if (!operation) return
    const names = operation.path.split('/')
    const parameters = Object.fromEntries(
      path
        .split('/')
        .map((part, index) => [names[index] ?? '', decodeURIComponent(part)] as const)
        .filter(([name]) => name.startsWith('{'))
        .map(([name, value]) => [name.slice(1, -1), value]),
    )
    if (Object.values(parameters).some((value) => this.#hidden.has(value))) return
    for (const [name, value] of Object.entries(parameters)) this.#id(name, value, by)
    keep(this.#listOf(this.#paths, operation.path), { parameters, by }, this.#random)
  }

  /** Learns ids from a body: `{game: {id}}` gives a `gameId`, and `participants: [{id}]` gives ids of a match's participants. */
  #names(body: Record<string, unknown>, by: string): void {
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === 'string' && name.endsWith('Id')) this.#id(name, value, by)
      for (const one of [value].flat().slice(0, 3)) {
        if (typeof one !== 'object' || one === null) continue
        const { id } = one as { id?: unknown }
        const singular = name.replace(/s$/, '')
        if (typeof id === 'string') this.#id(`${singular}Id`, id, by)
        if (name === 'items' || name === 'participants') this.#names(one as Record<string, unknown>, by)
        if (name === 'participants' && typeof id === 'string' && typeof body['id'] === 'string') {
          const places = this.#listOf(this.#paths, SEAT)
          keep(places, { parameters: { matchId: body['id'], matchParticipantId: id }, by }, this.#random)
          this.#id('matchParticipantId', id, by)
        }
      }
    }
  }

  #id(name: string, value: string, by: string): void {
    if (this.#hidden.has(value)) return
    const known = this.#listOf(this.#ids, aliases[name] ?? name)
    if (!known.some((one) => one.value === value)) keep(known, { value, by }, this.#random)
  }

  #listOf<T>(lists: Map<string, T[]>, name: string): T[] {
    const list = lists.get(name) ?? []
    lists.set(name, list)
    return list
  }
}

const SEAT = '/api/v1/matches/{matchId}/participants/{matchParticipantId}/dispute'

/** Properties that hold the id of a thing under another name. */
const aliases: Record<string, string> = {
  recorderId: 'userId',
  ownerId: 'userId',
  editorId: 'userId',
  proposedById: 'userId',
  adminGroupId: 'groupId',
  baseGameCatalogId: 'catalogId',
  participantId: 'matchParticipantId',
  key: 'messageKey',
  baseLocale: 'locale',
}

/** The item's id, or the value that the collection's paths use as an id. */
function idOf(item: unknown, { path }: Described): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const { id, applicationId, key, catalogId, user } = item as Record<string, unknown>
  if (path.endsWith('/memberships') || path.endsWith('/members'))
    return (user as { id?: string } | undefined)?.id ?? (id as string | undefined)
  const found = [id, path.endsWith('/keys') ? key : applicationId, catalogId].find(
    (one) => one !== undefined && one !== null,
  )
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

function keep<T>(list: T[], one: T, random: Random): void {
  if (list.length < KEPT) list.push(one)
  else list[random.below(KEPT)] = one
}
