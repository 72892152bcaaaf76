/** The schema of a file with the texts of one locale, and what becomes of such a file. */
import * as z from 'zod'
import { always, list, refuseDuplicates, text } from '../../http/schema/schema.ts'
import { LONGEST } from '../icu.ts'
import { Argument, messageKey, named } from '../keys/schema.ts'
import { locale } from '../locales.ts'

/** How many texts a file has at most, which is how many keys an import takes. */
export const MOST_TEXTS = 10_000
const LONGEST_DESCRIPTION = 1000

/** What stands in a file beside a text, so that the service notices if the text changes before the file is back. */
export const DIGEST = /^[0-9a-f]{32}$/

const FileText = z.strictObject({
  key: messageKey(),
  baseText: text({ max: LONGEST }).meta({
    description: 'The text to translate. It says which version of the base text the translation is for',
  }),
  description: text({ max: LONGEST_DESCRIPTION }).optional(),
  arguments: z.array(Argument).max(LONGEST).optional(),
  text: text({ max: LONGEST })
    .optional()
    .meta({ description: 'The translation, in ICU MessageFormat; empty if there is none' }),
  digest: z.string().regex(DIGEST, 'must be the digest that the export wrote').optional().meta({
    description: 'Stands for the translation as it was when the file was made. Leave it as it is',
  }),
})

export const TranslationFile = z
  .strictObject({
    applicationId: z.string(),
    baseLocale: locale(),
    locale: locale(),
    translations: list(FileText, { max: MOST_TEXTS }).superRefine(
      (items, context) => refuseDuplicates(items, context, 'DUPLICATE_ITEM', named('key'), 'stands'),
      always,
    ),
  })
  .meta({
    id: 'TranslationFile',
    description: 'The texts of a locale, for people who translate in another program',
    example: {
      applicationId: 'table-companion',
      baseLocale: 'en',
      locale: 'de',
      translations: [
        {
          key: 'menu.new',
          baseText: 'New match',
          description: 'In the menu',
          arguments: [],
          text: 'Neue Partie',
          digest: 'ce9e2b3b0f7b7d1a8f2f2e5a3f0d6c1b',
        },
      ],
    },
  })

const total = () => z.int32().min(0)

export const TranslationFileResult = z
  .strictObject({
    added: total(),
    updated: total(),
    unchanged: total().meta({
      description: 'Texts that nobody changed in the file, and texts that are the same here',
    }),
    untranslated: total().meta({ description: 'Keys without a text in the file' }),
    outdated: total().meta({
      description: 'Of the texts added and updated, how many were written for another base text than now',
    }),
    rejected: z.array(
      z.strictObject({
        key: z.string(),
        at: z.string().meta({ description: 'The place in the file' }),
        code: z.enum([
          'INVALID_REFERENCE',
          'OBSOLETE',
          'INVALID_MESSAGE',
          'UNKNOWN_ARGUMENT',
          'ARGUMENT_TYPE_MISMATCH',
          'CHANGED',
        ]),
        message: z.string(),
      }),
    ),
    rows: z
      .array(
        z.strictObject({
          key: z.string(),
          change: z.enum(['ADDED', 'UPDATED', 'CHANGED']),
          text: z.string(),
          before: z.string().optional().meta({ description: 'The text that the service has' }),
          outdated: z.boolean(),
        }),
      )
      .meta({
        description:
          'The first texts that are added, that are updated, and that changed here since the file was made',
      }),
  })
  .meta({
    id: 'TranslationFileResult',
    description: 'What becomes of the texts of a file',
    example: {
      added: 1,
      updated: 0,
      unchanged: 118,
      untranslated: 3,
      outdated: 0,
      rejected: [
        { key: 'menu.old', at: 'translations[7]', code: 'OBSOLETE', message: 'The key is obsolete.' },
      ],
      rows: [{ key: 'menu.new', change: 'ADDED', text: 'Neue Partie', outdated: false }],
    },
  })
