/** Asks a played world questions, and compares the answers with the model. */
import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../support.ts'
import { COLLECTIONS } from '../conventions/collections.ts'
import { type Filter, holds, inventFilter, written } from './filters.ts'
import { type Name, isThere } from './model.ts'
import { type Played, send } from './play.ts'
import type { Random } from './random.ts'
import { type Item, type Json, isItem } from './shown.ts'
import { type Attempt, type Listing, type Row, type Single, attempts, listings, singles } from './views.ts'

export type Question = { viewer: Name } & (
  | { asks: 'get'; path: string; body?: object | undefined }
  | { asks: 'list'; path: string; filter?: Filter | undefined; sort?: string; limit: number }
  | { asks: 'count'; path: string; filter?: Filter | undefined }
  | { asks: 'change'; method: string; path: string; body?: object | undefined }
)

/** A wrong answer, with the right one. */
export interface Disagreement {
  question: Question
  expected: string
  actual: string
}

/** The questions of a viewer about everything, with some random filters for each list. */
export function questionsOf(played: Played, viewer: Name, random: Random, filters: number): Question[] {
  const { world } = played
  if (!isThere(world, viewer)) return []
  const questions: Question[] = viewOf(played, viewer).singles.map(({ path, body }) => ({
    viewer,
    asks: 'get',
    path,
    body,
  }))
  for (const { path, pool, list, key } of viewOf(played, viewer).listings) {
    questions.push(
      { viewer, asks: 'count', path },
      { viewer, asks: 'list', path, limit: 4 + random.below(97) },
    )
    const below = path.includes('{')
    for (const field of key === undefined ? COLLECTIONS[list].sorts : []) {
      if (below && !random.chance(0.2)) continue
      const sort = random.chance(0.5) ? field : `${field}:DESC`
      questions.push({ viewer, asks: 'list', path, sort, limit: 3 + random.below(6) })
    }
    for (let n = 0; n < filters && pool.length > 0; n++) {
      if (below && !random.chance(0.3)) continue
      const filter = inventFilter(random, pool)
      questions.push(
        { viewer, asks: 'count', path, filter },
        { viewer, asks: 'list', path, filter, limit: 100 },
      )
    }
  }
  const changes = random.some(viewOf(played, viewer).attempts, 0.15)
  for (const { method, path, body } of changes) questions.push({ viewer, asks: 'change', method, path, body })
  return questions
}

/** The answers that a viewer should get, computed once for each world and viewer. */
function viewOf(played: Played, viewer: Name) {
  const views = known.get(played) ?? new Map<Name, View>()
  known.set(played, views)
  const view = views.get(viewer) ?? {
    singles: singles(played.world, viewer),
    listings: listings(played.world, viewer),
    attempts: attempts(played.world, viewer),
  }
  views.set(viewer, view)
  return view
}

interface View {
  singles: Single[]
  listings: Listing[]
  attempts: Attempt[]
}

const known = new WeakMap<Played, Map<Name, View>>()

/**
 * Returns how the product's answer differs from the model's. Undefined if it does not, or if the question no longer makes sense.
 */
export async function ask(played: Played, question: Question): Promise<Disagreement | undefined> {
  const { world } = played
  if (!isThere(world, question.viewer)) return undefined
  switch (question.asks) {
    case 'get':
      return askForOne(played, question)
    case 'change':
      return askToChange(played, question)
    default: {
      const listing = viewOf(played, question.viewer).listings.find(({ path }) => path === question.path)
      if (!listing) return undefined
      return question.asks === 'count'
        ? askForCount(played, question, listing)
        : askForList(played, question, listing)
    }
  }
}

