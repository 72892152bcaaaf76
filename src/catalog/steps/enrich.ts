/** ENRICH_FROM_CATALOG: asks the catalogue for ids of the ranking, and for those that were asked for, and makes candidates. */
import { type Queryable, type Transaction } from '../../db/database.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { released } from '../candidates/store.ts'
import { MOST_LOST, type Pace, release } from '../claims.ts'
import { MOST_ATTEMPTS, backOff, later, shortened } from '../failures.ts'
import { Unusable } from '../outside/failures.ts'
import type { Catalogue, Thing } from '../outside/services.ts'
import { wake } from '../wake.ts'
import { isForeseen, reasonOf } from './attempts.ts'
import { reckon } from './reckon.ts'
import { type Held, type Surroundings, take } from './turn.ts'

interface Entry extends Row {
  catalogId: string
  alone: boolean
  attempts: number
}

/** What the catalogue takes in one call. */
const MOST = 20

/** An id has no stage to fail in: what can't be had today is asked for again in a day. */
const TOMORROW = 86_400_000

export const enrich = (catalogue: Catalogue, pace: Pace, around: Surroundings): Promise<boolean> =>
  take<Entry>(
    {
      step: 'ENRICH_FROM_CATALOG',
      columns: sql`i.catalog_id as "catalogId", i.alone, i.attempts`,
      most: MOST,
      pace,
      lost: sql`
        update catalog_entries set
          due_at = ${later(TOMORROW)}, lost_leases = 0, ${released},
          failure_reason = 'The pipeline stopped three times while it asked for this.'
        where lease_token is not null and lease_until < now() and lost_leases + 1 >= ${MOST_LOST}`,
      async work({ token, items, signal }) {
        const asked = askedOf(items)
        await giveBack(
          around.db,
          token,
          items.filter((item) => !asked.includes(item)),
        )
        const things = await catalogue(
          asked.map(({ catalogId }) => catalogId),
          signal,
        )
        await around.db.transaction((tx) => enter(tx, token, things))
      },
      failed: (held, error) => failed(held, error, around),
    },
    around,
  )

/** One that spoilt an answer for several is asked for by itself. */
const askedOf = ([first, ...others]: Held<Entry>['items']): Entry[] =>
  first.alone ? [first] : [first, ...others.filter(({ alone }) => !alone)]

async function giveBack(db: Queryable, token: string, items: Entry[]): Promise<void> {
  if (items.length === 0) return
  const keys = items.map(({ catalogId }) => catalogId)
  await db.many(release('ENRICH_FROM_CATALOG', token, keys))
}

/** What the catalogue said of the ids that are still held. */
async function enter(tx: Transaction, token: string, things: Thing[]): Promise<void> {
  const held = await tx.many<Entry>(sql`
    update catalog_entries set lost_leases = 0, attempts = 0, failure_reason = null, alone = false
    where lease_token = ${token} returning catalog_id as "catalogId"`)
  const byId = new Map(things.map((thing) => [thing.catalogId, thing]))
  const found = held.flatMap(({ catalogId }) => byId.get(catalogId) ?? []).filter(isGame)
  const bases = await basesOf(tx, found)
  const baseOf = (thing: Thing) => chooseBase(thing, bases)
  const statements = held
    .map(({ catalogId }) => catalogId)
    .toSorted(byNumber)
    .flatMap((catalogId) => {
      const thing = byId.get(catalogId)
      if (!thing) return [mark(catalogId, 'MISSING')]
      if (!isGame(thing)) return [mark(catalogId, 'NOT_A_GAME')]
      return [fill(thing, baseOf(thing)), link(catalogId)]
    })
  const unknown = [...new Set(found.flatMap((thing) => baseOf(thing) ?? []))].toSorted(byNumber)
  await Promise.all([...statements, queue(unknown), wake].map((statement) => tx.many(statement)))
  await reckon(
    tx,
    found.map(({ catalogId }) => catalogId),
  )
}

const isGame = ({ type }: Thing) => type === 'boardgame' || type === 'boardgameexpansion'

const isExpansion = ({ type }: Thing) => type === 'boardgameexpansion'

const mark = (catalogId: string, outcome: 'MISSING' | 'NOT_A_GAME'): Sql => sql`
  update catalog_entries set outcome = ${outcome}, wanted = false, ${released}, version = version + 1
  where catalog_id = ${catalogId}`

const link = (catalogId: string): Sql => sql`
  update catalog_entries set
    candidate_id = (select id from candidates where catalog_id = ${catalogId}),
    outcome = null, wanted = false, ${released}, version = version + 1
  where catalog_id = ${catalogId}`

