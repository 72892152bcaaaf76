/** The schema of an item of the inbox: something that waits for a decision of the caller, or that the caller waits for. */
import * as z from 'zod'
import { Ref, text, timestamp, uuid } from '../../http/schema/schema.ts'
import { ClaimRequest } from '../claim-requests/schema.ts'
import { Game } from '../games/schema.ts'
import { MatchEdit } from '../match-edits/schema.ts'
import { Match } from '../matches/schema.ts'
import { INVITATION_KINDS } from '../visibility/invitations.ts'
import { NewestMatch } from '../ghost-players/schema.ts'
import { MembershipRequest } from '../membership-requests/schema.ts'
import { TrustedEditor } from '../trusted-editors/schema.ts'

export const INBOX_KINDS = [
  'MATCH_EDIT',
  'DISPUTE',
  'CLAIM_REQUEST',
  'MEMBERSHIP_REQUEST',
  'INVITATION',
  'TRUSTED_EDITOR',
] as const
/** The kinds of items that can wait for somebody. An item of another kind is always an answer. */
export const WAITING_KINDS = INBOX_KINDS.filter((kind) => kind !== 'TRUSTED_EDITOR')
export const DIRECTIONS = ['IN', 'OUT', 'ANSWERED'] as const

export type InboxKindName = (typeof INBOX_KINDS)[number]
export type Direction = (typeof DIRECTIONS)[number]

/** In days. The inbox shows an answer to the caller for this long. */
export const ANSWER_DAYS = 14
/** For each ghost player, the inbox reads at most this many matches, the newest first. */
export const MATCHES = 1_000
/** The inbox names at most this many members who have played with the person who asks to join. */
export const FELLOWS = 3
/** The inbox names at most this many people who accepted an invitation. */
export const ACCEPTERS = 3

const { id: gameId, displayName, scoreType, winCondition } = Game.shape

const matches = z.int32().min(0).max(MATCHES)

const Matches = z
  .strictObject({
    number: matches.meta({ description: `How many there are, counting only the newest ${MATCHES} matches` }),
    firstPlayedAt: timestamp().optional(),
    lastPlayedAt: timestamp().optional(),
  })
  .meta({
    description:
      'For a claim request, the final matches of the ghost player that the caller sees. For a question whether somebody is a ghost player, all its final matches. For a membership request, the final matches that the caller recorded with the requester and other members',
  })

const Dispute = z.strictObject({
  matchParticipantId: uuid(),
  reason: text({ min: 1, max: 1000 }),
  disputedBy: Ref,
})

const Invitation = z
  .strictObject({
    kind: z.enum(INVITATION_KINDS),
    ghostPlayer: Ref.optional(),
    community: Ref.optional(),
    declined: z.boolean().meta({ description: 'Somebody opened it and said: that is not me' }),
    accepted: z
      .int()
      .min(0)
      .meta({ description: 'How many people accepted it since the caller last acknowledged it' }),
    acceptedBy: z.array(Ref).max(ACCEPTERS).meta({
      description:
        'The last person who accepted: a canonical player if the invitation is for a ghost player, otherwise a user',
    }),
    inviter: Ref.optional().meta({
      description:
        'The user who asks the caller whether they are the ghost player. Only such a question has it',
    }),
    recipient: Ref.optional().meta({
      description: 'The user that the caller has asked, if it is no code or link',
    }),
    newest: z
      .array(NewestMatch)
      .optional()
      .meta({ description: 'The three newest matches of the ghost player that the caller is asked about' }),
  })
  .meta({
    description:
      'What became of an invitation of the caller, or a question whether somebody is a ghost player',
  })

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

export const InboxItem = z
  .strictObject({
    id: uuid().meta({
      description:
        'The id of the edit, request, invitation or trust. For a dispute, the id of the participant whose result is disputed; for its answer, an id of its own',
    }),
    kind: z.enum(INBOX_KINDS),
    direction: z.enum(DIRECTIONS).meta({
      description: `IN: the caller decides or acknowledges. OUT: the caller asked, and may withdraw. ANSWERED: somebody else decided what the caller asked, or about the caller, in the last ${ANSWER_DAYS} days`,
    }),
    since: timestamp().meta({
      description: 'When the caller or somebody else asked. If it is ANSWERED, when the decision was made',
    }),
    seen: z.boolean().optional().meta({
      description: 'If it is ANSWERED, whether the caller has seen it, as far as they have said',
    }),
    path: z.string().meta({
      description:
        'The path below /api/v1 for deciding, acknowledging or withdrawing. If it is ANSWERED, the path of the resource that was decided, or of the edit that settled the dispute',
    }),
    etag: z.string().meta({
      description:
        'The value for If-Match when sending to `path`. It is * if the caller may no longer see the match',
    }),
    game: z
      .strictObject({ id: gameId, displayName, scoreType, winCondition })
      .optional()
      .meta({ description: 'The game of an edit or a dispute' }),
    match: Match.optional().meta({ description: 'Absent if the caller may no longer see it' }),
    matchEtag: z.string().optional(),
    ownParticipantIds: z
      .array(uuid())
      .optional()
      .meta({ description: 'The participants of the match that the caller has claimed' }),
    matchEdit: MatchEdit.optional().meta({
      description:
        'The edit itself, or the edit that settled the dispute. Absent if the caller may no longer see the match',
    }),
    dispute: Dispute.optional(),
    claimRequest: ClaimRequest.optional(),
    owner: Ref.optional().meta({
      description: 'The owner of the claimed ghost player, if the caller sees the ghost player',
    }),
    membershipRequest: MembershipRequest.optional(),
    invitation: Invitation.optional(),
    trustedEditor: TrustedEditor.optional(),
    matches: Matches.optional(),
    fellows: z
      .array(z.strictObject({ ghostPlayer: Ref, matches }))
      .max(FELLOWS)
      .optional()
      .meta({
        description: 'For a membership request, the members in most of the `matches`, as ghost players',
      }),
  })
  .meta({
    id: 'InboxItem',
    description:
      'Something that waits for the caller’s decision, or that the caller has asked for and that waits for somebody else’s decision, or a decision about what the caller asked',
    example: {
      id: id('60'),
      kind: 'CLAIM_REQUEST',
      direction: 'IN',
      since: '2026-01-15T19:30:00Z',
      path: `/claim-requests/${id('60')}`,
      etag: '"1"',
      claimRequest: {
        id: id('60'),
        canonicalPlayer: { id: id('17'), displayName: 'Bob' },
        ghostPlayer: { id: id('12'), displayName: 'Bob' },
        status: 'PENDING',
        createdAt: '2026-01-15T19:30:00Z',
        updatedAt: '2026-01-15T19:30:00Z',
      },
      owner: { id: id('10'), displayName: 'Alice' },
      matches: {
        number: 36,
        firstPlayedAt: '2025-03-02T18:00:00Z',
        lastPlayedAt: '2026-01-09T19:30:00Z',
      },
    },
  })

export const InboxSeen = z.strictObject({ until: timestamp() }).meta({
  id: 'InboxSeen',
  description: 'Up to which time the caller has seen the answers in the inbox',
  example: { until: '2026-01-16T08:00:00Z' },
})
