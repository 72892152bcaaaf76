/** The schema of a match, and the bodies that record and change one. */
import * as z from 'zod'
import {
  Ref,
  always,
  freeObject,
  int32,
  list,
  refuseDuplicates,
  score,
  text,
  timestamp,
  uuid,
  words,
} from '../../http/schema/schema.ts'
import { LARGEST_ATTRIBUTES } from './limits.ts'

const MATCH_STATUSES = ['DRAFT', 'FINALIZED'] as const
export const OUTCOMES = ['WIN', 'LOSS'] as const

export const SCORE = 'Points, seconds or turns, as the game’s scoreType says, with at most two decimals'
export const RANK = '1 is the winner; tied participants share a rank'

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

const Loadout = z.strictObject({
  id: uuid(),
  attributes: z.looseObject({}).meta({ description: 'Any keys and values, exactly as they were sent' }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const Participant = z
  .strictObject({
    id: uuid(),
    ghostPlayer: Ref,
    score: score().optional().meta({ description: SCORE }),
    rank: int32(1).optional().meta({ description: RANK }),
    outcome: z.enum(OUTCOMES).optional(),
    loadout: Loadout.optional(),
    disputeReason: text({ min: 1, max: 1000 })
      .optional()
      .meta({ description: 'Why the claimed player disagrees with this result' }),
    disputedAt: timestamp().optional(),
    disputedBy: Ref.optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Participant', description: 'A ghost player who took part in a match, with their result' })

export const Match = z
  .strictObject({
    id: uuid(),
    game: Ref,
    playset: Ref.optional(),
    community: Ref.optional(),
    recorder: Ref,
    status: z.enum(MATCH_STATUSES),
    playedAt: timestamp(),
    editRequestsEnabled: z.boolean().meta({ description: 'Whether others may propose edits' }),
    finalizedAt: timestamp().optional(),
    lastEditedAt: timestamp().optional(),
    lastEditedBy: Ref.optional(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    expansions: z.array(Ref).optional().meta({
      description:
        'The expansions of the match. Like the playset and the results, they are absent in lists if only MATCH_HISTORY lets the caller in',
    }),
    participants: z.array(Participant).min(1),
  })
  .meta({
    id: 'Match',
    description: 'A match of a game with its participants',
    example: {
      id: id('40'),
      game: { id: id('20'), displayName: 'Harbour Lights' },
      recorder: { id: id('10'), displayName: 'Alice' },
      status: 'FINALIZED',
      playedAt: '2026-01-15T19:30:00Z',
      editRequestsEnabled: true,
      finalizedAt: '2026-01-15T21:10:00Z',
      createdAt: '2026-01-15T21:05:00Z',
      updatedAt: '2026-01-15T21:10:00Z',
      expansions: [{ id: id('21'), displayName: 'Rising Tides' }],
      participants: [
        {
          id: id('41'),
          ghostPlayer: { id: id('12'), displayName: 'Bob' },
          score: 42.5,
          rank: 1,
          outcome: 'WIN',
          createdAt: '2026-01-15T21:05:00Z',
          updatedAt: '2026-01-15T21:05:00Z',
        },
      ],
    },
  })

export const MatchPeople = z
  .array(z.strictObject({ matchParticipantId: uuid(), canonicalPlayer: Ref }))
  .meta({
    id: 'MatchPeople',
    description:
      'The canonical players of a match’s participants, in the order of the participants. People that the caller may not see are left out',
    example: [{ matchParticipantId: id('41'), canonicalPlayer: { id: id('17'), displayName: 'Bob' } }],
  })

export const MatchAnswerable = z
  .strictObject({
    edit: z.boolean().meta({
      description:
        'Whether an edit can be proposed: the match is finalized, takes edits, and its recorder still has an account',
    }),
    claims: z.array(uuid()).meta({
      description:
        'The participants whose ghost players the caller may claim, or waits for an answer about, in the order of the participants',
    }),
  })
  .meta({
    id: 'MatchAnswerable',
    description: 'What the caller may ask about a match, because somebody is there to answer',
    example: { edit: true, claims: [id('41')] },
  })

export const DisputeParticipant = z.strictObject({ reason: words(1000) }).meta({
  id: 'DisputeParticipant',
  description: 'Why the player disagrees with the recorded result',
  example: { reason: 'I had 47 points, not 37.' },
})

export const attributes = () => freeObject(LARGEST_ATTRIBUTES)

const ParticipantInput = z.strictObject({
  ghostPlayerId: uuid(),
  score: score().optional().meta({ description: SCORE }),
  rank: int32(1).optional().meta({ description: RANK }),
  outcome: z.enum(OUTCOMES).optional(),
  loadoutAttributes: attributes().optional(),
})

export type ParticipantInput = z.output<typeof ParticipantInput>

const participants = () =>
  list(ParticipantInput, { min: 1 }).superRefine(
    (items, context) =>
      refuseDuplicates(items, context, 'DUPLICATE_GHOST_PLAYER', ghostPlayerOf, 'takes part'),
    always,
  )

const expansions = () => list(uuid(), { unique: true })

export const CreateMatch = z
  .strictObject({
    gameId: uuid(),
    playedAt: timestamp(),
    participants: participants(),
    expansions: expansions().optional(),
    playsetId: uuid().optional(),
    communityId: uuid().optional(),
    editRequestsEnabled: z.boolean().default(true),
  })
  .meta({
    id: 'CreateMatch',
    description:
      'A new match. Its playset and expansions must belong to its game, and its ghost players to the caller',
    example: {
      gameId: id('20'),
      playedAt: '2026-01-15T19:30:00Z',
      participants: [
        {
          ghostPlayerId: id('12'),
          score: 42.5,
          rank: 1,
          outcome: 'WIN',
          loadoutAttributes: { faction: 'Gulls' },
        },
      ],
      expansions: [id('21')],
    },
  })

export const UpdateMatch = z
  .strictObject({
    gameId: uuid().optional(),
    playedAt: timestamp().optional(),
    participants: participants().optional(),
    expansions: expansions().optional(),
    playsetId: uuid().nullable().optional(),
    communityId: uuid().nullable().optional(),
    editRequestsEnabled: z.boolean().optional(),
  })
  .meta({
    id: 'UpdateMatch',
    description:
      'What to change; an absent field keeps its value, null clears it, a list replaces the current one. A finalized match takes only playedAt and editRequestsEnabled.',
    example: { playedAt: '2026-01-15T20:00:00Z' },
  })

function ghostPlayerOf(item: unknown) {
  if (typeof item !== 'object' || item === null || !('ghostPlayerId' in item)) return undefined
  return { value: item.ghostPlayerId, path: 'ghostPlayerId' }
}
