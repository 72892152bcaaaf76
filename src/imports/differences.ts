/** Compares a final match with the play of a newer file. */
import { isDeepStrictEqual } from 'node:util'
import type { CreateMatchEdit } from '../resources/match-edits/schema.ts'
import type { ParticipantInput } from '../resources/matches/schema.ts'

export type WrittenNow = {
  id: string
  ghostPlayerId: string
  score: number | null
  rank: number | null
  outcome: 'WIN' | 'LOSS' | null
  loadout: string | null
  /** The expansions of the whole match. Every participant's row has the same ones. */
  expansions: string[]
}

/** The edit after which the match agrees with the play. Empty if they agree already. Undefined if other people took part. */
export function differences(
  now: readonly WrittenNow[],
  participants: ParticipantInput[],
  expansions: string[],
): CreateMatchEdit | undefined {
  const byPerson = new Map(participants.map((one) => [one.ghostPlayerId, one]))
  if (now.length !== participants.length || now.some((one) => !byPerson.has(one.ghostPlayerId)))
    return undefined
  const pairs = now.map((old) => ({ old, play: byPerson.get(old.ghostPlayerId) as ParticipantInput }))
  const participantChanges = pairs.flatMap(({ old, play }) => {
    const change = {
      ...(old.score === (play.score ?? null) ? {} : { score: play.score ?? null }),
      ...(old.rank === (play.rank ?? null) ? {} : { rank: play.rank ?? null }),
      ...(old.outcome === (play.outcome ?? null) ? {} : { outcome: play.outcome ?? null }),
    }
    return Object.keys(change).length > 0 ? [{ matchParticipantId: old.id, ...change }] : []
  })
  const loadoutChanges = pairs.flatMap(({ old, play: { loadoutAttributes: attributes } }) =>
    attributes === undefined || isSame(old.loadout, attributes)
      ? []
      : [{ matchParticipantId: old.id, attributes }],
  )
  const hasOthers = !isDeepStrictEqual((now[0]?.expansions ?? []).toSorted(), expansions.toSorted())
  return {
    ...(participantChanges.length > 0 ? { participantChanges } : {}),
    ...(loadoutChanges.length > 0 ? { loadoutChanges } : {}),
    ...(hasOthers ? { expansionChange: { expansionIds: expansions } } : {}),
  }
}

const isSame = (old: string | null, loadout: string) =>
  old !== null && isDeepStrictEqual(JSON.parse(old), JSON.parse(loadout))
