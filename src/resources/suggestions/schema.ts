/** The schema of suggestions: what a person is likely to choose when they record a match. */
import * as z from 'zod'
import { Ref, int32, timestamp, uuid } from '../../http/schema/schema.ts'
import { Game } from '../games/schema.ts'

/**
 * Suggestions come from this number of the caller's newest matches. If a game is given, we add the same number of matches of that
 * game.
 */
export const MATCHES = 60
export const MOST = { games: 12, tables: 6, ghostPlayers: 40, communities: 20 }
/** Tables with more players are not suggested, because such groups rarely play again with the same people. */
export const SEATS = 12
export const EXPANSIONS = 12

const { id, displayName, scoreType, winCondition, minPlayers, maxPlayers, imageUrl } = Game.shape

const example = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

export const Suggestions = z
  .strictObject({
    games: z
      .array(
        z.strictObject({
          id,
          displayName,
          scoreType,
          winCondition,
          minPlayers,
          maxPlayers,
          imageUrl,
          lastPlayedAt: timestamp(),
          playset: Ref.optional().meta({ description: 'The playset of the last match' }),
          community: Ref.optional().meta({
            description: 'The community of the last match, if the caller is still a member',
          }),
          expansions: z.array(Ref).meta({
            description: `The expansions of the last match, or none if it had more than ${EXPANSIONS}`,
          }),
        }),
      )
      .max(MOST.games)
      .meta({
        description:
          'The games that the caller recorded most recently, the newest first. The game of `gameId` comes before all others',
      }),
    tables: z
      .array(
        z.strictObject({
          ghostPlayerIds: z.array(uuid()).max(SEATS).meta({
            description: 'The ids of the people, in the order in which they sat in their last match',
          }),
          lastPlayedAt: timestamp(),
          matches: int32(1).meta({ description: 'How many of the newest matches had exactly these people' }),
        }),
      )
      .max(MOST.tables)
      .meta({
        description: `Groups of at most ${SEATS} people who played finished matches together, the newest first. Groups that played the game of \`gameId\` come before all others`,
      }),
    ghostPlayers: z
      .array(z.strictObject({ id: uuid(), displayName: z.string(), isSelf: z.boolean() }))
      .max(MOST.ghostPlayers)
      .meta({
        description:
          'The caller’s self ghost player, then the people in `tables`, then the most frequent players, then others by name',
      }),
    communities: z
      .array(Ref)
      .max(MOST.communities)
      .meta({ description: 'The communities that the caller is in, the most recently played first' }),
  })
  .meta({
    id: 'Suggestions',
    description: 'What the caller is likely to choose when they record a match',
    example: {
      games: [
        {
          id: example('20'),
          displayName: 'Harbour Lights',
          scoreType: 'SCORE',
          winCondition: 'HIGHER_WINS',
          minPlayers: 2,
          maxPlayers: 4,
          lastPlayedAt: '2026-01-15T19:30:00Z',
          playset: { id: example('30'), displayName: 'Friday rules' },
          expansions: [{ id: example('21'), displayName: 'Rising Tides' }],
        },
      ],
      tables: [
        { ghostPlayerIds: [example('11'), example('12')], lastPlayedAt: '2026-01-15T19:30:00Z', matches: 7 },
      ],
      ghostPlayers: [
        { id: example('11'), displayName: 'Alice', isSelf: true },
        { id: example('12'), displayName: 'Bob', isSelf: false },
      ],
      communities: [{ id: example('90'), displayName: 'The Meeple Café' }],
    },
  })
