/** Chooses the base game of an expansion, among the games that the catalogue names. */
import type { Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Thing } from '../outside/services.ts'

export const isExpansion = ({ type }: Thing) => type === 'boardgameexpansion'

type Base = {
  catalogId: string
  isExpansion: boolean
  rank: number | null
}

export async function basesOf(tx: Transaction, things: Thing[]): Promise<Map<string, Base>> {
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

/** Prefers a base that is not itself an expansion, then the best rank, then the lowest id. */
export function chooseBase(thing: Thing, bases: Map<string, Base>): string | undefined {
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

/** Queues the base games before the ids of the ranking, because expansions are waiting for them. */
export const queue = (catalogIds: readonly string[]): Sql => sql`
  insert into catalog_entries (catalog_id, requested_at)
  select id, now() from unnest(${catalogIds}::bigint[]) id
  on conflict (catalog_id) do update set requested_at = excluded.requested_at
  where catalog_entries.pending and catalog_entries.requested_at is null`

export const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1)
