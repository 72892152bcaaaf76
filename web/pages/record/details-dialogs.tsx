/** The dialogs behind the chips: when a match was played, with which playset and expansions, in which community. */
import { pages } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { refOfPlayset } from './facts.ts'
import type { Ref, Sheet } from '../../drafts/sheet.ts'

type Change = (to: (sheet: Sheet) => Sheet) => void

const two = (n: number) => String(n).padStart(2, '0')

/** The value for `<input type="datetime-local">`, in the time zone of this device. */
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

export function Playset({ gameId, chosen, onChoose, onClose }: Choosing & { gameId: string }) {
  const query = { filter: `gameId==${exactly(gameId)}`, sort: 'name', limit: 50 }
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
      <div>
        {[...all, ...others].map((ref) => (
          <label key={ref.id} class="check">
            <input
              type="checkbox"
              checked={sheet.expansions.some(({ id }) => id === ref.id)}
              onChange={() => toggle(ref)}
            />
            {ref.displayName}
          </label>
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
