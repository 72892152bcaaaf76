/** When and how a match was played: chips, each tapped only to change what it says. */
import { useState } from 'preact/hooks'
import { kept, pages } from '../../api/kept.ts'
import { Chip } from '../../parts/chip.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { More } from '../../parts/more.tsx'
import { exactly } from '../../parts/filter.ts'
import { whenOf } from '../../parts/when.tsx'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { refOfPlayset } from './facts.ts'
import type { GameFacts, Ref, Sheet } from './sheet.ts'

type Change = (to: (sheet: Sheet) => Sheet) => void

type Open = 'WHEN' | 'PLAYSET' | 'COMMUNITY' | 'EXPANSIONS'

export function Details({ sheet, game, change }: { sheet: Sheet; game: GameFacts; change: Change }) {
  const [open, setOpen] = useState<Open>()
  const { communities = [] } = kept('getSuggestions').value.value ?? {}
  const { expansions: all = [] } = kept('getGame', { params: { gameId: game.id } }).value.value ?? {}
  const close = () => setOpen(undefined)
  const { playset, community, expansions } = sheet
  return (
    <div class="chips details" role="group" aria-label={say(record.details)}>
      <Chip
        opens="dialog"
        onClick={() => setOpen('WHEN')}
        label={`${say(record.when)}: ${whenText(sheet.playedAt)}`}
      >
        {whenText(sheet.playedAt)}
      </Chip>
      <RefChip of={playset} name={say(record.playset)} onClick={() => setOpen('PLAYSET')} />
      {(community !== undefined || communities.length > 0) && (
        <RefChip of={community} name={say(record.community)} onClick={() => setOpen('COMMUNITY')} />
      )}
      {(expansions.length > 0 || all.length > 0) && (
        <Chip
          opens="dialog"
          empty={expansions.length === 0}
          onClick={() => setOpen('EXPANSIONS')}
          label={[say(record.expansions), ...expansions.map(({ displayName }) => displayName)].join(', ')}
        >
          {expansions.length === 0
            ? say(record.expansions)
            : expansions.map(({ displayName }) => displayName).join(', ')}
        </Chip>
      )}
      {open === 'WHEN' && <When sheet={sheet} change={change} onClose={close} />}
      {open === 'PLAYSET' && (
        <Playset
          gameId={game.id}
          chosen={playset}
          onChoose={(chosen) => {
            change((was) => ({ ...was, playset: chosen }))
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'COMMUNITY' && (
        <OneOf
          title={say(record.community)}
          refs={communities}
          chosen={community}
          onChoose={(chosen) => {
            change((was) => ({ ...was, community: chosen }))
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'EXPANSIONS' && <Expansions all={all} sheet={sheet} change={change} onClose={close} />}
    </div>
  )
}

function RefChip({ of, name, onClick }: { of: Ref | undefined; name: string; onClick: () => void }) {
  const label = of ? `${name}: ${of.displayName}` : name
  return (
    <Chip opens="dialog" empty={!of} onClick={onClick} label={label}>
      {of?.displayName ?? name}
    </Chip>
  )
}

/** In the evening it is tonight. */
export function whenText(playedAt: string, now = new Date()): string {
  const at = new Date(playedAt)
  if (at.toDateString() === now.toDateString() && at.getHours() >= 17) {
    const time = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at)
    return say(record.tonight, { time })
  }
  const text = whenOf(at, { time: true, near: true, now })
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
}

const two = (n: number) => String(n).padStart(2, '0')

/** As `<input type="datetime-local">` wants it: in the time zone of this device. */
function localTime(at: Date): string {
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

function When({ sheet, change, onClose }: { sheet: Sheet; change: Change; onClose: () => void }) {
  const set = (at: Date) => change((was) => ({ ...was, playedAt: at.toISOString() }))
  return (
    <Dialog title={say(record.when)} onClose={onClose}>
      <form
        class="stack"
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

function OneOf({
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

function Playset({ gameId, chosen, onChoose, onClose }: Choosing & { gameId: string }) {
  const query = { filter: `gameId==${exactly(gameId)}`, sort: 'name', limit: 50 }
  return (
    <Dialog title={say(record.playset)} onClose={onClose}>
      <More
        list={pages('listPlaysets', { query })}
        label={say(record.playset)}
        class="games"
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

interface ExpansionsOptions {
  all: readonly Ref[]
  sheet: Sheet
  change: Change
  onClose: () => void
}

function Expansions({ all, sheet, change, onClose }: ExpansionsOptions) {
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
