/** The schemas of administration: an account as an administrator sees it, and links that let somebody in. */
import * as z from 'zod'
import { Ref, fault, list, timestamp, uuid } from '../../http/schema/schema.ts'
import { MOST_DAYS, MOST_DAYS_OF_RESET, MOST_USES, MOST_USES_OF_ADMINISTRATORS } from '../accounts/links.ts'
import { ROLES } from '../roles.ts'

const roles = () => list(z.enum(ROLES), { max: ROLES.length, unique: true })

export const Account = z
  .strictObject({
    id: uuid(),
    displayName: z.string().meta({ description: 'What the person signs in with' }),
    email: z.string().optional(),
    roles: z.array(z.enum(ROLES)),
    disabledAt: timestamp().optional(),
    user: Ref.optional().meta({
      description: 'The user that the person is; absent before their first request',
    }),
    passkeys: z.int(),
    hasPassword: z.boolean(),
    sessions: z.int().meta({ description: 'Browsers that are signed in' }),
    tokens: z.int().meta({ description: 'Personal access tokens' }),
    lastSeenAt: timestamp()
      .optional()
      .meta({ description: 'In a session that goes on', type: 'string', format: 'date-time' }),
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
      .meta({ description: 'True ends the account’s sessions and lets nobody in by it' }),
    email: z.null().optional().meta({
      description:
        'Null takes the address out of the account, so that another one can have it; only its owner sets one',
    }),
  })
  .meta({
    id: 'UpdateAccount',
    description: 'What to change; an absent field keeps its value',
    example: { roles: ['player', 'catalog-editor'] },
  })

export const LINK_KINDS = ['INVITATION', 'RESET'] as const

export const CreateAccountLink = z
  .strictObject({
    kind: z.enum(LINK_KINDS).meta({
      description:
        'An invitation makes an account; a reset lets the owner of an account set new ways to sign in',
    }),
    accountId: uuid().optional().meta({ description: 'Whose, for a reset', type: 'string', format: 'uuid' }),
    roles: roles().optional().meta({ description: 'Of invited accounts, by default player' }),
    uses: z.int().min(1).max(MOST_USES).optional().meta({
      description: 'How many people it invites, by default 1, which is the most with the role admin',
    }),
    days: z
      .int()
      .min(1)
      .max(MOST_DAYS)
      .optional()
      .meta({
        description: `How long it is good, by default 7; for a reset 1, and ${MOST_DAYS_OF_RESET} at most`,
      }),
  })
  .superRefine(({ kind, accountId, roles: given, uses, days }, context) => {
    if (kind === 'RESET' && accountId === undefined)
      fault(context, 'REQUIRED', 'is required for a reset', ['accountId'])
    if (kind === 'INVITATION' && accountId !== undefined)
      fault(context, 'INVALID_VALUE', 'must be absent: an invitation makes a new account', ['accountId'])
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
    url: z.string().meta({ description: 'Whoever opens it is let in; it is shown this once' }),
  })
  .meta({
    id: 'AccountLink',
    description: 'A link that lets somebody in',
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
    account: Ref.optional().meta({ description: 'Whom a reset lets in' }),
    roles: z.array(z.enum(ROLES)).meta({ description: 'Of invited accounts' }),
    uses: z.int().meta({ description: 'How many are left' }),
    good: z.boolean().meta({
      description:
        'Whether it lets somebody in now: it is neither used up nor ended, and whoever made it may still make such links',
    }),
    maker: Ref.optional().meta({ description: 'Who made it; absent for the shell' }),
    expiresAt: timestamp(),
    endedAt: timestamp().optional().meta({
      description: 'When somebody ended it before its time',
      type: 'string',
      format: 'date-time',
    }),
    createdAt: timestamp(),
  })
  .meta({
    id: 'SignInLink',
    description: 'A link that lets somebody in, without its URL, which nobody can read again',
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
