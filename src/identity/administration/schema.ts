/** What administrators see of accounts, and the links that let people in. */
import * as z from 'zod'
import { Ref, fault, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { MOST_DAYS, MOST_DAYS_OF_RESET, MOST_USES, MOST_USES_OF_ADMINISTRATORS } from '../accounts/links.ts'
import { LOCALES, mailAddress } from '../../http/schema/address.ts'
import { ROLES } from '../roles.ts'

const roles = () => list(z.enum(ROLES), { max: ROLES.length, unique: true })

export const Account = z
  .strictObject({
    id: uuid(),
    displayName: z.string().meta({ description: 'The name that the person signs in with' }),
    email: z.string().optional(),
    roles: z.array(z.enum(ROLES)),
    disabledAt: timestamp().optional(),
    user: Ref.optional().meta({
      description: 'The user of this account; absent before the first request',
    }),
    passkeys: z.int(),
    hasPassword: z.boolean(),
    sessions: z.int().meta({ description: 'How many browsers are signed in to the account' }),
    tokens: z.int().meta({ description: 'How many personal access tokens the account has' }),
    lastSeenAt: timestamp().optional().meta({
      description: 'The last request in one of the account’s sessions',
      type: 'string',
      format: 'date-time',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Account',
    description: 'Somebody who signs in at this service',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90',
      displayName: 'bob',
      email: 'bob@example.org',
      roles: ['player'],
      user: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Bob' },
      passkeys: 1,
      hasPassword: false,
      sessions: 2,
      tokens: 0,
      lastSeenAt: '2026-01-15T19:30:00Z',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const UpdateAccount = z
  .strictObject({
    roles: roles().optional(),
    disabled: z
      .boolean()
      .optional()
      .meta({ description: 'True ends the account’s sessions, and nobody can sign in with it' }),
    email: z.null().optional().meta({
      description:
        'Null removes the address, so that another account can use it. Only the owner of the account can set an address',
    }),
  })
  .meta({
    id: 'UpdateAccount',
    description: 'What to change; an absent field keeps its value',
    example: { roles: ['player', 'catalog-editor'] },
  })

const LINK_KINDS = ['INVITATION', 'RESET'] as const

export const CreateAccountLink = z
  .strictObject({
    kind: z.enum(LINK_KINDS).meta({
      description:
        'An invitation makes an account; a reset lets the owner of an account set new ways to sign in',
    }),
    accountId: uuid()
      .optional()
      .meta({ description: 'The account to reset; required for a reset', type: 'string', format: 'uuid' }),
    roles: roles().optional().meta({ description: 'The roles of invited accounts, by default player' }),
    uses: z.int().min(1).max(MOST_USES).optional().meta({
      description: 'How many people the link can invite, by default 1; with the role admin it must be 1',
    }),
    days: z
      .int()
      .min(1)
      .max(MOST_DAYS)
      .optional()
      .meta({
        description: `For how many days the link works, by default 7. For a reset the default is 1, and the maximum is ${MOST_DAYS_OF_RESET}`,
      }),
    sendTo: mailAddress().optional().meta({
      description:
        'The service mails an invitation to this address, and then forgets the address. If its owner wants no such mail, none is sent, and nobody finds out',
    }),
    locale: z.enum(LOCALES).optional().meta({ description: 'The language of this mail, by default en' }),
    sendToOwner: z.literal(true).optional().meta({
      description:
        'The service mails the reset to the account’s verified address, if its owner has agreed to sign in by mailed links. If not, or if the account administers the service, the answer is 409',
    }),
  })
  .superRefine(({ kind, accountId, roles: given, uses, days, sendTo, sendToOwner }, context) => {
    if (kind === 'RESET' && accountId === undefined)
      fault(context, 'REQUIRED', 'is required for a reset', ['accountId'])
    if (kind === 'INVITATION' && accountId !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: an invitation makes a new account', ['accountId'])
    if (kind === 'RESET' && sendTo !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: a reset goes to its owner alone, with sendToOwner', [
        'sendTo',
      ])
    if (kind === 'INVITATION' && sendToOwner !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: an invitation has no owner yet, but sendTo', [
        'sendToOwner',
      ])
    if (kind === 'RESET' && given !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: a reset leaves the roles as they are', ['roles'])
    if (kind === 'RESET' && uses !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: a reset is good once', ['uses'])
    if (kind === 'RESET' && days !== undefined && days > MOST_DAYS_OF_RESET)
      fault(context, 'OUT_OF_RANGE', `must be ${MOST_DAYS_OF_RESET} at most for a reset`, ['days'])
    if (
      kind === 'INVITATION' &&
      given?.includes('admin') &&
      uses !== undefined &&
      uses > MOST_USES_OF_ADMINISTRATORS
    )
      fault(context, 'OUT_OF_RANGE', 'must be 1 for an invitation that gives the role admin', ['uses'])
  })
  .meta({
    id: 'CreateAccountLink',
    description: 'A link to send to somebody',
    example: { kind: 'INVITATION', roles: ['player'], uses: 3, days: 7 },
  })

export const AccountLink = z
  .strictObject({
    id: uuid(),
    kind: z.enum(LINK_KINDS),
    accountId: uuid().optional(),
    roles: z.array(z.enum(ROLES)),
    uses: z.int(),
    expiresAt: timestamp(),
    createdAt: timestamp(),
    url: z.string().meta({ description: 'Whoever opens this URL gets in. Only this answer shows it' }),
  })
  .meta({
    id: 'AccountLink',
    description: 'A link with which somebody gets in',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a95',
      kind: 'INVITATION',
      roles: ['player'],
      uses: 3,
      expiresAt: '2026-01-22T19:30:00Z',
      createdAt: '2026-01-15T19:30:00Z',
      url: 'https://scorebook.example.org/link#0000000000000000000000000000000000000000000',
    },
  })

export const SignInLink = z
  .strictObject({
    id: uuid(),
    kind: z.enum(['FIRST_ADMINISTRATOR', ...LINK_KINDS]),
    account: Ref.optional().meta({ description: 'The account that a reset is for' }),
    roles: z.array(z.enum(ROLES)).meta({ description: 'The roles of invited accounts' }),
    uses: z.int().meta({ description: 'How many uses are left' }),
    good: z.boolean().meta({
      description:
        'True if the link works now: it is not used up, it has not ended, and its maker may still make such links',
    }),
    maker: Ref.optional().meta({
      description: 'Who made it; absent if it was made with a command on the server',
    }),
    expiresAt: timestamp(),
    endedAt: timestamp().optional().meta({
      description: 'When somebody ended it before it expired',
      type: 'string',
      format: 'date-time',
    }),
    createdAt: timestamp(),
  })
  .meta({
    id: 'SignInLink',
    description: 'A link with which somebody gets in. Its URL cannot be read again',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a95',
      kind: 'INVITATION',
      roles: ['player'],
      uses: 3,
      good: true,
      maker: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a91', displayName: 'alice' },
      expiresAt: '2026-01-22T19:30:00Z',
      createdAt: '2026-01-15T19:30:00Z',
    },
  })
