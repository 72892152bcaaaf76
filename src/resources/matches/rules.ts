/** The rules of a match: when it may change, and which other resources it may name. */
import type * as z from 'zod'
import type { UserCaller } from '../../http/caller.ts'
import { type Violation, conflict, forbidden, invalid } from '../../http/problem.ts'
import { expansionViolations } from '../expansions/rules.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { unknownReferences } from '../unknown-references.ts'
import type { ParticipantInput, UpdateMatch } from './schema.ts'
import type { FinalizingFacts, LockedMatch, MatchReferences, BodyReferences } from './store.ts'

export const recorder = {
  may: ({ userId }: UserCaller, { recorderId }: LockedMatch) => userId === recorderId,
  refusal: 'Only the recorder of a match may change, finalize or delete it.',
}

export function mustBeDraft({ finalized }: LockedMatch, participle: string): void {
  if (finalized) throw conflict(`A finalized match cannot be ${participle}.`)
}

export function mustBelong({ belongs }: FinalizingFacts): void {
  if (belongs) return
  throw conflict(
    'You are no longer a member of the community of this match: join the community again, or PATCH the match with communityId null, then finalize it.',
  )
}

export function mayChange(match: LockedMatch, change: z.output<typeof UpdateMatch>): void {
  if (!match.finalized) return
  const { playedAt: _played, editRequestsEnabled: _edits, ...others } = change
  const fields = Object.keys(others)
  if (fields.length > 0) {
    throw conflict(
      `A finalized match changes through edits: ${fields.join(', ')} cannot be changed directly.`,
    )
  }
}

/** A match can keep its playset and community, even if its recorder could no longer choose them today. */
export function newReferences(match: LockedMatch, change: z.output<typeof UpdateMatch>): BodyReferences {
  const { gameId, playsetId, communityId, expansions, participants } = change
  const keepsPlayset = (gameId ?? match.gameId) === match.gameId && playsetId === match.playsetId
  return {
    gameId,
    playsetId: keepsPlayset ? undefined : playsetId,
    communityId: communityId === match.communityId ? undefined : communityId,
    expansions,
    participants,
  }
}

export function mustReferWell(
  body: BodyReferences,
  gameId: string,
  found: MatchReferences,
  caller: UserCaller,
): void {
  const violations = [
    ...(body.gameId === undefined || found.gameExists
      ? []
      : [unknownReference('gameId', 'the id of a game', body.gameId)]),
    ...playsetViolations(body, gameId, found),
    ...(body.communityId && !found.community
      ? [unknownReference('communityId', 'the id of a community', body.communityId)]
      : []),
    ...expansionViolations(body.expansions ?? [], found.expansions, gameId),
    ...ghostPlayerViolations(body.participants ?? [], found),
  ]
  if (violations.length > 0) throw invalid(violations)
  if (body.playsetId && found.playset?.usable === false) throw forbidden('You may not use this playset.')
  if (body.communityId && found.community?.isMember === false)
    throw forbidden('You are not a member of this community.')
  if (found.ghostPlayers.some(({ ownerId }) => ownerId !== caller.userId)) {
    throw forbidden('The ghost players in a match must be your own.')
  }
}

export function mustReplaceWhatOldGameHad(
  match: LockedMatch,
  { hasExpansions }: MatchReferences,
  change: z.output<typeof UpdateMatch>,
): void {
  if (change.gameId === undefined || change.gameId === match.gameId) return
  const violations: Violation[] = []
  if (match.playsetId !== null && change.playsetId === undefined) {
    const message =
      'playsetId is required with another gameId: send null or a playset of the new game, because the current playset belongs to the old game.'
    violations.push({ field: 'playsetId', code: 'REQUIRED', message })
  }
  if (hasExpansions && change.expansions === undefined) {
    const message =
      'expansions is required with another gameId, because the current expansions belong to the old game.'
    violations.push({ field: 'expansions', code: 'REQUIRED', message })
  }
  if (violations.length > 0) throw invalid(violations)
}

function playsetViolations(
  { playsetId }: BodyReferences,
  gameId: string,
  { playset }: MatchReferences,
): Violation[] {
  if (!playsetId) return []
  return playset?.gameId === gameId
    ? []
    : [unknownReference('playsetId', 'the id of a playset of the game', playsetId)]
}

function ghostPlayerViolations(
  participants: ParticipantInput[],
  { ghostPlayers }: MatchReferences,
): Violation[] {
  return unknownReferences(
    participants.map(({ ghostPlayerId }) => ghostPlayerId),
    ghostPlayers.map(({ id }) => id),
    (index) => `participants[${index}].ghostPlayerId`,
    'the id of a ghost player',
  )
}
