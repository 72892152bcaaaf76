/** Saves a draft as a JSON file, so that it is not lost with the browser's data. */
import { giveFile } from '../../parts/changes/give-file.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { scoreOfSeat } from '../../drafts/sheet.ts'

export function saveAsFile({ value: { sheet, match } }: DraftEntry): void {
  const { game, playedAt, playset, community, expansions, seats } = sheet
  const text = {
    matchId: match?.id,
    game,
    playedAt,
    playset,
    community,
    expansions,
    participants: seats.map((seat) => ({
      name: seat.name,
      ghostPlayerId: seat.ghostPlayerId,
      score: scoreOfSeat(sheet, seat).value,
      typed: seat.typed === '' ? undefined : seat.typed,
      rank: seat.rank,
      outcome: seat.outcome,
      loadoutAttributes: seat.loadout,
    })),
  }
  const file = new Blob([JSON.stringify(text, undefined, 2)], { type: 'application/json' })
  const day = playedAt.slice(0, 10)
  const of = (game?.displayName ?? 'match').replace(/[^\p{L}\p{N}]+/gu, '-')
  giveFile(file, `scorebook-${day}-${of}.json`)
}
