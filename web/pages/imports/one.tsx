/** One import: its dry run, its questions, its start, its progress, and what it has made. */
import { useSignal } from '@preact/signals'
import { useLocation } from '../../location.tsx'
import { may } from '../../api/session.ts'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { AddGames } from './add-games.tsx'
import type { Ask, Choice, Chosen } from './answers.ts'
import { Asked } from './asked.tsx'
import { textOf } from './choices.tsx'
import { Forget } from './earlier.tsx'
import { type Import, type LiveImport, useLive } from './live.ts'
import { Names } from './names.tsx'
import { Plays } from './plays.tsx'
import { Progress } from './progress.tsx'
import { Notes } from './notes.tsx'
import { Start } from './start.tsx'
import { namesWith, sentenceOf } from './summary.ts'
import { Zone } from './zone.tsx'

export function One({ id }: { id: string }) {
  const live = useLive(id)
  const isForgetting = useSignal(false)
  const { route } = useLocation()
  // The dialog is here, because the part that asked for it can disappear when another window answers.
  const conflict = useConflict<Chosen>((question) => ({
    label: live.names.get(question) ?? question,
    show: (value) => textOf(value as Choice),
  }))
  const now = live.now.value
  return (
    <>
      <Shown
        of={{ value: now, error: live.error.value }}
        loading={{ title: say(t.title), class: 'settings', children: <Skeleton /> }}
        gone={{ title: say(t.gone), lead: say(t.goneWhy), href: '/settings/import', action: say(t.choose) }}
        view={(value) => ({
          title: titleOf(value),
          lead: leadOf(value),
          class: 'settings',
          children: (
            <>
              {value.state === 'RUNNING' ? (
                <Progress of={value} />
              ) : (
                <Still of={value} live={live} ask={conflict.ask} />
              )}
              <p class="actions start import-end">
                {value.state !== 'RUNNING' && (
                  <a class="quiet" href="/settings/import">
                    {say(t.other)}
                  </a>
                )}
                {may('import-delete') && (
                  <button type="button" class="quiet" onClick={() => (isForgetting.value = true)}>
                    {say(t.forget)}
                  </button>
                )}
              </p>
            </>
          ),
        })}
      />
      {conflict.dialog}
      {isForgetting.value && now && (
        <Forget
          of={now}
          close={() => (isForgetting.value = false)}
          done={() => route('/settings/import', true)}
        />
      )}
    </>
  )
}

function leadOf(value: Import): string {
  if (value.state === 'EXPIRED') return say(t.expiredWhy)
  return value.state === 'RUNNING' ? say(t.runningWhy) : sentenceOf(value)
}

function titleOf({ state, playsToDo }: Import): string {
  if (state === 'RUNNING') return say(t.runningTitle)
  if (state === 'EXPIRED') return say(t.expired)
  if (state === 'FAILED') return say(t.failed)
  if (state === 'QUESTIONS') return say(t.questionsTitle)
  return say(state === 'DONE' && playsToDo === 0 ? t.finished : t.readyTitle)
}

function Still({ of, live, ask }: { of: Import; live: LiveImport; ask: Ask }) {
  if (of.state === 'EXPIRED') return null
  const missing = namesWith(of, 'GAME', 'WAITS')
  const isOpen = of.openQuestions > 0
  const mayAdd = missing > 0 && may('game-create') && may('import-update')
  return (
    <>
      {of.failure !== undefined && (
        <p class="problem" role="alert">
          {of.failure} {say(t.failedWhy)}
        </p>
      )}
      {isOpen && <Asked of={of} live={live} ask={ask} />}
      {mayAdd && !isOpen && <AddGames of={of} live={live} ask={ask} missing={missing} />}
      {!isOpen && <Start of={of} live={live} hasMissing={missing > 0} mayAdd={mayAdd} />}
      <Notes of={of} />
      <Plays of={of} />
      {of.state !== 'DONE' && may('import-update') && <Zone of={of} live={live} />}
      <Names of={of} live={live} ask={ask} kinds={['PERSON']} title={say(t.people)} />
      <Names of={of} live={live} ask={ask} kinds={['GAME', 'EXPANSION', 'PLAYSET']} title={say(t.games)} />
    </>
  )
}
