/** The page of a draft: with a number pad on a phone, and with fields in the rows on a desk. */
import { useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { lasting } from '../../drafts/shown.ts'
import { type DraftEntry, isSent, needsYou } from '../../drafts/entry.ts'
import { faultOfSeat } from '../../drafts/faults.ts'
import type { GameFacts } from '../../drafts/sheet.ts'
import { withGame } from '../../drafts/sheet-changes.ts'
import { nextPlace, withoutPlaces } from '../../drafts/placing.ts'
import { useLocation } from '../../location.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { later } from '../../parts/page/later.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { Counting } from './counting.tsx'
import { Details } from './details.tsx'
import { Discard } from './discard.tsx'
import { aimOf, playersOf } from './facts.ts'
import { Head } from './head.tsx'
import { Pad } from './pad.tsx'
import { People } from './people.tsx'
import { Picker } from './picker.tsx'
import { isDesk } from './place.ts'
import { Rows } from './rows.tsx'
import { SheetDialogs } from './sheet-dialogs.tsx'
import { SheetModel } from './sheet-model.ts'
import { beforeFinish, sentenceOf } from './standing.ts'
import { Together } from './together.tsx'

const LastTimes = later(async () => (await import('./last-times.tsx')).LastTimes)
const Rounds = later(async () => (await import('./rounds.tsx')).Rounds)
const SeenBy = later(async () => (await import('./seen-by.tsx')).SeenBy)
const Trouble = later(async () => (await import('./trouble.tsx')).Trouble)
const Waiting = later(async () => (await import('./waiting.tsx')).Waiting)

/** Each part reads the signals of the model itself. So a typed digit renders again only the rows and the parts below them. */
interface PartProps {
  model: SheetModel
}

export function SheetPage({ entry }: { entry: DraftEntry }) {
  const model = useMemo(() => new SheetModel(entry), [])
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      const isFinish = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (!isFinish || document.querySelector('dialog[open]')) return
      event.preventDefault()
      model.finish()
    }
    addEventListener('keydown', onPress)
    return () => removeEventListener('keydown', onPress)
  }, [])
  if (!model.game.value || model.isChoosingGame.value) return <ChooseGame model={model} />
  return (
    <main id="main" class="record" tabIndex={-1}>
      <Head title={say(record.newMatch)} state={<State model={model} />} />
      <About model={model} />
      <div class="score-sheet">
        <Problems model={model} />
        <Written model={model} />
        {model.hasRounds.value && <Rounds model={model} />}
        <Below model={model} />
      </div>
      <SheetDialogs model={model} />
    </main>
  )
}

function ChooseGame({ model }: PartProps) {
  const leave = () => (model.isChoosingGame.value = false)
  return (
    <main id="main" class="record choosing" tabIndex={-1}>
      <Head title={say(record.whichGame)} onClose={model.game.value && leave} />
      <Picker
        onPick={(chosen, usual) => {
          model.change((was) => withGame(was, chosen, usual))
          leave()
        }}
      />
    </main>
  )
}

function State({ model }: PartProps) {
  const entry = model.entry.value
  if (needsYou(entry)) return <span class="record-waits">{say(record.needsYou)}</span>
  return (
    <>
      <span aria-hidden="true">✓ </span>
      {say(isSent(entry) ? record.draftKept : record.keptHere)}
    </>
  )
}

/** The parts about the match as a whole. A new score does not render them again. */
function About({ model }: PartProps) {
  const locked = model.isLocked.value
  const about = useComputed(() => {
    const { seats, ...rest } = model.sheet.value
    return JSON.stringify([rest, seats.map(({ key, ghostPlayerId, name }) => [key, ghostPlayerId, name])])
  }).value
  const sheet = useMemo(() => model.sheet.peek(), [about])
  const { game } = sheet
  if (!game) return null
  const { change } = model
  return (
    <div class="sheet-about">
      <GameLine
        game={game}
        count={sheet.seats.length}
        onOther={locked ? undefined : () => (model.isChoosingGame.value = true)}
      />
      {!locked && <Details sheet={sheet} game={game} change={change} />}
      {!locked && (
        <People
          sheet={sheet}
          game={game}
          change={change}
          onTable={() => requestAnimationFrame(model.goToFirst)}
        >
          <Counting model={model} />
        </People>
      )}
      {isDesk() && <LastTimes game={game} />}
    </div>
  )
}

