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

/** What somebody is there to answer. Undefined until it is known, and then nothing is offered. */
type Answerable = { edit: boolean; claims: readonly string[] } | undefined

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
  answerable: Answerable,
  { userId, canonicalPlayerId, may }: Reader,
): Actions {
  const isRecorder = match.recorder.id === userId
  const isDraft = match.status === 'DRAFT'
  const own = people.find(
    ({ canonicalPlayer }) => canonicalPlayer.id === canonicalPlayerId,
  )?.matchParticipantId
  const disputed = match.participants.find(({ disputedBy }) => disputedBy?.id === userId)?.id
  return {
    goOn: isRecorder && isDraft && may('match-update'),
    finish: isRecorder && isDraft && may('match-finalize'),
    remove: isRecorder && isDraft && may('match-delete'),
    editDetails: isRecorder && may('match-update'),
    correct:
      !isDraft &&
      may('match-edit-create') &&
      (isRecorder ? may('match-edit-decide') : answerable?.edit === true),
    dispute: !isDraft && !isRecorder && may('match-participant-dispute') ? own : undefined,
    withdraw: may('match-participant-dispute') ? disputed : undefined,
    claim: !isRecorder && may('claim-request-create') ? [...(answerable?.claims ?? [])] : [],
    playAgain: isRecorder && may('match-create'),
  }
}

export const withoutResult = ({ participants }: MatchBody): MatchBody['participants'] =>
  participants.filter(
    ({ score, rank, outcome }) => score === undefined && rank === undefined && outcome === undefined,
  )