async function askForOne(
  played: Played,
  question: Question & { asks: 'get' },
): Promise<Disagreement | undefined> {
  const { viewer } = question
  const single = viewOf(played, viewer).singles.find((one) => asksTheSame(one, question))
  if (!single) return undefined
  const { status, body } = single.body
    ? await send(played, viewer, 'POST', single.path, single.body, '*')
    : await played.by(viewer).get(played.at(single.path))
  const actual = status === 200 ? shown(played, body) : undefined
  const { item, isNoResource } = single
  const hasId = !item || Array.isArray(item) || isNoResource || 'id' in item
  const expected = hasId ? item : { ...item, id: 'an id' }
  return differing(
    question,
    { status: single.status, item: expected && shown(played, expected) },
    { status, item: actual },
  )
}

async function askToChange(
  played: Played,
  question: Question & { asks: 'change' },
): Promise<Disagreement | undefined> {
  const wanted = viewOf(played, question.viewer).attempts.find(
    (one) => one.method === question.method && asksTheSame(one, question),
  )
  if (!wanted) return undefined
  const { method, path, body, ifMatch = '"1000000"' } = wanted
  const { status } = await send(played, question.viewer, method, path, body, ifMatch)
  return differing(question, { status: wanted.status }, { status })
}

const asksTheSame = (
  one: { path: string; body?: object },
  other: { path: string; body?: object | undefined },
) => one.path === other.path && isDeepStrictEqual(one.body, other.body)

async function askForCount(
  played: Played,
  question: Question & { asks: 'count' },
  { path, status, rows }: Listing,
): Promise<Disagreement | undefined> {
  const reply = await played.by(question.viewer).get(`${played.at(path)}/count${query(played, question)}`)
  const expected = { status, count: status === 200 ? asked(rows, question.filter).length : undefined }
  return differing(question, expected, { status: reply.status, count: countOf(reply) })
}

const countOf = ({ status, body }: Reply): number | undefined => (status === 200 ? body.count : undefined)

async function askForList(
  played: Played,
  question: Question & { asks: 'list' },
  listing: Listing,
): Promise<Disagreement | undefined> {
  const { status, rows, key = 'id' } = listing
  const { sort } = question
  const byName = sort?.startsWith('name') === true
  const items: Row['item'][] = []
  const places: string[] = []
  let answered = 200
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `${played.at(listing.path)}${query(played, question, cursor)}`
    const reply: Reply = await played.by(question.viewer).get(path)
    answered = reply.status
    if (answered !== 200) break
    for (const item of reply.body.items) {
      items.push(shown(played, item) as Row['item'])
      if (sort !== undefined && !byName) places.push(placeOf(item, sort))
    }
    cursor = reply.body.nextCursor as string | null
  }
  const ordered = (all: Row['item'][]) => (byName ? all : all.toSorted(byKey(key)))
  const found = asked(rows, question.filter)
  const expected = byName
    ? sorted(played, found, sort)
    : found.map((row) => shown(played, row.item) as Row['item'])
  const inOrder = places.toSorted()
  if (sort?.endsWith(':DESC')) inOrder.reverse()
  return differing(
    question,
    {
      status,
      items: status === 200 ? ordered(expected).map((item) => unkeyed(item, key)) : [],
      places: inOrder,
    },
    { status: answered, items: ordered(items).map((item) => unkeyed(item, key)), places },
  )
}

/** The value that an item is sorted by, then its id. Places compare as texts, because times have all six digits of a second. */
function placeOf(item: Record<string, string>, sort: string): string {
  const field = sort.replace(/:DESC$/, '')
  // Members of a group are sorted by `addedAt`. A draft has no time of finalizing, and comes after all others.
  const value = item[field] ?? item[field === 'createdAt' ? 'addedAt' : ''] ?? '~'
  return `${wholeTime(value)} ${item['id']}`
}

/** Gives a time six digits of a second, so that times compare as texts. */
function wholeTime(value: string): string {
  const at = /^(.*:\d\d)(?:\.(\d+))?Z$/.exec(value)
  return at ? `${at[1]}.${(at[2] ?? '').padEnd(6, '0')}` : value
}

