/** Computes the reliability of candidates again when the catalogue or the rulebooks have new values. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { InterpretedValues } from '../outside/services.ts'
import { type CatalogueValues, reliabilityOf } from '../reliability.ts'

type CandidateValues = {
  id: string
  catalog: CatalogueValues | null
  interpreted: Partial<InterpretedValues> | null
}

/** Computes the reliability of pending candidates that were interpreted before the catalogue answered. */
export async function updateReliability(db: Queryable, catalogIds: readonly string[]): Promise<void> {
  const found = await db.many<CandidateValues>(sql`
    select id, catalog, interpreted from candidates
    where catalog_id = any (${catalogIds}::bigint[]) and status = 'PENDING' and interpreted is not null`)
  const changes = found.map(
    ({ id, catalog, interpreted }) => sql`
      update candidates set ${reliabilityValues(catalog, interpreted)} where id = ${id}`,
  )
  await Promise.all(changes.map((change) => db.many(change)))
}

export function reliabilityValues(
  catalog: CatalogueValues | null,
  interpreted: Partial<InterpretedValues> | null,
): Sql {
  const { reliability, checks } = reliabilityOf(catalog ?? {}, interpreted ?? {})
  return sql`reliability = ${reliability}, reliability_checks = ${JSON.stringify(checks)}::jsonb`
}
