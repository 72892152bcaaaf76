/** The dialog for a participant: place, team, loadout, and removal from the match. */
import { TEAM } from '../../parts/marks/side-name.ts'
import { useState } from 'preact/hooks'
import { Chip } from '../../parts/fields/chip.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { t as corrections } from '../../texts/corrections.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { type Seat, type Sheet, isTapped } from '../../drafts/sheet.ts'
import { teamOf } from '../../drafts/lines.ts'
import { unseated, withLoadout, withOutcome, withRank, withTeam } from '../../drafts/sheet-changes.ts'

interface SeatDialogProps {
  sheet: Sheet
  seat: Seat
  change: (to: (sheet: Sheet) => Sheet) => void
  onClose: () => void
  /** A correction cannot remove somebody from the match. It can change an outcome that was entered besides the scores. */
  isCorrection?: boolean
}

export function SeatDialog({ sheet, seat, change, onClose, isCorrection = false }: SeatDialogProps) {
  const teams = Math.max(2, Math.ceil(sheet.seats.length / 2))
  const team = teamOf(seat)
  return (
    <Dialog title={seat.name} onClose={onClose}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <div class="field">
          <label for="seat-place">{say(record.place)}</label>
          <select
            id="seat-place"
            value={seat.rank ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change((was) => withRank(was, seat.key, value === '' ? undefined : Number(value)))
            }
          >
            <option value="">{say(record.byScores)}</option>
            {placesFor(sheet, seat).map((place) => (
              <option key={place} value={place}>
                {say(record.placeNumber, { place })}
              </option>
            ))}
          </select>
        </div>
        {isCorrection && !isTapped(sheet) && <Outcome seat={seat} change={change} />}
        <div>
          <p class="hint" id="seat-team">
            {say(record.sideLabel)}
          </p>
          <div class="chips" role="group" aria-labelledby="seat-team">
            <Chip
              pressed={team === undefined}
              onClick={() => change((was) => withTeam(was, seat.key, undefined))}
            >
              {say(record.noSide)}
            </Chip>
            {teamsOf(sheet, teams).map((one) => (
              <Chip
                key={one}
                pressed={team === one.trim().toLowerCase()}
                onClick={() => change((was) => withTeam(was, seat.key, one))}
              >
                {one}
              </Chip>
            ))}
          </div>
        </div>
        <Loadout sheet={sheet} seat={seat} change={change} />
        <div class={isCorrection ? 'actions' : 'actions actions-apart'}>
          {!isCorrection && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                change((was) => unseated(was, seat.key))
                onClose()
              }}
            >
              {say(record.removeSeat, { name: seat.name })}
            </button>
          )}
          <button type="submit">{say(record.done)}</button>
        </div>
      </form>
    </Dialog>
  )
}

function Outcome({ seat, change }: Pick<SeatDialogProps, 'seat' | 'change'>) {
  return (
    <div class="field">
      <label for="seat-outcome">{say(corrections.wonOrLost)}</label>
      <select
        id="seat-outcome"
        value={seat.outcome ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change((was) => withOutcome(was, seat.key, value === '' ? undefined : (value as 'WIN' | 'LOSS')))
        }
      >
        <option value="">{say(corrections.fromPlaces)}</option>
        <option value="WIN">{say(corrections.won)}</option>
        <option value="LOSS">{say(corrections.lost)}</option>
      </select>
    </div>
  )
}

/** The places to choose from: one for each player. A place that was chosen before is always among them. */
function placesFor(sheet: Sheet, { rank }: Seat): number[] {
  const places = sheet.seats.map((_, n) => n + 1)
  return rank === undefined || places.includes(rank) ? places : [...places, rank]
}

function teamsOf(sheet: Sheet, count: number): string[] {
  const numbers = Array.from({ length: count }, (_, n) => String(n + 1))
  const named = sheet.seats.flatMap(({ loadout }) => {
    const team = loadout?.[TEAM]
    return typeof team === 'string' || typeof team === 'number' ? [String(team)] : []
  })
  return [...new Set([...numbers, ...named])]
}

interface Attribute {
  name: string
  value: string
}

/** Only attributes that are texts. Others come from another app; they stay, but are not shown. */
function attributesOf({ loadout = {} }: Seat): Attribute[] {
  const texts = Object.entries(loadout).filter(([name, value]) => name !== TEAM && typeof value === 'string')
  return texts.map(([name, value]) => ({ name, value: String(value) }))
}

/** The names of other players' attributes. If one player has a faction, the others probably have one too. */
function usualNames({ seats }: Sheet): string[] {
  return [...new Set(seats.flatMap((seat) => attributesOf(seat).map(({ name }) => name)))]
}

function Loadout({ sheet, seat, change }: Omit<SeatDialogProps, 'onClose'>) {
  const own = attributesOf(seat)
  const missing = usualNames(sheet).filter((name) => !own.some((one) => one.name === name))
  const begun = [...own, ...missing.map((name) => ({ name, value: '' }))]
  const [rows, setRows] = useState(
    begun.length > 0 ? begun : [{ name: say(record.attributeExample), value: '' }],
  )
  const write = (next: Attribute[]) => {
    setRows(next)
    change((was) => {
      const now = was.seats.find(({ key }) => key === seat.key)
      const others = Object.entries(now?.loadout ?? {}).filter(
        ([name, value]) => name === TEAM || typeof value !== 'string',
      )
      const written = next.filter(
        ({ name, value }) => name.trim() !== '' && name !== TEAM && value.trim() !== '',
      )
      const texts = written.map(({ name, value }) => [name.trim(), value.trim()])
      return withLoadout(was, seat.key, Object.fromEntries([...others, ...texts]) as Record<string, unknown>)
    })
  }
  const set = (n: number, part: Partial<Attribute>) =>
    write(rows.map((row, index) => (index === n ? { ...row, ...part } : row)))
  return (
    <div class="seat-loadout" role="group" aria-labelledby="seat-loadout">
      <p class="hint" id="seat-loadout">
        {say(record.loadout)}
      </p>
      {rows.map(({ name, value }, n) => (
        <div key={n} class="loadout-pair">
          <div class="field">
            <label for={`attribute-${n}`}>{say(record.attribute)}</label>
            <input
              id={`attribute-${n}`}
              autocomplete="off"
              maxLength={100}
              value={name}
              onInput={({ currentTarget }) => set(n, { name: currentTarget.value })}
            />
          </div>
          <div class="field">
            <label for={`value-${n}`}>{say(record.value)}</label>
            <input
              id={`value-${n}`}
              autocomplete="off"
              maxLength={200}
              value={value}
              onInput={({ currentTarget }) => set(n, { value: currentTarget.value })}
            />
          </div>
        </div>
      ))}
      <button type="button" class="quiet" onClick={() => setRows([...rows, { name: '', value: '' }])}>
        {say(record.oneMore)}
      </button>
    </div>
  )
}