interface GameLineProps {
  game: GameFacts
  count: number
  onOther: (() => void) | undefined
}

function GameLine({ game, count, onOther }: GameLineProps) {
  const players = playersOf(game)
  return (
    <div class="game-line">
      <Tile name={game.displayName} game={game} />
      <div>
        <h2>{game.displayName}</h2>
        <p class="hint">
          {aimOf(game)} · {players}
        </p>
        {count > game.maxPlayers && <p class="hint">{say(record.outOfRange, { players })}</p>}
      </div>
      {onOther && (
        <button type="button" class="quiet" aria-label={say(record.otherGameLong)} onClick={onOther}>
          {say(record.otherGame)}
        </button>
      )}
    </div>
  )
}

function Problems({ model }: PartProps) {
  const { route } = useLocation()
  const entry = model.entry.value
  if (needsYou(entry)) return <Trouble entry={entry} leave={() => route('/', true)} />
  return model.isLocked.value && model.isHeldUp.value ? <Waiting entry={entry} /> : null
}

function Written({ model }: PartProps) {
  const locked = model.isLocked.value
  return (
    <Rows
      sheet={model.sheet.value}
      current={locked ? undefined : model.seat.value?.key}
      onCurrent={model.setCurrent}
      onNext={model.goToNext}
      onMore={model.open}
      place={model.place}
      change={model.change}
      faultOf={(seat) => faultOfSeat(model.entry.value, seat)}
      locked={locked}
      isPlacing={model.isPlacing.value}
    />
  )
}

function Below({ model }: PartProps) {
  const part = useRef<HTMLDivElement>(null)
  useHeightKnown(part)
  const locked = model.isLocked.value
  const place = model.isPlacing.value ? nextPlace(model.sheet.value) : undefined
  const before = locked || place !== undefined ? undefined : beforeFinish(model.sheet.value)
  return (
    <div class="sheet-below" ref={part}>
      <p class="sheet-standing" aria-live="polite">
        {place === undefined ? sentenceOf(model.sheet.value, locked) : say(record.tapPlace, { place })}
      </p>
      {before !== undefined && <p class="hint">{before}</p>}
      {!model.isEmpty.value && <Keys model={model} />}
      {!lasting.value && <p class="hint">{say(record.notKept)}</p>}
      <Ways model={model} />
      <p class="hint seen-by">
        <SeenBy community={model.sheet.value.community} />
      </p>
    </div>
  )
}

/**
 * Measures the lower part of the page, because on a phone it covers the page's end. What gets the focus is scrolled above it
 * (`pad.css`).
 */
function useHeightKnown(part: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--sheet-below', `${part.current?.offsetHeight ?? 0}px`),
    )
    if (part.current) observer.observe(part.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--sheet-below')
    }
  }, [])
}

function Keys({ model }: PartProps) {
  const locked = model.isLocked.value
  const tapped = model.isTapped.value
  if (model.isPlacing.value && !locked)
    return (
      <div class="chips">
        <Chip onClick={() => model.change((was) => withoutPlaces(was))}>{say(record.startOver)}</Chip>
      </div>
    )
  return (
    <>
      {tapped && <Together sheet={model.sheet.value} change={model.change} locked={locked} />}
      {!tapped && !isDesk() && !locked && (
        <Pad type={model.type.value} onKey={model.press} onNext={model.goToNext} />
      )}
      {isDesk() && !locked && <p class="hint">{say(tapped ? record.keysHintTap : record.keysHint)}</p>}
    </>
  )
}

function Ways({ model }: PartProps) {
  const { route } = useLocation()
  const locked = model.isLocked.value
  return (
    <div class="sheet-ways">
      {!locked && (isDesk() || model.isEmpty.value) && (
        <Discard id={model.id} onDone={() => route('/', true)} />
      )}
      {!locked && (
        <a class="quiet" href="/">
          {say(record.keepAsDraft)}
        </a>
      )}
      <button
        type="button"
        class={model.isWhole.value || locked ? 'sheet-finish' : 'sheet-finish second'}
        aria-disabled={locked || model.isEmpty.value}
        onClick={() => model.finish()}
      >
        {say(locked ? (model.isHeldUp.value ? record.notSentYet : record.sending) : record.finish)}
      </button>
    </div>
  )
}
