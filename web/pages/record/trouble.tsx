/** The reasons why a draft cannot be sent without a person's decision, each with its buttons. */
import { isExpired } from '../../api/outbox.ts'
import { ConflictDialog, type FieldText } from '../../parts/dialogs/conflict.tsx'
import { frame } from '../../texts/frame.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { whenText } from './details.tsx'
import { choose, drop, recordAgain, tryAgain } from '../../drafts/changes.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { seatAt } from '../../drafts/faults.ts'
import type { SeatField } from '../../drafts/merge-sheets.ts'
import { listOfNames } from '../../parts/marks/names.ts'
import { saveAsFile } from './save-as-file.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import type { Ref, Sheet } from '../../drafts/sheet.ts'

/** Shown above the sheet; a fault in a row is shown in the row. */
export function Trouble({ entry, leave }: { entry: DraftEntry; leave: () => void }) {
  const { id, fault, value } = entry
  if (value.end === 'ELSEWHERE')
    return (
      <Box title={say(record.elsewhereTitle)} text={say(record.elsewhere)}>
        <button type="button" class="second" onClick={() => void drop(id).then(leave)}>
          {say(record.throwAway)}
        </button>
        <a class="button" href={`/matches/${value.match?.id ?? ''}`}>
          {say(record.openMatch)}
        </a>
      </Box>
    )
  if (value.end === 'GONE')
    return (
      <Box title={say(record.goneTitle)} text={say(record.gone)}>
        <button type="button" class="second" onClick={() => void drop(id).then(leave)}>
          {say(record.throwAway)}
        </button>
        <button type="button" onClick={() => void recordAgain(id)}>
          {say(record.recordAgain)}
        </button>
      </Box>
    )
  if (!fault) return null
  if (isExpired(fault))
    return (
      <Box title={say(record.expiredTitle)} text={say(record.expired)}>
        <button type="button" class="second" onClick={() => saveAsFile(entry)}>
          {say(record.saveAsFile)}
        </button>
        <button type="button" onClick={() => void tryAgain(id)}>
          {say(record.sendAnew)}
        </button>
      </Box>
    )
  const { detail = '', violations = [], requestId } = fault
  return (
    <Box title={say(record.faultTitle)} text={violations.length === 0 ? detail : undefined}>
      {violations.length > 0 && (
        <ul>
          {violations.map(({ field, message }) => {
            const seat = seatAt(entry, field)
            return <li key={`${field} ${message}`}>{seat ? `${seat.name}: ${message}` : message}</li>
          })}
        </ul>
      )}
      {requestId !== undefined && <p class="hint">{say(frame.requestId, { id: requestId })}</p>}
      <button type="button" class="second" onClick={() => saveAsFile(entry)}>
        {say(record.saveAsFile)}
      </button>
      <button type="button" onClick={() => void tryAgain(id)}>
        {say(record.tryAgain)}
      </button>
    </Box>
  )
}

interface BoxProps {
  title: string
  text?: string | undefined
  children: preact.ComponentChildren
}

const Box = ({ title, text, children }: BoxProps) => (
  <div class="problem draft-trouble" role="alert">
    <p>
      <strong>{title}</strong>
    </p>
    {text !== undefined && <p>{text}</p>}
    <div class="actions start">{children}</div>
  </div>
)

/** One choice for each field that was changed here and elsewhere. */
export function Clashes({ entry, onClose }: { entry: DraftEntry; onClose: () => void }) {
  const { clash, sheet } = entry.value
  if (!clash) return null
  return (
    <ConflictDialog
      clashes={clash.clashes}
      textOf={(field) => textOf(field, sheet, clash.now)}
      answer={(chosen) => {
        if (chosen) void choose(entry.id, chosen)
        else onClose()
      }}
    />
  )
}

function textOf(field: string, mine: Sheet, now: Sheet): FieldText {
  const [kind = '', key = ''] = field.split(' ')
  const seat = [...mine.seats, ...now.seats].find((one) => (one.ghostPlayerId ?? one.key) === key)
  const name = seat?.name ?? ''
  const type = mine.game?.scoreType ?? 'SCORE'
  const texts: Record<string, FieldText> = {
    playedAt: { label: say(record.when), show: (value) => whenText(String(value)) },
    community: { label: say(record.community), show: refText },
    playset: { label: say(record.playset), show: refText },
    expansions: {
      label: say(record.expansions),
      show: (value) => listOfNames((value as Ref[]).map(refText)),
    },
    game: { label: say(record.gameField), show: (value) => refText((value as { game?: Ref }).game) },
    score: {
      label: say(record.scoreField, { name }),
      show: (value) => scoreText(Number(value), type, locale()),
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
        return score === null ? say(record.atTable) : scoreText(score, type, locale())
      },
    },
  }
  return texts[kind] ?? { label: field, show: String }
}

const refText = (ref: unknown): string => (ref as Ref | null | undefined)?.displayName ?? say(record.nothing)
