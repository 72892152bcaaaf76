/** The names and values of fields in a sheet, for the dialog about fields that two people have changed. */
import type { SeatField } from '../../drafts/merge-sheets.ts'
import type { Ref, Sheet } from '../../drafts/sheet.ts'
import type { FieldText } from '../../parts/dialogs/conflict.tsx'
import { listOfNames } from '../../parts/marks/names.ts'
import { type ScoreType, scoreText } from '../../parts/marks/score-text.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { whenText } from './details.tsx'

/** The words for a field. `field` is its name in `mergeSheets`. */
export function textOf(field: string, mine: Sheet, now: Sheet): FieldText {
  const [kind = '', key = ''] = field.split(' ')
  const seat = [...mine.seats, ...now.seats].find((one) => (one.ghostPlayerId ?? one.key) === key)
  const name = seat?.name ?? ''
  const type = mine.game?.scoreType ?? 'SCORE'
  const texts: Record<string, FieldText> = {
    playedAt: { label: say(record.when), show: (value) => whenText(String(value)) },
    community: { label: say(record.community), show: refText },
    playset: { label: say(record.playset), show: refText },
    comments: { label: say(record.notes), show: plainText },
    minutes: { label: say(record.minutes), show: plainText },
    expansions: {
      label: say(record.expansions),
      show: (value) => listOfNames((value as Ref[]).map(refText)),
    },
    game: { label: say(record.gameField), show: (value) => refText((value as { game?: Ref }).game) },
    score: {
      label: say(record.scoreField, { name }),
      show: (value) => writtenText(value as number | readonly number[], type),
    },
    rank: {
      label: say(record.rankField, { name }),
      show: (value) => say(record.placeNumber, { place: Number(value) }),
    },
    outcome: {
      label: say(record.outcomeField, { name }),
      show: (value) => say(value === 'WIN' ? record.won : record.lost),
    },
    loadout: {
      label: say(record.loadoutField, { name }),
      show: (value) =>
        listOfNames(Object.entries(value as object).map(([what, which]) => `${what}: ${String(which)}`)),
    },
    seat: {
      label: say(record.seatField, { name }),
      show: (value) => {
        const { score } = value as SeatField
        return score === null ? say(record.atTable) : writtenText(score, type)
      },
    },
  }
  return texts[kind] ?? { label: field, show: String }
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : say(record.nothing)

const writtenText = (written: number | readonly number[], type: ScoreType): string =>
  [written]
    .flat()
    .map((score) => scoreText(score, type, locale()))
    .join(' + ')

const refText = (ref: unknown): string => (ref as Ref | null | undefined)?.displayName ?? say(record.nothing)
