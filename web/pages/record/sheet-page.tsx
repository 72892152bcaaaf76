/** The sheet of a draft as it is filled: on a phone with the pad below, on a desk with rows that are written in. */
import { useLocation } from '../../location.tsx'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { later } from '../../parts/page/later.tsx'
import { online } from '../../parts/changes/online.ts'
import { Tile } from '../../parts/marks/tile.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { Details } from './details.tsx'
import {
  type DraftEntry,
  changeSheet,
  finish,
  isSent,
  lasting,
  needsYou,
  waits,
} from '../../drafts/drafts.ts'
import { Discard } from './discard.tsx'
import { aimOf, playersOf } from './facts.ts'
import { faultOfSeat } from '../../drafts/faults.ts'
import { Head } from './head.tsx'
import { Pad } from './pad.tsx'
import { People, listOf } from './people.tsx'
import { Picker } from './picker.tsx'
import { isDesk } from './place.ts'
import { Rows, idOf } from './rows.tsx'
import { type PadKey, pressed } from '../../drafts/score.ts'
import {
  type GameFacts,
  type Sheet,
  faultyIn,
  isTapped,
  missingIn,
  withGame,
  withOutcomeOfAll,
  withTyped,
} from '../../drafts/sheet.ts'
import { sentenceOf } from './standing.ts'

const Clashes = later(async () => (await import('./trouble.tsx')).Clashes)
const LastTimes = later(async () => (await import('./last-times.tsx')).LastTimes)
const SeatDialog = later(async () => (await import('./seat-dialog.tsx')).SeatDialog)
const Trouble = later(async () => (await import('./trouble.tsx')).Trouble)
const Waiting = later(async () => (await import('./waiting.tsx')).Waiting)

export function SheetPage({ entry }: { entry: DraftEntry }) {
  const { route } = useLocation()
  const { id, value } = entry
  const { sheet } = value
  const [current, setCurrent] = useState<string>()
  const [more, setMore] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const [asksMissing, setAsksMissing] = useState(false)
  const [isPutOff, setPutOff] = useState(false)
  const change = (to: (was: Sheet) => Sheet) => void changeSheet(id, to)
  const type = sheet.game?.scoreType ?? 'SCORE'
  const locked = waits(entry)
  const seat = sheet.seats.find(({ key }) => key === current) ?? sheet.seats[0]

  const goTo = (key: string | undefined) => {
    if (key === undefined) return
    setCurrent(key)
    const field = document.getElementById(idOf({ key }))
    field?.focus({ preventScroll: true })
    field?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
  const onNext = () => {
    const at = sheet.seats.findIndex(({ key }) => key === seat?.key)
    goTo(sheet.seats[(at + 1) % sheet.seats.length]?.key)
  }
  const onKey = (pad: PadKey) => {
    if (!seat) return () => {}
    const { key, typed } = seat
    const after = pressed(typed, pad, type)
    change((was) => withTyped(was, key, pressed(typedIn(was, key), pad, type)))
    return () => change((was) => (typedIn(was, key) === after ? withTyped(was, key, typed) : was))
  }
  const onFinish = (isSure = false) => {
    if (locked || sheet.seats.length === 0 || value.clash || value.end !== undefined) return
    const [faulty] = faultyIn(sheet)
    if (faulty) return goTo(faulty.key)
    if (!isSure && missingIn(sheet).length > 0) return setAsksMissing(true)
    setAsksMissing(false)
    void finish(id)
  }
  const latest = useRef({ onFinish, onKey, onNext })
  latest.current = { onFinish, onKey, onNext }
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      if (
        event.key !== 'Enter' ||
        !(event.ctrlKey || event.metaKey) ||
        document.querySelector('dialog[open]')
      )
        return
      event.preventDefault()
      latest.current.onFinish()
    }
    addEventListener('keydown', onPress)
    return () => removeEventListener('keydown', onPress)
  }, [])
  useEffect(() => setPutOff(false), [value.clash])

  const { game } = sheet
  // A digit changes neither what stands above the rows nor the pad: they are not drawn for it.
  const { playedAt, playset, community, expansions, seats } = sheet
  const who = JSON.stringify(seats.map(({ key, ghostPlayerId, name }) => [key, ghostPlayerId, name]))
  const about = useMemo(
    () =>
      game && (
        <div class="about">
          <GameLine game={game} count={seats.length} onOther={locked ? undefined : () => setChoosing(true)} />
          {!locked && <Details sheet={sheet} game={game} change={change} />}
          {!locked && (
            <People
              sheet={sheet}
              game={game}
              change={change}
              onTable={() =>
                requestAnimationFrame(() =>
                  document
                    .querySelector<HTMLElement>('.score-rows input, .score-rows button')
                    ?.focus({ preventScroll: true }),
                )
              }
            />
          )}
          {isDesk() && <LastTimes game={game} />}
        </div>
      ),
    [id, game, playedAt, playset, community, expansions, who, locked, isDesk()],
  )
  const pad = useMemo(
    () => (
      <Pad type={type} onKey={(key) => latest.current.onKey(key)} onNext={() => latest.current.onNext()} />
    ),
    [type],
  )
  if (!game || isChoosing)
    return (
      <main id="main" class="record choosing" tabIndex={-1}>
        <Head title={say(record.whichGame)} onClose={game && (() => setChoosing(false))} />
        <Picker
          onPick={(chosen, usual) => {
            change((was) => withGame(was, chosen, usual))
            setChoosing(false)
          }}
        />
      </main>
    )
  const opened = sheet.seats.find(({ key }) => key === more)
  return (
    <main id="main" class="record" tabIndex={-1}>
      <Head title={say(record.newMatch)} state={<State entry={entry} />} />
      {about}
      <div class="score-sheet">
        {needsYou(entry) && <Trouble entry={entry} leave={() => route('/', true)} />}
        {locked && !needsYou(entry) && isHeldUp(entry) && <Waiting entry={entry} />}
        <Rows
          sheet={sheet}
          current={locked ? undefined : seat?.key}
          onCurrent={setCurrent}
          onNext={onNext}
          onMore={setMore}
          change={change}
          faultOf={(one) => faultOfSeat(entry, one)}
          locked={locked}
        />
        <div class="below">
          <p class="standing" aria-live="polite">
            {sentenceOf(sheet, locked)}
          </p>
          {isTapped(sheet) && sheet.seats.length > 0 && (
            <Together sheet={sheet} change={change} locked={locked} />
          )}
          {!isTapped(sheet) && !isDesk() && !locked && sheet.seats.length > 0 && pad}
          {isDesk() && !locked && sheet.seats.length > 0 && (
            <p class="hint">{say(isTapped(sheet) ? record.keysHintTap : record.keysHint)}</p>
          )}
          {!lasting.value && <p class="hint">{say(record.notKept)}</p>}
          <div class="finish">
            {!locked && (
              <>
                {(isDesk() || sheet.seats.length === 0) && (
                  <Discard id={id} onDone={() => route('/', true)} />
                )}
                <a class="quiet" href="/">
                  {say(record.keepAsDraft)}
                </a>
              </>
            )}
            <button
              type="button"
              class="end"
              aria-disabled={locked || sheet.seats.length === 0}
              onClick={() => onFinish()}
            >
              {say(locked ? (isHeldUp(entry) ? record.notSentYet : record.sending) : record.finish)}
            </button>
          </div>
        </div>
      </div>
      {opened && (
        <SeatDialog sheet={sheet} seat={opened} change={change} onClose={() => setMore(undefined)} />
      )}
      {asksMissing && (
        <Dialog title={say(record.missingTitle)} onClose={() => setAsksMissing(false)}>
          <p>{missingText(sheet)}</p>
          <div class="actions">
            <button
              type="button"
              class="second"
              onClick={() => {
                setAsksMissing(false)
                const [first] = missingIn(sheet)
                setTimeout(() => goTo(first?.key))
              }}
            >
              {say(record.goBack)}
            </button>
            <button type="button" onClick={() => onFinish(true)}>
              {say(record.finishAnyway)}
            </button>
          </div>
        </Dialog>
      )}
      {value.clash && !isPutOff && <Clashes entry={entry} onClose={() => setPutOff(true)} />}
      {value.clash && isPutOff && (
        <div class="problem" role="alert">
          <p>{say(record.clash)}</p>
          <button type="button" onClick={() => setPutOff(false)}>
            {say(record.choose)}
          </button>
        </div>
      )}
    </main>
  )
}

