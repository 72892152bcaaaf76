/** The imports of the ranking that ended well, with the rows that could not be read. */
import * as z from 'zod'
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { Ref, int32, timestamp, uuid } from '../../http/schema/schema.ts'
import { type Doer, shownTo } from '../candidates/activity.ts'
import { MOST_KEPT, type ReadExport } from './csv.ts'
import { FAULTS } from './row.ts'

export const RankingImport = z
  .strictObject({
    id: uuid(),
    user: Ref.optional().meta({ description: 'The person who imported it' }),
    clientId: z.string().optional().meta({ description: 'The client that imported it for itself' }),
    storedRows: int32(0),
    unreadableRows: int32(0),
    unreadable: z
      .array(
        z.strictObject({
          line: int32(1),
          text: z.string().meta({ description: 'The beginning of the row; empty if the row was too long' }),
          reason: z.enum(FAULTS).meta({
            description:
              'QUOTES: a quotation mark is missing or out of place. FIELD_COUNT: the row has more or fewer fields than the header. ID: the id is no positive integer. NAME: the name is empty. NUMBER: another field is no number',
          }),
        }),
      )
      .meta({ description: `The first ${MOST_KEPT} rows that could not be read` }),
    createdAt: timestamp(),
  })
  .meta({
    id: 'RankingImport',
    description: 'An import of the catalogue’s ranking',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2b10',
      storedRows: 177214,
      unreadableRows: 1,
      unreadable: [{ line: 4713, text: '4713,"Rising Tides,2', reason: 'QUOTES' }],
      createdAt: '2026-01-15T19:30:00Z',
    },
  })

const json = (caller: Caller) => sql`json_object(
  'id': ri.id,
  'user': ${shownTo(caller, sql`ri.user_id`)},
  'clientId': ri.client_id,
  'storedRows': ri.stored_rows,
  'unreadableRows': ri.unreadable_rows,
  'unreadable': ri.unreadable::json,
  'createdAt': rfc3339(ri.created_at)
  absent on null)`

export const rankingImports: Collection<{ caller: Caller }> = {
  fields: { id: uuidField(sql`ri.id`), createdAt: timestampField(sql`ri.created_at`) },
  sorts: ['id', 'createdAt'],
  rows: ({ caller }) => ({ from: sql`ranking_imports ri`, where: sql`true`, json: json(caller) }),
}

export const noteImport = (
  { userId, clientId }: Doer,
  { storedRows, unreadableRows, unreadable }: ReadExport,
): Sql => sql`
  insert into ranking_imports (user_id, client_id, stored_rows, unreadable_rows, unreadable)
  values (
    ${userId}, ${userId === undefined ? clientId : undefined}, ${storedRows}, ${unreadableRows},
    ${JSON.stringify(unreadable)}::jsonb)`
