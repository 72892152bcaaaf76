/** The schema of a ghost player: a named stand-in for a person in somebody's matches. */
import * as z from 'zod'
import { Ref, displayName, timestamp, uuid } from '../../http/schema/schema.ts'
import { RESULT_KINDS } from '../results/finish.ts'

const example = {
  id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12',
  owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
  displayName: 'Bob',
  isSelf: false,
  createdAt: '2026-01-15T19:30:00Z',
  updatedAt: '2026-01-15T19:30:00Z',
}

export const GhostPlayer = z
  .strictObject({
    id: uuid(),
    owner: Ref,
    displayName: z.string(),
    isSelf: z.boolean(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'GhostPlayer',
    description: 'A named stand-in for a person; `isSelf` marks the one that represents its owner',
    example,
  })

export const OwnGhostPlayer = GhostPlayer.extend({
  matches: z.int().min(0).meta({ format: 'int64', description: 'The final matches that it takes part in' }),
}).meta({
  id: 'OwnGhostPlayer',
  description: 'One of the caller’s own ghost players, with its number of matches',
  example: { ...example, matches: 14 },
})

export const CreateGhostPlayer = z
  .strictObject({ displayName: displayName(100) })
  .meta({ id: 'CreateGhostPlayer', description: 'A new ghost player', example: { displayName: 'Bob' } })

export const UpdateGhostPlayer = z.strictObject({ displayName: displayName(100).optional() }).meta({
  id: 'UpdateGhostPlayer',
  description: 'What to change; an absent field keeps its value',
  example: { displayName: 'Robert' },
})

/** A match of a ghost player, as invitations show it. */
export const NewestMatch = z.strictObject({
  game: Ref,
  playedAt: timestamp(),
  kind: z.enum(RESULT_KINDS),
  place: z.int().optional(),
  of: z.int(),
  tied: z.boolean(),
  won: z.boolean().optional(),
  others: z.array(Ref).meta({ description: 'The first ten other ghost players of the match' }),
})
