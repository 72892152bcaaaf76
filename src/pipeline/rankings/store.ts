/** Reads the entries of the ranking. Ids that somebody requested but no ranking contains are left out. */
import { sql } from '../../db/sql.ts'
import { booleanField, integerField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'

const json = sql`json_object(
  'catalogId': e.catalog_id,
  'displayName': e.display_name,
  'yearPublished': e.year_published,
  'rank': e.rank,
  'bayesAverage': e.bayes_average,
  'average': e.average,
  'usersRated': e.users_rated,
  'isExpansion': e.is_expansion,
  'familyRanks': e.family_ranks::json,
  'candidateId': e.candidate_id,
  'importedAt': rfc3339(e.imported_at)
  absent on null)`

export const rankings: Collection<unknown> = {
  fields: {
    catalogId: integerField(sql`e.catalog_id`),
    name: textField(sql`e.display_name`),
    yearPublished: integerField(sql`e.year_published`),
    rank: { ...integerField(sql`e.rank`), sortKey: { expression: sql`e.rank_order`, type: 'bigint' } },
    usersRated: integerField(sql`e.users_rated`),
    isExpansion: booleanField(sql`e.is_expansion`),
    candidateId: uuidField(sql`e.candidate_id`),
    importedAt: timestampField(sql`e.imported_at`),
  },
  sorts: ['catalogId', 'name', 'rank'],
  key: 'catalogId',
  defaultSort: 'rank:ASC',
  rows: () => ({ from: sql`catalog_entries e`, where: sql`e.imported_at is not null`, json }),
}

export const show = (catalogId: string) => sql<Shown>`
  select e.version, (${json})::text as body
  from catalog_entries e where e.catalog_id = ${catalogId} and e.imported_at is not null`
