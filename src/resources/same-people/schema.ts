/** The schema of a user's own answer: two players are one person, or two. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'

/** How many answers a user can have. The app asks only about two players with the same name, so nobody needs more. */
export const MOST_ANSWERS = 500
/** How many players a user can count as one. */
export const MOST_AS_ONE = 20

const SamePlayer = z.strictObject({
  canonicalPlayer: Ref.optional().meta({
    description:
      'The player with an account: the player in the answer, or the player who has claimed `ghostPlayer` since. This player counts in place of the ghost player. If both sides have different canonical players, they are two people, whatever the answer says',
  }),
  ghostPlayer: Ref.optional(),
  owner: Ref.optional().meta({
    description: 'The user who owns `ghostPlayer`; absent if the caller may no longer see the ghost player',
  }),
})

const ids = {
  one: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12',
  other: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a13',
}

export const SamePerson = z
  .strictObject({
    id: uuid(),
    one: SamePlayer,
    other: SamePlayer,
    isSame: z.boolean(),
    createdAt: timestamp(),
  })
  .meta({
    id: 'SamePerson',
    description: 'What the caller has said about two players: whether they are one person or two',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a40',
      one: {
        ghostPlayer: { id: ids.one, displayName: 'Bruno' },
        owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      },
      other: {
        ghostPlayer: { id: ids.other, displayName: 'Bruno' },
        owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11', displayName: 'Filip' },
      },
      isSame: true,
      createdAt: '2026-01-15T19:30:00Z',
    },
  })

const playerId = () => uuid().meta({ description: 'The id of a ghost player or of a canonical player' })

export const CreateSamePerson = z
  .strictObject({
    oneId: playerId(),
    otherId: playerId(),
    isSame: z.boolean().meta({ description: 'False says that they are two people' }),
  })
  .meta({
    id: 'CreateSamePerson',
    description: 'Whether two players are one person',
    example: { oneId: ids.one, otherId: ids.other, isSame: true },
  })
