/** An entry of the catalogue's ranking. */
import * as z from 'zod'
import { int32, timestamp, uuid } from '../../http/schema/schema.ts'

export const CatalogId = z.number().min(1).meta({ type: 'integer', format: 'int64' })

export const Ranking = z
  .strictObject({
    catalogId: CatalogId,
    displayName: z.string(),
    yearPublished: int32().optional(),
    rank: int32(1).optional(),
    bayesAverage: z.number().optional().meta({
      description: 'The average rating, moved towards the mean of all games if there are few ratings',
    }),
    average: z.number().optional(),
    usersRated: int32(0).optional(),
    isExpansion: z.boolean(),
    familyRanks: z.record(z.string(), int32(1)).meta({ description: 'The rank within each family of games' }),
    candidateId: uuid().optional().meta({ description: 'The candidate made from this entry' }),
    importedAt: timestamp(),
  })
  .meta({
    id: 'Ranking',
    description: 'An entry of the catalogue’s ranking, as it was last imported',
    example: {
      catalogId: 4711,
      displayName: 'Harbour Lights',
      yearPublished: 2019,
      rank: 12,
      bayesAverage: 8.04,
      average: 8.31,
      usersRated: 20514,
      isExpansion: false,
      familyRanks: { strategygames: 9 },
      importedAt: '2026-01-15T19:30:00Z',
    },
  })

export const ImportedRankings = z
  .strictObject({
    storedRows: z.int().min(0).meta({ format: 'int64' }),
    unreadableRows: z.int().min(0).meta({ format: 'int64' }),
  })
  .meta({
    id: 'ImportedRankings',
    description:
      'How many rows were stored, and how many could not be read. The two add up to all rows of the export',
    example: { storedRows: 177214, unreadableRows: 3 },
  })

/** A catalogue id in a path. It has no leading zeros, so that each entry has only one URL. */
export const catalogIdInPath = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,18}$/, 'must be an id of the catalogue')
    .refine((text) => !/^\d+$/.test(text) || BigInt(text) <= 9_223_372_036_854_775_807n, {
      params: { code: 'OUT_OF_RANGE' },
      error: 'must be at most 9223372036854775807',
    })
    .meta({ format: 'int64', description: 'The id of the entry in the external catalogue.' })
