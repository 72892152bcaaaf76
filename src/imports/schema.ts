/** The schema of imports, of what they ask, and of their plays. */
import * as z from 'zod'
import { Ref, fault, int32, list, timestamp, uuid } from '../http/schema/schema.ts'
import { SCORE_TYPES } from './new-game.ts'
import { timeZone } from '../resources/statistics/span.ts'

export const FORMATS = ['BG_STATS', 'BGG', 'NEMESTATS', 'BOARD_GAME_TRACKER', 'CSV'] as const
export const STATES = ['QUESTIONS', 'READY', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED'] as const
export const KINDS = ['PERSON', 'GAME', 'EXPANSION', 'PLAYSET'] as const
export const DECISIONS = ['KNOWN', 'NEW', 'ASKED', 'WAITS', 'LEFT_OUT'] as const
export const STATUSES = [
  'NEW',
  'SAME',
  'CORRECTS_DRAFT',
  'PROPOSES_EDIT',
  'WAITS_FOR_GAME',
  'LEFT_OUT',
  'IMPORTED',
  'CORRECTED',
  'PROPOSED',
] as const
const ANSWERS = ['USE', 'NEW', 'WAIT', 'LEAVE_OUT'] as const

export const MOST_ANSWERS = 1_000

const id = (end: string) => `0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a${end}`

export const Import = z
  .strictObject({
    id: uuid(),
    format: z.enum(FORMATS).meta({ description: 'The program or format of the file' }),
    timeZone: z.string().meta({ description: 'The time zone of times without an offset' }),
    state: z.enum(STATES).meta({
      description:
        'QUESTIONS: some must be answered before it can start. READY: it can start. RUNNING: matches are being made. DONE: everything that can be done is done; start it again if games have appeared. FAILED: it broke off, and can be started again. EXPIRED: nobody has started it for 90 days, or it was done a year ago; its plays are gone',
    }),
    openQuestions: int32(0),
    playsToDo: int32(0).meta({ description: 'Plays that become matches, corrections or edits' }),
    playsDone: int32(0),
    plays: z
      .array(z.strictObject({ status: z.enum(STATUSES), reason: z.string().optional(), plays: int32(0) }))
      .meta({ description: 'What becomes of the plays, or has become of them, and why' }),
    names: z
      .array(z.strictObject({ kind: z.enum(KINDS), decision: z.enum(DECISIONS), names: int32(0) }))
      .meta({
        description:
          'How many people, games, expansions and playsets are known here, new, asked about or left out',
      }),
    notes: z
      .array(z.strictObject({ kind: z.string(), count: int32(1), found: z.array(z.string()) }))
      .meta({ description: 'What is wrong with the file and belongs to no play; `found` has the first ten' }),
    fileDigest: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal digits' }),
    failure: z.string().optional(),
    startedAt: timestamp().optional(),
    endedAt: timestamp().optional(),
    playsUntil: timestamp().optional().meta({
      description:
        'When its plays are deleted: 30 days after it was done, but not those that wait for a game; 90 days after the last change if it is not started, and then it is EXPIRED. Nobody makes a match again whose play is deleted',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Import',
    description: 'A file of another tracker, and what becomes of its plays. Only its owner sees it',
    example: {
      id: id('70'),
      format: 'BG_STATS',
      timeZone: 'Europe/Berlin',
      state: 'QUESTIONS',
      openQuestions: 1,
      playsToDo: 240,
      playsDone: 0,
      plays: [
        { status: 'NEW', plays: 240 },
        { status: 'WAITS_FOR_GAME', plays: 12 },
        { status: 'LEFT_OUT', reason: 'NO_TIME', plays: 1 },
      ],
      names: [
        { kind: 'PERSON', decision: 'ASKED', names: 1 },
        { kind: 'PERSON', decision: 'NEW', names: 14 },
        { kind: 'GAME', decision: 'KNOWN', names: 31 },
        { kind: 'GAME', decision: 'WAITS', names: 2 },
      ],
      notes: [{ kind: 'NAME_CLEANED', count: 1, found: ['Bob\\tK.'] }],
      fileDigest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      playsUntil: '2026-04-15T19:30:00Z',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

const Answer = z
  .strictObject({
    questionId: uuid(),
    answer: z.enum(ANSWERS).meta({
      description:
        'USE: this ghost player or game. NEW: a new ghost player. WAIT: its plays wait until the game is here. LEAVE_OUT: a person takes part in no match, the plays of a game become no matches',
    }),
    ghostPlayerId: uuid()
      .optional()
      .meta({ description: 'The ghost player, if `answer` is USE and the question is about a person' }),
    gameId: uuid()
      .optional()
      .meta({ description: 'The game, if `answer` is USE and the question is about a game' }),
  })
  .superRefine(({ answer, ghostPlayerId, gameId }, context) => {
    const ids = [ghostPlayerId, gameId].filter((one) => one !== undefined).length
    if (answer === 'USE' && ids !== 1)
      fault(context, 'REQUIRED', 'must have ghostPlayerId or gameId with USE', ['answer'])
    if (answer !== 'USE' && ids > 0)
      fault(context, 'INVALID_VALUE', 'takes ghostPlayerId and gameId only with USE', ['answer'])
  })

export const UpdateImport = z
  .strictObject({
    timeZone: timeZone().optional(),
    answers: list(Answer, { max: MOST_ANSWERS }).optional(),
  })
  .meta({
    id: 'UpdateImport',
    description:
      'Answers to questions of the import, and its time zone. Each answer is remembered for the next import',
    example: { answers: [{ questionId: id('71'), answer: 'USE', ghostPlayerId: id('12') }] },
  })

export type UpdateImport = z.output<typeof UpdateImport>

export const ImportQuestion = z
  .strictObject({
    id: uuid(),
    kind: z.enum(KINDS),
    name: z.string().meta({ description: 'The name as it is in the file' }),
    bggId: int32(1).optional().meta({ description: 'The number of a game at BoardGameGeek' }),
    isOwner: z.boolean().meta({ description: 'True if the file says that this person is its owner' }),
    plays: int32(0).meta({ description: 'How many plays of the file name this person, game or expansion' }),
    decision: z.enum(DECISIONS).meta({
      description:
        'KNOWN: somebody or something here. NEW: becomes a new ghost player. ASKED: must be answered. WAITS: its plays wait for the game. LEFT_OUT: takes part in no match; the matches of an expansion or playset do without it',
    }),
    answered: z.boolean().meta({ description: 'True if the owner has decided; false if the service has' }),
    ghostPlayer: Ref.optional(),
    game: Ref.optional(),
    expansion: Ref.optional(),
    playset: Ref.optional(),
    newGame: z
      .strictObject({
        minPlayers: int32(1),
        maxPlayers: int32(1),
        scoreType: z.enum(SCORE_TYPES),
        winCondition: z.enum(['HIGHER_WINS', 'LOWER_WINS']).optional(),
      })
      .optional()
      .meta({
        description:
          'A game that is not here, as `POST /games` takes it: what the file says about it, or else what its plays show',
      }),
    candidates: z.array(Ref).meta({ description: 'Own ghost players, or games, that may be meant' }),
    suggestion: z
      .strictObject({ answer: z.enum(ANSWERS), id: uuid().optional() })
      .optional()
      .meta({ description: 'What the service would answer; absent if nothing is asked' }),
  })
  .meta({
    id: 'ImportQuestion',
    description: 'A person, game, expansion or playset of the file, and who or what that is here',
    example: {
      id: id('71'),
      kind: 'PERSON',
      name: 'Bob K.',
      isOwner: false,
      plays: 42,
      decision: 'ASKED',
      answered: false,
      candidates: [{ id: id('12'), displayName: 'Bob' }],
      suggestion: { answer: 'NEW' },
    },
  })

export const ImportPlay = z
  .strictObject({
    id: uuid(),
    position: int32(1).meta({ description: 'The place among the plays of the file' }),
    at: z.string().meta({ description: 'The place in the file' }),
    status: z.enum(STATUSES).meta({
      description:
        'NEW becomes a match; afterwards the status is IMPORTED. SAME was imported before. CORRECTS_DRAFT changes a draft; afterwards CORRECTED. PROPOSES_EDIT proposes an edit of a final match; afterwards PROPOSED. With WAITS_FOR_GAME and LEFT_OUT nothing is made',
    }),
    reason: z.string().optional().meta({ description: 'Why it is left out, or a draft' }),
    game: z.string().optional().meta({ description: 'The name in the file' }),
    playedAt: timestamp().optional(),
    people: z.array(z.string()).meta({ description: 'The names in the file' }),
    notes: z
      .array(z.strictObject({ kind: z.string(), found: z.string() }))
      .meta({ description: 'What the service was not sure how to read, or has left out' }),
    matchId: uuid().optional(),
  })
  .meta({
    id: 'ImportPlay',
    description: 'A play of the file, and what becomes of it',
    example: {
      id: id('72'),
      position: 1,
      at: 'plays[0]',
      status: 'NEW',
      game: 'Harbour Lights',
      playedAt: '2026-01-15T19:30:00Z',
      people: ['Alice', 'Bob K.'],
      notes: [{ kind: 'SCORE_UNREADABLE', found: '12 points' }],
    },
  })

export const MissingGame = z
  .strictObject({
    id: uuid().meta({
      description: 'An id that depends only on the name and the number, so it stays the same',
    }),
    name: z.string(),
    bggId: int32(1).optional().meta({ description: 'The number of the game at BoardGameGeek' }),
    people: int32(1).meta({ description: 'How many people have imports that wait for the game' }),
    plays: int32(1).meta({ description: 'How many plays wait for the game' }),
  })
  .meta({
    id: 'MissingGame',
    description: 'A game that is missing in the service and for which imports wait',
    example: { id: id('73'), name: 'Harbour Lights', bggId: 4711, people: 3, plays: 57 },
  })
