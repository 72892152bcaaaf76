/** The dialogs behind the chips of a draft: time, playset, expansions, community, and notes. */
import { useState } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { t } from '../../texts/playsets.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { refOfPlayset } from './facts.ts'
import { NewPlayset } from './new-playset.tsx'
import type { Ref, Sheet } from '../../drafts/sheet.ts'

type Change = (to: (sheet: Sheet) => Sheet) => void

const two = (n: number) => String(n).padStart(2, '0')

/** The time in the format of `<input type="datetime-local">`. */
function localTime(at: Date): string {
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export function When({ sheet, change, onClose }: { sheet: Sheet; change: Change; onClose: () => void }) {
  const set = (at: Date) => change((was) => ({ ...was, playedAt: at.toISOString() }))
  return (
    <Dialog title={say(record.when)} onClose={onClose}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <div class="field">
          <label for="played-at">{say(record.when)}</label>
          <input
            id="played-at"
            type="datetime-local"
            required
            max="9999-12-31T23:59"
            value={localTime(new Date(sheet.playedAt))}
            onInput={({ currentTarget }) => {
              const at = new Date(currentTarget.value)
              if (!Number.isNaN(at.getTime())) set(at)
            }}
          />
        </div>
        <div class="actions">
          <button type="button" class="second" onClick={() => set(new Date())}>
            {say(record.now)}
          </button>
          <button type="submit">{say(record.done)}</button>
        </div>
      </form>
    </Dialog>
  )
}

/** In characters. Each loadout has the notes, and may have 64 KiB. */
const LONGEST_NOTES = 2000
/** In minutes: a week. */
const LONGEST = 10_080

export function Notes({ sheet, change, onClose }: { sheet: Sheet; change: Change; onClose: () => void }) {
  return (
    <Dialog title={say(record.notes)} onClose={onClose}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <div class="field">
          <label for="match-minutes">{say(record.minutes)}</label>
          <input
            id="match-minutes"
            type="number"
            inputMode="numeric"
            min={1}
            max={LONGEST}
            step={1}
            value={sheet.minutes ?? ''}
            onInput={({ currentTarget: { validity, valueAsNumber } }) => {
              if (validity.valid) change((was) => ({ ...was, minutes: valueAsNumber || undefined }))
            }}
          />
        </div>
        <div class="field">
          <label for="match-notes">{say(record.notes)}</label>
          <textarea
            id="match-notes"
            rows={4}
            maxLength={LONGEST_NOTES}
            value={sheet.comments ?? ''}
            onInput={({ currentTarget: { value } }) =>
              change((was) => ({ ...was, comments: value.trim() === '' ? undefined : value }))
            }
          />
        </div>
        <div class="actions">
          <button type="submit">{say(record.done)}</button>
        </div>
      </form>
    </Dialog>
  )
}

interface Choosing {
  chosen: Ref | undefined
  onChoose: (ref: Ref | undefined) => void
  onClose: () => void
}

export function OneOf({
  title,
  refs,
  chosen,
  onChoose,
  onClose,
}: Choosing & { title: string; refs: readonly Ref[] }) {
  const all = chosen && !refs.some(({ id }) => id === chosen.id) ? [chosen, ...refs] : refs
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="chips">
        {all.map((ref) => (
          <Chip key={ref.id} pressed={ref.id === chosen?.id} onClick={() => onChoose(ref)}>
            {ref.displayName}
          </Chip>
        ))}
        <Chip pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          {say(record.none)}
        </Chip>
      </div>
    </Dialog>
  )
}

interface PlaysetProps extends Choosing {
  gameId: string
  /** The expansions of the match. */
  expansions: readonly Ref[]
}

export function Playset({ gameId, expansions, chosen, onChoose, onClose }: PlaysetProps) {
  const [isAdding, setAdding] = useState(false)
  const query = { filter: `gameId==${exactly(gameId)}`, sort: 'name', limit: 50 }
  if (isAdding)
    return (
      <Dialog title={say(t.title)} onClose={onClose}>
        <NewPlayset gameId={gameId} chosen={expansions} onClose={() => setAdding(false)} onMade={onChoose} />
      </Dialog>
    )
  return (
    <Dialog title={say(record.playset)} onClose={onClose}>
      <More
        list={pages('listPlaysets', { query })}
        label={say(record.playset)}
        class="game-choices"
        empty={<p class="hint">{say(record.noPlaysets)}</p>}
        row={(playset) => (
          <li key={playset.id}>
            <button
              type="button"
              aria-pressed={playset.id === chosen?.id}
              onClick={() => onChoose(refOfPlayset(playset))}
            >
              <span>{refOfPlayset(playset).displayName}</span>
            </button>
          </li>
        )}
      />
      <div class="actions">
        <button type="button" class="second" onClick={() => onChoose(undefined)}>
          {say(record.none)}
        </button>
        {may('playset-create') && (
          <button type="button" onClick={() => setAdding(true)}>
            {say(t.title)}
          </button>
        )}
      </div>
    </Dialog>
  )
}

interface ExpansionsProps {
  all: readonly Ref[]
  sheet: Sheet
  change: Change
  onClose: () => void
}

export function Expansions({ all, sheet, change, onClose }: ExpansionsProps) {
  const others = sheet.expansions.filter(({ id }) => !all.some((one) => one.id === id))
  const toggle = (ref: Ref) =>
    change((was) => ({
      ...was,
      expansions: was.expansions.some(({ id }) => id === ref.id)
        ? was.expansions.filter(({ id }) => id !== ref.id)
        : [...was.expansions, { id: ref.id, displayName: ref.displayName }],
    }))
  return (
    <Dialog title={say(record.expansions)} onClose={onClose}>
      <div class="chips">
        {[...all, ...others].map((ref) => (
          <Chip
            key={ref.id}
            pressed={sheet.expansions.some(({ id }) => id === ref.id)}
            onClick={() => toggle(ref)}
          >
            {ref.displayName}
          </Chip>
        ))}
      </div>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {say(record.done)}
        </button>
      </div>
    </Dialog>
  )
}
