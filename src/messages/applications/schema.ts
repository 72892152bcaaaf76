/** The schema of an application: an app whose texts are stored here. */
import * as z from 'zod'
import { displayName, text, timestamp } from '../../http/schema/schema.ts'
import { locale } from '../locales.ts'

/** `count` cannot be an id, because the path `/applications/count` counts applications. */
export const applicationId = () =>
  z
    .string()
    .regex(
      /^(?!count$)[a-z][a-z0-9-]{1,62}$/,
      'must be a lowercase slug of 2 to 63 characters, and not count',
    )
    .meta({ description: 'The id that was chosen for the application, such as `table-companion`' })

const example = {
  applicationId: 'table-companion',
  displayName: 'Table Companion',
  description: 'Scores at the table, on a phone.',
  baseLocale: 'en',
}

export const Application = z
  .strictObject({
    applicationId: z.string(),
    displayName: z.string(),
    description: z.string().optional(),
    baseLocale: z.string(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Application',
    description: 'An application whose texts this service stores',
    example: { ...example, createdAt: '2026-01-15T19:30:00Z', updatedAt: '2026-01-15T19:30:00Z' },
  })

export const CreateApplication = z
  .strictObject({
    applicationId: applicationId(),
    displayName: displayName(100),
    description: text({ max: 1000 }).optional(),
    baseLocale: locale(),
  })
  .meta({ id: 'CreateApplication', description: 'A new application', example })

export const UpdateApplication = z
  .strictObject({
    displayName: displayName(100).optional(),
    description: text({ max: 1000 }).nullable().optional(),
    baseLocale: locale().optional(),
  })
  .meta({
    id: 'UpdateApplication',
    description: 'What to change; an absent field keeps its value, null clears it',
    example: { displayName: 'Table Companion 2' },
  })

const progress = () => z.int32().min(0)

export const Locales = z
  .strictObject({
    items: z.array(
      z.strictObject({
        locale: z.string(),
        total: progress().meta({
          description: 'Keys in use: the sum of `published`, `draft` and `missing`',
        }),
        published: progress().meta({ description: 'Keys with a published text' }),
        draft: progress().meta({ description: 'Keys with a draft and no published text' }),
        missing: progress().meta({ description: 'Keys with neither a draft nor a published text' }),
        invalid: progress().meta({ description: 'Translations with a text that does not fit its key' }),
        outdated: progress().meta({ description: 'Translations that are older than their base text' }),
      }),
    ),
  })
  .meta({
    id: 'Locales',
    description: 'The progress of the translations of an application, by locale',
    example: {
      items: [{ locale: 'de', total: 120, published: 100, draft: 15, missing: 5, invalid: 1, outdated: 7 }],
    },
  })
