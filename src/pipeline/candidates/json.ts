/** The JSON of a candidate, and the fields of its filters and sorts. */
import { sql } from '../../db/sql.ts'
import {
  type Field,
  booleanField,
  enumField,
  integerField,
  textField,
  timestampField,
  uuidField,
} from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { SCORE_TYPES } from '../../resources/games/schema.ts'
import { members } from './columns.ts'
import { RELIABILITIES, STAGES, STATUSES } from './schema.ts'

export const json = sql`json_object(
  'id': c.id,
  'catalogId': c.catalog_id,
  ${members},
  'stage': c.stage,
  'status': c.status,
  'reliability': c.reliability,
  'reliabilityChecks': c.reliability_checks::json,
  'failureReason': c.failure_reason,
  'gameId': c.game_id,
  'expansionId': c.expansion_id,
  'createdAt': rfc3339(c.created_at),
  'updatedAt': rfc3339(c.updated_at)
  absent on null)`

/** Only for sorts: the specification has no filter by rank. */
const rank: Field = {
  ...integerField(sql`c.rank`),
  sortKey: { expression: sql`c.rank_order`, type: 'bigint' },
}

export const candidates: Collection<unknown> = {
  fields: {
    id: uuidField(sql`c.id`),
    name: textField(sql`c.display_name`),
    catalogId: integerField(sql`c.catalog_id`),
    isExpansion: booleanField(sql`c.is_expansion`),
    baseGameCatalogId: integerField(sql`c.base_game_catalog_id`),
    stage: enumField(sql`c.stage`, STAGES),
    status: enumField(sql`c.status`, STATUSES),
    reliability: enumField(sql`c.reliability`, RELIABILITIES),
    scoreType: enumField(sql`c.score_type`, SCORE_TYPES),
    yearPublished: integerField(sql`c.year_published`),
    gameId: uuidField(sql`c.game_id`),
    expansionId: uuidField(sql`c.expansion_id`),
    createdAt: timestampField(sql`c.created_at`),
    updatedAt: timestampField(sql`c.updated_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'updatedAt', 'rank'],
  sortedBy: { rank },
  rows: () => ({ from: sql`candidates c`, where: sql`true`, json }),
}
