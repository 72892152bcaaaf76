/** The schema of a key, and of the import that sends all keys. */
import * as z from 'zod'
import { always, fault, list, refuseDuplicates, text, timestamp } from '../../http/schema/schema.ts'
import { misfits, type Argument as Declared } from '../arguments.ts'
import { ARGUMENT_TYPES, LONGEST, isReadable, readMessage } from '../icu.ts'
import { locale } from '../locales.ts'

export const STATUSES = ['ACTIVE', 'OBSOLETE'] as const

/** In bytes: enough for 10,000 keys with texts of 4,000 characters in most scripts. */
export const IMPORT_LIMIT = 64 * 1_048_576

/** Enough for 10,000 keys with 15 arguments each. */
export const MOST_IMPORTED_VALUES = 500_000

export const messageKey = () =>
  text({ max: 200 })
    .regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/, 'must be like menu.file.open')
    .meta({ description: 'The key, such as `menu.file.open`', maxLength: 200 })

/** A text of 4,000 characters cannot use more arguments, because `{a}` has three characters. */
const MOST_ARGUMENTS = Math.floor(LONGEST / 3)

export const Argument = z.strictObject({
  name: text({ max: 200 }).regex(
    /^[A-Za-z][A-Za-z0-9_]*$/,
    'must be letters, digits and underscores after a letter',
  ),
  type: z.enum(ARGUMENT_TYPES).meta({
    description:
      'STRING for select; NUMBER for number, plural and #; DATE for date and time; ANY only for showing the value',
  }),
})

const example = {
  key: 'table.players',
  baseText: '{count, plural, one {# player} other {# players}} at {table}',
  description: 'Above the list of players',
  arguments: [
    { name: 'count', type: 'NUMBER' },
    { name: 'table', type: 'ANY' },
  ],
}

export const MessageKey = z
  .strictObject({
    key: z.string(),
    baseText: z.string(),
    description: z.string().optional(),
    arguments: z.array(Argument),
    status: z
      .enum(STATUSES)
      .meta({ description: 'OBSOLETE means that the last import did not contain the key' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    obsoletedAt: timestamp().optional(),
  })
  .meta({
    id: 'MessageKey',
    description: 'A text of an application, in its base locale',
    example: {
      ...example,
      status: 'ACTIVE',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

const CatalogKey = z
  .strictObject({
    key: messageKey(),
    baseText: text({ max: LONGEST }).meta({
      description: 'ICU MessageFormat; can use the arguments of its key',
    }),
    description: text({ max: 1000 }).optional(),
    arguments: list(Argument, { max: MOST_ARGUMENTS }).superRefine(
      (items, context) => refuseDuplicates(items, context, 'DUPLICATE_ITEM', named('name'), 'stands'),
      always,
    ),
  })
  .superRefine((key, context) => checkBaseText(key, context), always)

export const KeyCatalog = z
  .strictObject({
    baseLocale: locale(),
    keys: list(CatalogKey, { max: 10_000 }).superRefine(
      (items, context) => refuseDuplicates(items, context, 'DUPLICATE_ITEM', named('key'), 'stands'),
      always,
    ),
  })
  .meta({
    id: 'KeyCatalog',
    description: 'All keys of an application',
    example: { baseLocale: 'en', keys: [example] },
  })

const total = () => z.int32().min(0)

const changes = {
  added: total(),
  updated: total().meta({
    description: 'Keys that have changed, and keys that were obsolete and are in use again',
  }),
  obsoleted: total(),
  unchanged: total(),
  invalidated: z.array(z.strictObject({ key: z.string(), locale: z.string() })).meta({
    description: 'Translations whose text fitted its key before this import but no longer does',
  }),
}

const changed = {
  added: 3,
  updated: 1,
  obsoleted: 0,
  unchanged: 116,
  invalidated: [{ key: 'table.players', locale: 'de' }],
}

export const ImportResult = z.strictObject(changes).meta({
  id: 'ImportResult',
  description: 'The result of importing keys',
  example: changed,
})

export const ImportPreview = z
  .strictObject({
    ...changes,
    rows: z
      .array(
        z.strictObject({
          key: z.string(),
          change: z.enum(['ADDED', 'UPDATED', 'OBSOLETE']),
          baseText: z.string(),
          before: z.string().optional().meta({ description: 'The base text that the key has now' }),
        }),
      )
      .meta({ description: 'The first keys of each change, in the order of their names' }),
  })
  .meta({
    id: 'ImportPreview',
    description: 'What an import of keys would change',
    example: {
      ...changed,
      rows: [
        {
          key: 'table.players',
          change: 'UPDATED',
          baseText: '{count, plural, one {# player} other {# players}} at {table}',
          before: '{count} players at {table}',
        },
      ],
    },
  })

export const named = (path: string) => (item: unknown) =>
  typeof item === 'object' && item !== null
    ? { value: (item as Record<string, unknown>)[path], path }
    : undefined

/** Checks the syntax of the text even if other fields are wrong. Compares it with the arguments only if they are valid. */
function checkBaseText(key: { baseText?: unknown; arguments?: unknown }, context: z.RefinementCtx): void {
  const { baseText, arguments: declared } = key ?? {}
  if (typeof baseText !== 'string' || !isReadable(baseText)) return
  const { uses, fault: wrong } = readMessage(baseText)
  if (wrong !== undefined) return fault(context, 'INVALID_MESSAGE', wrong, ['baseText'])
  if (!isSound(declared)) return
  for (const { code, message } of misfits(uses, declared)) fault(context, code, message, ['baseText'])
}

const isSound = (declared: unknown): declared is Declared[] =>
  Array.isArray(declared) && declared.every((one) => Argument.safeParse(one).success)
