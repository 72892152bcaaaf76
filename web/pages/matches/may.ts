/** Decides which actions the page of a match offers. The service checks every action again. */
import type * as z from 'zod'
import type { Match } from '../../../src/resources/matches/schema.ts'

type MatchBody = z.output<typeof Match>

interface Reader {
  userId: string
  canonicalPlayerId: string
  may: (scope: string) => boolean
}

export type People = readonly {
  matchParticipantId: string
  canonicalPlayer: { id: string; displayName: string }
}[]

export interface Actions {
  goOn: boolean
  finish: boolean
  remove: boolean
  editDetails: boolean
  /** The recorder can allow corrections that are turned off. */
  correct: boolean
  /** The participant whose result the reader may dispute, and the participant whose dispute the reader may withdraw. */
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
    correct:
      !isDraft &&
      may('match-edit-create') &&
      (isRecorder ? may('match-edit-decide') : match.editRequestsEnabled),
    dispute: !isDraft && may('match-participant-dispute') ? own : undefined,
    withdraw: may('match-participant-dispute') ? disputed : undefined,
    // A person who sits at the table cannot claim another seat, and the recorder knows the players anyway.
    claim:
      isRecorder || isDraft || own !== undefined || !may('claim-request-create')
        ? []
        : match.participants.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    playAgain: isRecorder && may('match-create'),
  }
}

export const withoutResult = ({ participants }: MatchBody): MatchBody['participants'] =>
  participants.filter(
    ({ score, rank, outcome }) => score === undefined && rank === undefined && outcome === undefined,
  )

export const playAgainAt = ({ game, participants, community, playset }: MatchBody): string => {
  const query = new URLSearchParams({
    game: game.id,
    players: participants.map(({ ghostPlayer }) => ghostPlayer.id).join(','),
  })
  if (community) query.set('community', community.id)
  if (playset) query.set('playset', playset.id)
  return `/record?${query}`
}
