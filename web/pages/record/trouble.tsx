/** Says why a draft cannot be sent, with buttons for what the person can decide. */
import { isExpired } from '../../api/outbox.ts'
import { ConflictDialog } from '../../parts/dialogs/conflict.tsx'
import { frame } from '../../texts/frame.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { choose, drop, recordAgain, tryAgain } from '../../drafts/changes.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { seatAt } from '../../drafts/faults.ts'
import { textOf } from './field-texts.ts'
import { saveAsFile } from './save-as-file.ts'

/** A fault of a single row is not shown here but in that row. */
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
          {say(record.sendAgain)}
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