/** Sorts by the name that the viewer is shown, then by id. */
function sorted(played: Played, rows: Row[], sort: string): Row['item'][] {
  const sign = sort.endsWith(':DESC') ? -1 : 1
  const keys = (row: Row) => `${String(row.facts['name']).toLowerCase()}\u0000${played.idOf(row.name)}`
  return rows
    .toSorted((one, other) => (keys(one) < keys(other) ? -sign : sign))
    .map(({ item }) => shown(played, item) as Row['item'])
}

const asked = (rows: Row[], filter: Filter | undefined) =>
  filter ? rows.filter(({ facts }) => holds(filter, facts)) : rows

const byKey = (key: string) => (one: Row['item'], other: Row['item']) =>
  keyOf(one, key) < keyOf(other, key) ? -1 : 1
const keyOf = (item: Row['item'], key: string) => JSON.stringify(item[key])

/** Leaves out an id that has no name in the model, if another field identifies the item. */
const unkeyed = ({ id, ...item }: Row['item'], key: string) => (key === 'id' ? { id, ...item } : item)

function query(
  { idOf }: Played,
  { filter, ...rest }: Question & ({ asks: 'list' } | { asks: 'count' }),
  cursor = '',
): string {
  const parameters = new URLSearchParams()
  if ('limit' in rest) parameters.set('limit', String(rest.limit))
  if ('sort' in rest && rest.sort !== undefined) parameters.set('sort', rest.sort)
  if (filter) parameters.set('filter', written(filter, idOf))
  if (cursor) parameters.set('cursor', cursor)
  return parameters.size > 0 ? `?${parameters}` : ''
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/
const UNDECIDED = new Set([
  'createdAt',
  'updatedAt',
  'addedAt',
  'since',
  'playedAt',
  'firstPlayedAt',
  'lastPlayedAt',
])
const SET = new Set([
  'finalizedAt',
  'decidedAt',
  'revokedAt',
  'disputedAt',
  'lastEditedAt',
  'score',
  'rank',
  'outcome',
  'loadout',
  'etag',
  'matchEtag',
  'lastUsedAt',
  'expiresAt',
  'endedAt',
  'startedAt',
  'playsUntil',
  'fileDigest',
])

/** Replaces ids by names, leaves out values that no rule decides, and writes `set` for values that only exist or don't. */
function shown(played: Played, json: Json | undefined): Json | undefined {
  if (typeof json === 'string' && UUID.test(json)) return played.nameOf(json) ?? 'an id'
  if (typeof json === 'string' && json.startsWith('/'))
    return json.replaceAll(/[0-9a-f-]{36}/g, (id) => played.nameOf(id) ?? 'an id')
  if (Array.isArray(json)) return json.map((one) => shown(played, one) ?? null)
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries([
    ...(changedUnseen(played, json) ? [['updatedAt', 'another time']] : []),
    ...Object.entries(json)
      .filter(([key, value]) => !UNDECIDED.has(key) && value !== undefined)
      .map(([key, value]) => [key, SET.has(key) ? 'set' : shown(played, withoutFigures(key, value))]),
  ])
}

/** Of the figures of a page, `figures.test.ts` compares all. Here their number of matches is enough. */
const withoutFigures = (key: string, value: Json | undefined): Json | undefined =>
  key === 'figures' && isItem(value) ? { matches: value['matches'] ?? null } : value

/** True if a dispute changed the match or a participant, after the last change that all its viewers may know of. */
function changedUnseen(played: Played, { id, participants, updatedAt }: Item): boolean {
  if (typeof id !== 'string' || typeof updatedAt !== 'string' || !Array.isArray(participants)) return false
  const late = participants.some((one) => isItem(one) && timeOf(one) > wholeTime(updatedAt))
  return late || updatedAt !== played.changedAt(played.nameOf(id) ?? '')
}

const timeOf = ({ updatedAt }: Item): string => wholeTime(typeof updatedAt === 'string' ? updatedAt : '')

function differing(question: Question, expected: object, actual: object): Disagreement | undefined {
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(expected)), JSON.parse(JSON.stringify(actual))))
    return undefined
  return { question, expected: JSON.stringify(expected), actual: JSON.stringify(actual) }
}
