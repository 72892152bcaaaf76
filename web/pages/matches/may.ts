/** What a person may do with a match, by their role in it and its state. The service has the last word. */
import type * as z from 'zod'
import type { Match } from '../../../src/resources/matches/schema.ts'

type MatchBody = z.output<typeof Match>

export interface Reader {
  userId: string
  canonicalPlayerId: string
  may: (scope: string) => boolean
}

/** The people at the table, as far as the reader may know. */
export type People = readonly {
  matchParticipantId: string
  canonicalPlayer: { id: string; displayName: string }
}[]

export interface Actions {
  /** Whether the reader can continue the draft. */
  goOn: boolean
  finish: boolean
  remove: boolean
  /** Whether the reader can change the time, and whether others may propose changes. */
  editDetails: boolean
  /** The participant whose result the reader may dispute, and the one whose dispute they may withdraw. */
  dispute: string | undefined
  withdraw: string | undefined
  /** The participants that the reader may claim to be. */
  claim: string[]
  playAgain: boolean
}

export function actionsFor(
  match: MatchBody,
  people: People,
  { userId, canonicalPlayerId, may }: Reader,
): Actions {
  const isRecorder = match.recorder.id === userId
  const isDraft = match.status === 'DRAFT'
  const own = people.find(
    ({ canonicalPlayer }) => canonicalPlayer.id === canonicalPlayerId,
  )?.matchParticipantId
  const disputed = match.participants.find(({ disputedBy }) => disputedBy?.id === userId)?.id
  const known = new Set(people.map(({ matchParticipantId }) => matchParticipantId))
  return {
    goOn: isRecorder && isDraft && may('match-update'),
    finish: isRecorder && isDraft && may('match-finalize'),
    remove: isRecorder && isDraft && may('match-delete'),
    editDetails: isRecorder && may('match-update'),
    dispute: !isDraft && may('match-participant-dispute') ? own : undefined,
    withdraw: may('match-participant-dispute') ? disputed : undefined,
    // Nobody sits at a table twice, and the recorder has named the players already.
    claim:
      isRecorder || isDraft || own !== undefined || !may('claim-request-create')
        ? []
        : match.participants.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    playAgain: isRecorder && may('match-create'),
  }
}

/** The participants of a draft without a result. Finishing the draft asks about them once. */
export const withoutResult = ({ participants }: MatchBody): MatchBody['participants'] =>
  participants.filter(
    ({ score, rank, outcome }) => score === undefined && rank === undefined && outcome === undefined,
  )

/** The address that records the same game with the same people. */
export const playAgainAt = ({ game, participants, community, playset }: MatchBody): string => {
  const query = new URLSearchParams({
    game: game.id,
    players: participants.map(({ ghostPlayer }) => ghostPlayer.id).join(','),
  })
  if (community) query.set('community', community.id)
  if (playset) query.set('playset', playset.id)
  return `/record?${query}`
}
