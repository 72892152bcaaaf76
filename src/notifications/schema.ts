/** The schema of notifications: where somebody gets mail, about what, and how often. */
import * as z from 'zod'
import { LOCALES, type Locale, mailAddress } from '../http/schema/address.ts'
import { list, text } from '../http/schema/schema.ts'
import { WAITING_KINDS } from '../resources/inbox/schema.ts'
import { timeZone } from '../resources/statistics/span.ts'

const PACES = ['AT_ONCE', 'DAILY'] as const

export type NotificationKind = (typeof WAITING_KINDS)[number]
export type Pace = (typeof PACES)[number]
export type { Locale }

const KINDS = 'What mails and push messages are about: the kinds of items in the inbox that wait for the user'

const settings = {
  mail: z.boolean().meta({
    description:
      'Whether mail is sent to `address`. It becomes false if the user ends mail by the link in a mail',
  }),
  kinds: list(z.enum(WAITING_KINDS), { unique: true }).meta({ description: KINDS }),
  pace: z.enum(PACES).meta({
    description:
      'AT_ONCE: soon, but at most once every five minutes. DAILY: once a day, at seven in the morning in `timeZone`',
  }),
  locale: z.enum(LOCALES).meta({ description: 'The language of mails and push messages' }),
  timeZone: timeZone(),
}

export const Notifications = z
  .strictObject({
    sending: z.boolean().meta({ description: 'False if this service sends no mail at the moment' }),
    pushKey: z.string().optional().meta({
      description:
        'The key with which a browser subscribes to push messages (RFC 8292), in base64url; absent if this service sends none at the moment',
    }),
    address: z.string().optional().meta({ description: 'The verified address to which mail is sent' }),
    unverifiedAddress: z
      .string()
      .optional()
      .meta({ description: 'An address that the user must still verify, by the link that was sent there' }),
    ...settings,
  })
  .meta({
    id: 'Notifications',
    description: 'Where the caller gets mail and push messages, about what, and how often',
    example: {
      sending: true,
      mail: true,
      address: 'alice@example.org',
      kinds: ['MATCH_EDIT', 'DISPUTE'],
      pace: 'DAILY',
      locale: 'en',
      timeZone: 'Europe/Berlin',
    },
  })

export const UpdateNotifications = z
  .strictObject({
    address: mailAddress().nullable().optional().meta({
      description:
        'The service sends a link to this address, and sends mail there once the caller has opened it. Null removes the address',
    }),
    mail: settings.mail.optional(),
    kinds: settings.kinds.optional(),
    pace: settings.pace.optional(),
    locale: settings.locale.optional(),
    timeZone: settings.timeZone.optional(),
  })
  .meta({
    id: 'UpdateNotifications',
    description: 'What to change; an absent field keeps its value',
    example: { address: 'alice@example.org', kinds: ['MATCH_EDIT'], pace: 'AT_ONCE' },
  })

export const VerifyAddress = z
  .strictObject({
    secret: text({ min: 1, max: 200 }).meta({ description: 'The secret in the link that was mailed' }),
  })
  .meta({
    id: 'VerifyAddress',
    description: 'The secret of a link that verifies an address',
    example: { secret: '0'.repeat(43) },
  })
