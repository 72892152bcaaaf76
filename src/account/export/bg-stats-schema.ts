/** The file format of BG Stats, as far as our exports write it, and who is shown which field. */
import * as z from 'zod'
import { uuid } from '../../http/schema/schema.ts'
import { by, shows } from '../../resources/visibility/rights.ts'

const whole = () => z.int().min(0)
const metaData = () =>
  z.string().meta({
    description: 'JSON. Under `scorebook` it has everything for which this format has no field',
    example: '{"scorebook":{"playedAt":"2026-11-23T18:30:00Z"}}',
  })

const Player = z.strictObject({
  uuid: uuid(),
  id: whole(),
  name: z.string(),
  isAnonymous: z.boolean(),
  bggUsername: z.string(),
})

const Game = z.strictObject({
  uuid: uuid(),
  id: whole(),
  name: z.string(),
  bggName: z.string(),
  bggId: whole().meta({ description: 'The number at BoardGameGeek; 0 means unknown' }),
  cooperative: z.boolean(),
  usesTeams: z.boolean(),
  highestWins: z.boolean(),
  noPoints: z.boolean(),
  minPlayerCount: whole().optional(),
  maxPlayerCount: whole().optional(),
  isBaseGame: whole(),
  isExpansion: whole(),
  metaData: metaData(),
})

const PlayerScore = z.strictObject({
  score: z.string().nullable(),
  winner: z.boolean(),
  newPlayer: z.boolean(),
  startPlayer: z.boolean(),
  playerRefId: whole().meta({ description: 'The `id` of a player of this file' }),
  rank: whole().meta({ description: '0 means unknown' }),
  seatOrder: whole().meta({ description: '0 means unknown' }),
  role: z.string().optional(),
  team: z.string().optional(),
  metaData: metaData(),
})

const localTime = (example: string) =>
  z.string().meta({ description: 'A local time in the time zone of the export', example })

const Play = z.strictObject({
  uuid: uuid().meta({ description: 'The id of the match' }),
  modificationDate: localTime('2026-11-23 22:10:00'),
  entryDate: localTime('2026-11-23 22:05:00'),
  playDate: localTime('2026-11-23 19:30:00'),
  usesTeams: z.boolean(),
  durationMin: whole().meta({ description: '0 means unknown' }),
  comments: z.string().optional(),
  ignored: z.boolean(),
  manualWinner: z.boolean(),
  rounds: whole(),
  bggId: whole(),
  importPlayId: whole(),
  gameRefId: whole().meta({ description: 'The `id` of a game of this file' }),
  rating: whole(),
  nemestatsId: whole(),
  metaData: metaData(),
  playerScores: z.array(PlayerScore),
  expansionPlays: z.array(z.strictObject({ gameRefId: whole(), bggId: whole() })),
})

export const BgStatsFile = z
  .strictObject({
    plays: z.array(Play),
    players: z.array(Player),
    games: z.array(Game),
    locations: z.array(z.strictObject({ uuid: uuid(), id: whole(), name: z.string() })).meta({
      description: 'Always empty: we do not store where a match was played',
    }),
    userInfo: z.strictObject({
      meRefId: whole().meta({ description: 'The `id` of the caller among the players' }),
      bggUsername: z.string(),
    }),
  })
  .meta({
    id: 'BgStatsFile',
    description: 'A file that BG Stats, a tracker for phones, reads and writes',
    example: {
      plays: [
        {
          uuid: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11',
          modificationDate: '2026-11-23 22:10:00',
          entryDate: '2026-11-23 22:05:00',
          playDate: '2026-11-23 19:30:00',
          usesTeams: false,
          durationMin: 95,
          comments: 'Close until the end.',
          ignored: false,
          manualWinner: false,
          rounds: 0,
          bggId: 0,
          importPlayId: 0,
          gameRefId: 1,
          rating: 0,
          nemestatsId: 0,
          metaData: '{"scorebook":{"playedAt":"2026-11-23T18:30:00Z"}}',
          playerScores: [
            {
              score: '47',
              winner: true,
              newPlayer: false,
              startPlayer: false,
              playerRefId: 1,
              rank: 1,
              seatOrder: 0,
              metaData: '{"scorebook":{"name":"Alice"}}',
            },
          ],
          expansionPlays: [],
        },
      ],
      players: [
        {
          uuid: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12',
          id: 1,
          name: 'Alice',
          isAnonymous: false,
          bggUsername: '',
        },
      ],
      games: [
        {
          uuid: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
          id: 1,
          name: 'Rising Tides',
          bggName: 'Rising Tides',
          bggId: 0,
          cooperative: false,
          usesTeams: false,
          highestWins: true,
          noPoints: false,
          minPlayerCount: 1,
          maxPlayerCount: 4,
          isBaseGame: 1,
          isExpansion: 0,
          metaData: '{"scorebook":{"scoreType":"SCORE"}}',
        },
      ],
      locations: [],
      userInfo: { meRefId: 1, bggUsername: '' },
    },
  })

export const BG_STATS_FIELDS = shows(BgStatsFile, {
  plays: {
    ...by('own', 'uuid', 'modificationDate', 'entryDate', 'playDate', 'usesTeams', 'durationMin', 'ignored'),
    ...by(
      'own',
      'comments',
      'manualWinner',
      'rounds',
      'bggId',
      'importPlayId',
      'gameRefId',
      'rating',
      'nemestatsId',
      'metaData',
    ),
    playerScores: {
      ...by('own', 'score', 'winner', 'newPlayer', 'startPlayer', 'playerRefId', 'rank', 'seatOrder'),
      ...by('own', 'role', 'team', 'metaData'),
    },
    expansionPlays: by('own', 'gameRefId', 'bggId'),
  },
  players: by('own', 'uuid', 'id', 'name', 'isAnonymous', 'bggUsername'),
  games: {
    ...by(
      'own',
      'uuid',
      'id',
      'name',
      'bggName',
      'bggId',
      'cooperative',
      'usesTeams',
      'highestWins',
      'noPoints',
    ),
    ...by('own', 'minPlayerCount', 'maxPlayerCount', 'isBaseGame', 'isExpansion', 'metaData'),
  },
  locations: by('own', 'uuid', 'id', 'name'),
  userInfo: by('own', 'meRefId', 'bggUsername'),
})