const typedIn = ({ seats }: Sheet, key: string) => seats.find((seat) => seat.key === key)?.typed ?? ''

/** A match that goes its way is not told to wait. */
const isHeldUp = ({ tries }: DraftEntry) => tries > 0 || !online.value

function State({ entry }: { entry: DraftEntry }) {
  if (needsYou(entry)) return <span class="waits">{say(record.needsYou)}</span>
  return (
    <>
      <span aria-hidden="true">✓ </span>
      {say(isSent(entry) ? record.draftKept : record.keptHere)}
    </>
  )
}

function GameLine({
  game,
  count,
  onOther,
}: {
  game: GameFacts
  count: number
  onOther: (() => void) | undefined
}) {
  const players = playersOf(game)
  const isOutOfRange = count > game.maxPlayers || (count > 0 && count < game.minPlayers)
  return (
    <div class="game-line">
      <Tile name={game.displayName} />
      <div>
        <h2>{game.displayName}</h2>
        <p class="hint">
          {aimOf(game)} · {players}
        </p>
        {isOutOfRange && count > game.maxPlayers && <p class="hint">{say(record.outOfRange, { players })}</p>}
      </div>
      {onOther && (
        <button type="button" class="quiet" aria-label={say(record.otherGameLong)} onClick={onOther}>
          {say(record.otherGame)}
        </button>
      )}
    </div>
  )
}

interface TogetherOptions {
  sheet: Sheet
  change: (to: (sheet: Sheet) => Sheet) => void
  locked: boolean
}

function Together({ sheet, change, locked }: TogetherOptions) {
  const every = (outcome: 'WIN' | 'LOSS') => sheet.seats.every((seat) => seat.outcome === outcome)
  return (
    <div class="chips together">
      {(['WIN', 'LOSS'] as const).map((outcome) => (
        <button
          key={outcome}
          type="button"
          class="chip"
          disabled={locked}
          aria-pressed={every(outcome)}
          onClick={() => change((was) => withOutcomeOfAll(was, outcome))}
        >
          {say(outcome === 'WIN' ? record.everybodyWon : record.everybodyLost)}
        </button>
      ))}
    </div>
  )
}

function missingText(sheet: Sheet): string {
  const missing = missingIn(sheet)
  const names = listOf(missing.map(({ name }) => name))
  if (!isTapped(sheet)) return say(record.missingScores, { names })
  return missing.length === sheet.seats.length
    ? say(record.missingResult)
    : say(record.missingWins, { names })
}
