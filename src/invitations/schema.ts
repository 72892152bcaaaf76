/** The schemas of an invitation: a code or link by which somebody becomes a stand-in, a member, or a trusted editor. */
import * as z from 'zod'
import { ClaimEdge } from '../resources/claim-edges/schema.ts'
import { Membership } from '../resources/memberships/schema.ts'
import { NewestMatch } from '../resources/ghost-players/schema.ts'
import { TrustedEditor } from '../resources/trusted-editors/schema.ts'
import { INVITATION_KINDS } from '../resources/visibility/invitations.ts'
import { LOCALES, mailAddress } from '../http/schema/address.ts'
import { Ref, text, timestamp, uuid } from '../http/schema/schema.ts'

export const INVITATION_STATES = ['OPEN', 'USED', 'DECLINED', 'EXPIRED', 'ENDED'] as const

export const DAYS = 30
const MOST_DAYS = 365
/** The uses of an invitation to a community if its admin names none. */
export const USES = 10
const MOST_USES = 100

const fields = {
  id: uuid(),
  kind: z.enum(INVITATION_KINDS),
  inviter: Ref,
  recipient: Ref.optional().meta({
    description: 'The only user who can accept it. They find it in their inbox',
  }),
  ghostPlayer: Ref.optional(),
  community: Ref.optional(),
  state: z.enum(INVITATION_STATES).meta({
    description:
      'USED: nobody else can accept it. DECLINED: somebody opened it, or was asked, and said: that is not me. ENDED: it was revoked or replaced, or its inviter can no longer invite to this',
  }),
  uses: z.int().meta({ description: 'How many people have accepted it' }),
  mostUses: z.int(),
  unread: z.int().meta({
    description: 'How many of them the inviter has not acknowledged, or 1 for a refusal that they have not',
  }),
  lastUsedAt: timestamp().optional(),
  expiresAt: timestamp(),
  endedAt: timestamp().optional(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

const example = {
  id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a30',
  kind: 'GHOST_PLAYER' as const,
  inviter: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
  ghostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Bob' },
  state: 'OPEN' as const,
  uses: 0,
  mostUses: 1,
  unread: 0,
  expiresAt: '2026-02-14T19:30:00Z',
  createdAt: '2026-01-15T19:30:00Z',
  updatedAt: '2026-01-15T19:30:00Z',
}

const SECRET = '0000000000000000000000000000000000000000000'

export const Invitation = z.strictObject(fields).meta({
  id: 'Invitation',
  description: 'An invitation, without its secret',
  example,
})

export const NewInvitation = z.strictObject({ ...fields, secret: z.string(), url: z.string() }).meta({
  id: 'NewInvitation',
  description: 'A new invitation. Only this answer shows its secret, and the link with the secret after `#`',
  example: { ...example, secret: SECRET, url: `https://scorebook.example.org/invitation#${SECRET}` },
})

const mailed = {
  sendTo: mailAddress().optional().meta({
    description:
      'The service mails the link to this address, and then forgets the address. Nobody learns whether its owner wants such mail',
  }),
  locale: z.enum(LOCALES).optional().meta({
    description:
      'The language of the mail, by default the caller’s in notifications. If somebody has verified the address here, the mail is in that person’s language',
  }),
}

export const CreateInvitation = z.strictObject(mailed).meta({
  id: 'CreateInvitation',
  description: 'Whether the service mails the invitation',
  example: { sendTo: 'bob@example.org', locale: 'en' },
})

export const CreateCommunityInvitation = z
  .strictObject({
    ...mailed,
    uses: z
      .int()
      .min(1)
      .max(MOST_USES)
      .optional()
      .meta({ description: `How many people can accept it, by default ${USES}` }),
    days: z
      .int()
      .min(1)
      .max(MOST_DAYS)
      .optional()
      .meta({ description: `For how many days it works, by default ${DAYS}` }),
  })
  .meta({
    id: 'CreateCommunityInvitation',
    description: 'How many people can accept it, for how long, and whether the service mails it',
    example: { uses: 4, days: 7 },
  })

export const InvitationSecret = z.strictObject({ secret: text({ min: 1, max: 200 }) }).meta({
  id: 'InvitationSecret',
  description: 'The secret of an invitation: the part of the link after `#`',
  example: { secret: SECRET },
})

export const InviteUser = z.strictObject({ userId: uuid() }).meta({
  id: 'InviteUser',
  description: 'The user who is asked whether they are the ghost player',
  example: { userId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a14' },
})

export const AnswerInvitation = z.strictObject({ isMe: z.boolean() }).meta({
  id: 'AnswerInvitation',
  description: 'Whether the caller is the ghost player of the invitation',
  example: { isMe: true },
})

export const InvitationPreview = z
  .strictObject({
    kind: z.enum(INVITATION_KINDS),
    inviter: Ref,
    ghostPlayer: Ref.optional(),
    community: Ref.optional(),
    expiresAt: timestamp(),
    matches: z.int().optional().meta({ description: 'How many final matches the ghost player has' }),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
    newest: z.array(NewestMatch).optional().meta({ description: 'The ghost player’s three newest matches' }),
  })
  .meta({
    id: 'InvitationPreview',
    description:
      'What somebody reads before they accept an invitation: who invites them, and what the invitation is for',
    example: {
      kind: 'GHOST_PLAYER',
      inviter: example.inviter,
      ghostPlayer: example.ghostPlayer,
      expiresAt: '2026-02-14T19:30:00Z',
      matches: 14,
      firstPlayedAt: '2025-03-15T19:30:00Z',
      lastPlayedAt: '2026-01-15T19:30:00Z',
      newest: [
        {
          game: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11', displayName: 'Copper Lights' },
          playedAt: '2026-01-15T19:30:00Z',
          kind: 'COMPETITIVE',
          place: 1,
          of: 2,
          tied: false,
          won: true,
          others: [{ id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a13', displayName: 'Alice' }],
        },
      ],
    },
  })

export const AcceptedInvitation = z
  .strictObject({
    kind: z.enum(INVITATION_KINDS),
    claimEdge: ClaimEdge.optional(),
    membership: Membership.optional(),
    trustedEditor: TrustedEditor.optional(),
  })
  .meta({
    id: 'AcceptedInvitation',
    description:
      'The result of accepting an invitation: a claim, a membership or trust. If it was declined, there is only its kind',
    example: { kind: 'GHOST_PLAYER', claimEdge: ClaimEdge.meta()?.example as z.input<typeof ClaimEdge> },
  })