/** What a person has set, and what a person has decided, stays. */
function fill(thing: Thing, base: string | undefined): Sql {
  const { catalogId, minPlayers, maxPlayers, playingTime, minAge, yearPublished } = thing
  const catalog = JSON.stringify({ minPlayers, maxPlayers, playingTime, minAge, yearPublished })
  return sql`
    insert into candidates as c
      (catalog_id, display_name, description, min_players, max_players, playing_time, min_age, year_published,
       image_url, tags, is_expansion, base_game_catalog_id, catalog, rank)
    values
      (${catalogId}, ${thing.displayName}, ${thing.description}, ${minPlayers}, ${maxPlayers}, ${playingTime}, ${minAge},
       ${yearPublished}, ${thing.imageUrl}, ${thing.tags}, ${isExpansion(thing)}, ${base}, ${catalog},
       coalesce((select e.rank from catalog_entries e where e.catalog_id = ${catalogId}), ${thing.rank}))
    on conflict (catalog_id) do update set
      display_name = ${kept('displayName', 'display_name')},
      description = ${kept('description', 'description')},
      min_players = ${kept('minPlayers', 'min_players')},
      max_players = ${kept('maxPlayers', 'max_players')},
      playing_time = ${kept('playingTime', 'playing_time')},
      min_age = ${kept('minAge', 'min_age')},
      year_published = ${kept('yearPublished', 'year_published')},
      image_url = ${kept('imageUrl', 'image_url')},
      tags = ${kept('tags', 'tags')},
      is_expansion = ${kept('isExpansion', 'is_expansion')},
      base_game_catalog_id = case when ${kept('isExpansion', 'is_expansion')}
        then ${kept('baseGameCatalogId', 'base_game_catalog_id')} end,
      rank = coalesce(c.rank, excluded.rank), catalog = excluded.catalog, version = c.version + 1, updated_at = now()
    where c.status = 'PENDING'`
}

const kept = (field: string, column: keyof typeof COLUMNS): Sql =>
  sql`case when ${field}::text = any (c.typed) then ${COLUMNS[column].now} else ${COLUMNS[column].new} end`

const COLUMNS = {
  display_name: { now: sql`c.display_name`, new: sql`excluded.display_name` },
  description: { now: sql`c.description`, new: sql`excluded.description` },
  min_players: { now: sql`c.min_players`, new: sql`excluded.min_players` },
  max_players: { now: sql`c.max_players`, new: sql`excluded.max_players` },
  playing_time: { now: sql`c.playing_time`, new: sql`excluded.playing_time` },
  min_age: { now: sql`c.min_age`, new: sql`excluded.min_age` },
  year_published: { now: sql`c.year_published`, new: sql`excluded.year_published` },
  image_url: { now: sql`c.image_url`, new: sql`excluded.image_url` },
  tags: { now: sql`c.tags`, new: sql`excluded.tags` },
  is_expansion: { now: sql`c.is_expansion`, new: sql`excluded.is_expansion` },
  base_game_catalog_id: { now: sql`c.base_game_catalog_id`, new: sql`excluded.base_game_catalog_id` },
}

interface Base extends Row {
  catalogId: string
  isExpansion: boolean
  rank: number | null
}

/** What is known of the bases, here or in the same answer. */
async function basesOf(tx: Transaction, things: Thing[]): Promise<Map<string, Base>> {
  const ids = [...new Set(things.filter(isExpansion).flatMap(({ baseCatalogIds }) => baseCatalogIds))]
  if (ids.length === 0) return new Map()
  const known = await tx.many<Base>(sql`
    select b.id as "catalogId", coalesce(c.is_expansion, e.is_expansion, false) as "isExpansion",
      coalesce(c.rank, e.rank) as rank
    from unnest(${ids}::bigint[]) b (id)
    left join candidates c on c.catalog_id = b.id
    left join catalog_entries e on e.catalog_id = b.id`)
  const bases = new Map(known.map((base) => [base.catalogId, base]))
  for (const thing of things) {
    const { catalogId } = thing
    const rank = bases.get(catalogId)?.rank ?? thing.rank ?? null
    bases.set(catalogId, { catalogId, isExpansion: isExpansion(thing), rank })
  }
  return bases
}

/** Of several the one that is no expansion with the best rank. */
function chooseBase(thing: Thing, bases: Map<string, Base>): string | undefined {
  if (!isExpansion(thing)) return undefined
  const weight = (id: string) => {
    const base = bases.get(id)
    return [base?.isExpansion ? 1 : 0, base?.rank ?? Infinity] as const
  }
  const best = thing.baseCatalogIds.toSorted((one, other) => {
    const [[expands, rank], [alsoExpands, otherRank]] = [weight(one), weight(other)]
    return expands - alsoExpands || (rank === otherRank ? 0 : rank - otherRank) || byNumber(one, other)
  })
  return best[0]
}

/** An expansion waits for its base, so that is asked for before the ranking's order. */
const queue = (catalogIds: readonly string[]): Sql => sql`
  insert into catalog_entries (catalog_id, asked)
  select id, true from unnest(${catalogIds}::bigint[]) id
  on conflict (catalog_id) do update set asked = true
  where catalog_entries.wanted and not catalog_entries.asked`

const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)

/** An answer that can't be used for several ids is asked for one by one. */
async function failed({ token, items }: Held<Entry>, error: unknown, around: Surroundings): Promise<void> {
  if (!isForeseen(error)) around.warn('the catalogue could not be asked', { err: error })
  const reason = shortened(reasonOf(error))
  const asked = askedOf(items)
  if (error instanceof Unusable && asked.length > 1) {
    await around.db.many(sql`
      update catalog_entries set alone = true, failure_reason = ${reason}, ${released} where lease_token = ${token}`)
    return
  }
  const attempts = Math.max(...asked.map((item) => item.attempts)) + 1
  const isLast = attempts >= MOST_ATTEMPTS || error instanceof Unusable
  await around.db.many(sql`
    update catalog_entries set
      attempts = ${isLast ? 0 : attempts}, due_at = ${later(isLast ? TOMORROW : backOff(attempts))},
      failure_reason = ${reason}, ${released}
    where lease_token = ${token}`)
}
