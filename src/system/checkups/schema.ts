/** What was found when the service last checked what it needs, for its operators. */
import * as z from 'zod'
import { list, timestamp } from '../../http/schema/schema.ts'

/** UNCHECKED: the running service did not look, and `says` has the reason. */
export const CHECK_STATES = ['OK', 'NOTE', 'FAULT', 'UNCHECKED'] as const

/** More backups than this are not listed. */
export const MOST_BACKUPS = 100

const Bytes = () => z.int().min(0).meta({ format: 'int64' })

export const Checkup = z
  .strictObject({
    checkedAt: timestamp().optional().meta({
      description: 'When the checks ended; absent until the first look has ended',
      type: 'string',
      format: 'date-time',
    }),
    machine: z.string().optional().meta({ description: 'The machine that checked its folders and clock' }),
    underWay: z.boolean().meta({ description: 'True while a look is waiting or under way' }),
    checks: list(
      z.strictObject({
        name: z.string().meta({ description: 'As `scorebook doctor` prints it' }),
        state: z.enum(CHECK_STATES),
        says: z.string().meta({ description: 'What was found, and for a fault the next step' }),
      }),
      { max: 1_000 },
    ),
    backups: z
      .strictObject({
        enabled: z.boolean().meta({ description: 'False if no daily backup is made' }),
        folder: z.string(),
        asked: z
          .boolean()
          .meta({ description: 'True until the backup that somebody asked for has been made' }),
        failure: z.string().optional().meta({ description: 'Why the backup that was last asked for failed' }),
        made: list(
          z.strictObject({
            name: z.string(),
            endedAt: timestamp(),
            bytes: Bytes().meta({ description: 'The room that it takes' }),
            checkedAt: timestamp().optional().meta({
              description: 'When `scorebook backup check` last restored it and read all of it',
              type: 'string',
              format: 'date-time',
            }),
          }),
          { max: MOST_BACKUPS },
        ).meta({ description: 'The newest first' }),
      })
      .optional()
      .meta({ description: 'Absent if the database is not the embedded one' }),
  })
  .meta({
    id: 'Checkup',
    description: 'What the service found when it last checked what it needs',
    example: {
      checkedAt: '2026-01-15T19:30:00Z',
      machine: 'alpha',
      underWay: false,
      checks: [
        { name: 'database', state: 'OK', says: 'PostgreSQL 18.4, collation C.UTF-8, schema up to date' },
        { name: 'port 8080', state: 'UNCHECKED', says: 'Only `scorebook doctor` looks at this.' },
      ],
      backups: {
        enabled: true,
        folder: '/var/lib/scorebook/backups',
        asked: false,
        made: [{ name: '2026-01-15T03-00-00Z-daily', endedAt: '2026-01-15T03:00:04Z', bytes: 4_812_390 }],
      },
    },
  })
