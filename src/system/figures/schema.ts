/** How the service went during the last day, for its operators. */
import * as z from 'zod'
import { list, timestamp } from '../../http/schema/schema.ts'

/** In minutes: how long a point is. */
export const EVERY = 5
/** In hours: how long points are kept. */
export const KEPT = 24

const Share = () => z.number().min(0).max(1)
const Seconds = () => z.number().min(0)
const Count = () => z.int().min(0).meta({ format: 'int64' })

export const SystemFigures = z
  .strictObject({
    every: z.int().meta({ description: 'How many seconds a point stands for' }),
    points: list(
      z.strictObject({
        at: timestamp().meta({ description: 'When the time of the point begins' }),
        instances: z.int().min(1).meta({ description: 'How many instances counted' }),
        requests: z.number().min(0).meta({ description: 'Requests a second, to all instances' }),
        refused: Share().meta({ description: 'The share of requests that were answered with 400 to 499' }),
        failed: Share().meta({ description: 'The share of requests that were answered with 500 to 599' }),
        median: Seconds().optional().meta({
          description: 'Half of the requests took fewer seconds than this, at the slowest instance',
        }),
        slow: Seconds().optional().meta({
          description: '99 of 100 requests took fewer seconds than this, at the slowest instance',
        }),
        memory: Count().meta({ description: 'The memory of all instances, in bytes' }),
        connections: Count().meta({ description: 'Connections of all programs to PostgreSQL' }),
        events: Count().meta({ description: 'Events that had no place in the log yet' }),
        mails: Count().meta({ description: 'Mails that waited' }),
      }),
      { max: 1_000 },
    ).meta({ description: 'The oldest first. While no instance ran there is no point' }),
  })
  .meta({
    id: 'SystemFigures',
    description: 'How the service went during the last day',
    example: {
      every: 60 * EVERY,
      points: [
        {
          at: '2026-01-15T19:30:00Z',
          instances: 2,
          requests: 41.2,
          refused: 0.012,
          failed: 0,
          median: 0.003,
          slow: 0.021,
          memory: 412_090_368,
          connections: 31,
          events: 0,
          mails: 2,
        },
      ],
    },
  })
