/** The schema of a translation: the text of a key in a locale, as a draft, as published, or both. */
import * as z from 'zod'
import { always, fault, list, refuseDuplicates, Ref, text, timestamp } from '../../http/schema/schema.ts'
import { LONGEST, isReadable, readMessage } from '../icu.ts'
import { messageKey, named } from '../keys/schema.ts'
import { locale } from '../locales.ts'

export const STATUSES = ['DRAFT', 'PUBLISHED', 'PUBLISHED_WITH_DRAFT'] as const

export const Translation = z
  .strictObject({
    applicationId: z.string(),
    key: z.string(),
    locale: z.string(),
    draftText: z.string().optional(),
    publishedText: z.string().optional(),
    status: z.enum(STATUSES),
    invalid: z.boolean().meta({
      description:
        'True if a text no longer fits the arguments of its key. Such a draft cannot be published, and such a published text is not served',
    }),
    problems: z.array(
      z.strictObject({
        code: z.enum(['UNKNOWN_ARGUMENT', 'ARGUMENT_TYPE_MISMATCH']),
        argument: z.string().optional(),
        message: z.string(),
      }),
    ),
    outdated: z
      .boolean()
      .meta({ description: 'True if the base text changed after the latest text was written' }),
    draftedBy: Ref.optional(),
    draftedAt: timestamp().optional(),
    publishedBy: Ref.optional(),
    publishedAt: timestamp().optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Translation',
    description: 'A text of an application in another locale',
    example: {
      applicationId: 'table-companion',
      key: 'table.players',
      locale: 'de',
      publishedText: '{count, plural, one {# Person} other {# Personen}} an {table}',
      status: 'PUBLISHED',
      invalid: false,
      problems: [],
      outdated: false,
      publishedBy: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      publishedAt: '2026-01-16T08:00:00Z',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-16T08:00:00Z',
    },
  })

const translated = () => text({ min: 1, max: LONGEST })

export const WriteTranslation = z
  .strictObject({
    text: translated()
      .superRefine((value, context) => {
        if (!isReadable(value)) return
        const { fault: wrong } = readMessage(value)
        if (wrong !== undefined) fault(context, 'INVALID_MESSAGE', wrong)
      })
      .meta({ description: 'ICU MessageFormat; can use the arguments of its key' }),
  })
  .meta({
    id: 'WriteTranslation',
    description: 'The draft of a translation',
    example: { text: '{count, plural, one {# Person} other {# Personen}} an {table}' },
  })

export const PublishTranslations = z
  .strictObject({
    locale: locale().optional(),
    keys: list(messageKey(), { max: 10_000, unique: true }).optional(),
  })
  .meta({
    id: 'PublishTranslations',
    description: 'The drafts to publish: all of them, or only the drafts of a locale or of keys',
    example: { locale: 'de' },
  })

const total = () => z.int32().min(0)

export const PublishResult = z
  .strictObject({
    published: total(),
    skipped: z.array(
      z.strictObject({
        key: z.string(),
        locale: z.string(),
        code: z.enum(['INVALID', 'OBSOLETE', 'NO_DRAFT']),
      }),
    ),
  })
  .meta({
    id: 'PublishResult',
    description: 'What was published, and what could not be',
    example: { published: 12, skipped: [{ key: 'table.players', locale: 'de', code: 'INVALID' }] },
  })

export const ImportTranslations = z
  .strictObject({
    translations: list(z.strictObject({ key: messageKey(), text: translated() }), {
      max: 10_000,
    }).superRefine(
      (items, context) => refuseDuplicates(items, context, 'DUPLICATE_ITEM', named('key'), 'stands'),
      always,
    ),
  })
  .meta({
    id: 'ImportTranslations',
    description: 'Drafts of a locale',
    example: { translations: [{ key: 'menu.new', text: 'Neue Partie' }] },
  })

export const TranslationsImportResult = z
  .strictObject({
    added: total(),
    updated: total(),
    unchanged: total().meta({ description: 'Translations that already have the same latest text' }),
    rejected: z.array(
      z.strictObject({
        key: z.string(),
        code: z.enum([
          'INVALID_REFERENCE',
          'OBSOLETE',
          'INVALID_MESSAGE',
          'UNKNOWN_ARGUMENT',
          'ARGUMENT_TYPE_MISMATCH',
        ]),
        message: z.string(),
      }),
    ),
  })
  .meta({
    id: 'TranslationsImportResult',
    description: 'The result of importing translations',
    example: {
      added: 118,
      updated: 1,
      unchanged: 0,
      rejected: [{ key: 'menu.old', code: 'OBSOLETE', message: 'The key is obsolete.' }],
    },
  })
