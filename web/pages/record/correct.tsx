/** The page that corrects a finished match: its sheet as a form, and below it or beside it what is sent. */
import { untracked, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { type KeptCorrection, keptCorrection } from '../../drafts/kept-corrections.ts'
import { type GameFacts, type Seat, factsOf } from '../../drafts/sheet.ts'
import { useLocation } from '../../location.tsx'
import { useAction } from '../../parts/changes/action.ts'
import { online } from '../../parts/changes/online.ts'
import type { Fields } from '../../parts/changes/merge.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import type { MatchBody } from '../../parts/corrections/changes.ts'
import { Struck, valueText } from '../../parts/corrections/change-rows.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { Tile } from '../../parts/marks/tile.tsx'
import { When } from '../../parts/marks/when.tsx'
import { Absent, Missing, absent, faulty } from '../../parts/page/fault.tsx'
import { later } from '../../parts/page/later.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/corrections.ts'
import { say } from '../../texts/text.ts'
import type { Question } from './correct-conflict.tsx'
import { CorrectDetails } from './correct-details.tsx'
import { useKeeping } from './correct-keep.ts'
import { CorrectModel } from './correct-model.ts'
import { send } from './correct-send.ts'
import { Summary } from './correct-summary.tsx'
import { Head } from './head.tsx'
import { Pad } from './pad.tsx'
import { isDesk } from './place.ts'
import { Rows } from './rows.tsx'
import { Together } from './together.tsx'

const Conflict = later(async () => (await import('./correct-conflict.tsx')).Conflict)
const SeatDialog = later(async () => (await import('./seat-dialog.tsx')).SeatDialog)

export function CorrectPage({ id }: { id: string }) {
  return UUID.test(id) ? <Correct key={id} id={id} /> : <Missing />
}

function Correct({ id }: { id: string }) {
  const me = session.value
  const { value: match, etag, error } = kept('getMatch', { params: { matchId: id } }).value
  const people = kept('getMatchPeople', { params: { matchId: id } }).value
  if (me.state !== 'in') return null
  const isRecorder = match?.recorder.id === me.user.id
  if (match && match.status !== 'FINALIZED') return <NotFinished match={match} isOwn={isRecorder} />
  const asked =
    match && !isRecorder ? kept('getMatchAnswerable', { params: { matchId: id } }).value.value : undefined
  if (match && !match.editRequestsEnabled) return <Off match={match} etag={etag} isRecorder={isRecorder} />
  if (match && asked?.edit === false)
    return <Absent of={{ title: say(t.off), lead: say(t.nobodyDecides), ...toMatch(id) }} />
  if (match && people.state !== 'loading') {
    const own = (people.value ?? [])
      .filter(({ canonicalPlayer }) => canonicalPlayer.id === me.canonicalPlayerId)
      .map(({ matchParticipantId }) => matchParticipantId)
    return <Sheet {...{ match, etag, own, isRecorder }} userId={me.user.id} />
  }
  if (error) return <Page {...refusalOf(error, id)} />
  return (
    <Page title={say(t.title)}>
      <Skeleton rows={6} />
    </Page>
  )
}

function refusalOf(failure: Error, id: string) {
  return failure instanceof Problem && failure.status === 403
    ? absent({ title: say(t.hidden), lead: say(t.hiddenWhy), ...toMatch(id) })
    : faulty(failure)
}

const toMatch = (id: string) => ({ href: `/matches/${id}`, action: say(t.leave) })

function NotFinished({ match, isOwn }: { match: MatchBody; isOwn: boolean }) {
  const lead = isOwn ? say(t.draftOwn) : say(t.draftWhy, { name: named(match.recorder.displayName) })
  const way = isOwn ? { href: `/record/${match.id}`, action: say(t.goOn) } : toMatch(match.id)
  return <Absent of={{ title: say(t.draft), lead, ...way }} />
}

function Off({
  match,
  etag,
  isRecorder,
}: {
  match: MatchBody
  etag: string | undefined
  isRecorder: boolean
}) {
  const action = useAction()
  const allow = async () => {
    await call('updateMatch', {
      params: { matchId: match.id },
      body: { editRequestsEnabled: true },
      ...(etag !== undefined && { ifMatch: etag }),
    })
    refetch('/matches')
  }
  return (
    <Page
      title={say(t.off)}
      lead={isRecorder ? say(t.offOwn) : say(t.offWhy, { name: named(match.recorder.displayName) })}
    >
      <Refused of={action.refused} />
      <p class="actions start">
        {isRecorder && (
          <SendButton label={say(t.allow)} busy={action.busy.value} press={() => void action.run(allow)} />
        )}
        <a class={isRecorder ? 'button second' : 'button'} href={`/matches/${match.id}`}>
          {say(t.leave)}
        </a>
      </p>
    </Page>
  )
}

interface SheetProps {
  match: MatchBody
  etag: string | undefined
  own: readonly string[]
  userId: string
  isRecorder: boolean
}

function Sheet(props: SheetProps) {
  const { match, userId, isRecorder } = props
  const before = useSignal<{ written: KeptCorrection | undefined } | undefined>(undefined)
  useEffect(() => {
    void keptCorrection(userId, match.id).then((written) => (before.value = { written }))
  }, [])
  const game = kept('getGame', { params: { gameId: match.game.id } }).value
  if (!game.value && game.error) return <Page {...faulty(game.error)} />
  return (
    <main id="main" class="record correct" tabIndex={-1}>
      <Head
        title={say(t.title)}
        state={isRecorder ? say(t.keptByYou) : say(t.keptBy, { name: named(match.recorder.displayName) })}
        leaveTo={{ href: `/matches/${match.id}`, label: say(t.leave) }}
      />
      <div class="game-line">
        <Tile name={match.game.displayName} game={match.game} />
        <div>
          <h2>{match.game.displayName}</h2>
          <p class="hint">
            <When at={match.playedAt} time />
          </p>
        </div>
      </div>
      {game.value && before.value ? (
        <Form {...props} game={factsOf(game.value)} written={before.value.written} />
      ) : (
        <section class="part">
          <Skeleton rows={6} />
        </section>
      )}
    </main>
  )
}

interface FormProps extends SheetProps {
  game: GameFacts
  /** What the reader wrote before, and did not send. */
  written: KeptCorrection | undefined
}

/** The form. It stays with the version of the match from which it started, even if the page reads a newer one. */
function Form({ match, etag, game, own, userId, isRecorder, written }: FormProps) {
  const model = useMemo(() => new CorrectModel(written ?? { match, etag }, game, own, written), [])
  const keep = useKeeping(model, userId)
  const action = useAction()
  const said = useSignal<string | undefined>(undefined)
  const { route } = useLocation()
  const asked = useSignal<Question | undefined>(undefined)
  const ask = (clashes: Question['clashes']) =>
    new Promise<Fields | undefined>((resolve) => {
      asked.value = {
        clashes,
        answer(chosen) {
          asked.value = undefined
          resolve(chosen)
        },
      }
    })
  const press = () => {
    said.value = undefined
    model.waits.value = false
    const fault = model.faulty.peek()
    if (fault) return model.goTo(fault.key)
    void action.run(async () => {
      const sent = await send(model, isRecorder, { ask, keys: keep.keys })
      if (sent === 'SENT') {
        await keep.drop()
        route(`/matches/${match.id}`, true)
      }
      if (sent === 'SAME') said.value = say(t.already)
    })
  }
  useSignalEffect(() => {
    if (online.value && model.waits.value) untracked(press)
  })
  const name = named(match.recorder.displayName)
  return (
    <>
      <div class="correct-match">
        <Written model={model} />
        <CorrectDetails model={model} />
        <p class="hint correct-stays">{isRecorder ? say(t.staysOwn) : say(t.stays, { name })}</p>
      </div>
      <Summary model={model} isRecorder={isRecorder} action={action} said={said.value} press={press} />
      {model.opened.value && (
        <SeatDialog
          sheet={model.sheet.value}
          seat={model.opened.value}
          change={model.change}
          onClose={model.close}
          isCorrection
        />
      )}
      {asked.value && <Conflict model={model} {...asked.value} />}
    </>
  )
}

/** On a phone the pad appears when somebody taps a score. */
function Written({ model }: { model: CorrectModel }) {
  const isTapped = model.isTapped.value
  const current = model.seat.value?.key
  return (
    <div class="score-sheet">
      <Rows
        sheet={model.sheet.value}
        current={current}
        onCurrent={model.setCurrent}
        onNext={model.goToNext}
        onMore={model.open}
        place={model.place}
        change={model.change}
        faultOf={() => undefined}
        before={(seat) => beforeOf(model, seat)}
        locked={false}
      />
      {isTapped && (
        <div class="sheet-below">
          <Together sheet={model.sheet.value} change={model.change} locked={false} />
        </div>
      )}
      {!isTapped && current !== undefined && !isDesk() && (
        <div class="sheet-below">
          <Pad type={model.type.value} onKey={model.press} onNext={model.goToNext} />
        </div>
      )}
    </div>
  )
}

function beforeOf(model: CorrectModel, seat: Seat) {
  const of = model.isTapped.value ? 'outcome' : 'score'
  const change = model.changes.value.find(
    (one) => one.of === of && 'participant' in one && one.participant.id === seat.ghostPlayerId,
  )
  return change && <Struck>{valueText(change, change.from, model.facts.scoreType)}</Struck>
}
