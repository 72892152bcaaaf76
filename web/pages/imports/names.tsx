/** The people and games of a file that need no answer, with a button that changes the service's answer. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { type Ask, type Choice, type Question, choiceOf, saveAnswers } from './answers.ts'
import { Choices } from './choices.tsx'
import { Group } from './group.tsx'
import type { Import, LiveImport } from './live.ts'

const AT_ONCE = 30

const TEXTS = {
  'PERSON NEW': t.peopleNew,
  'PERSON KNOWN': t.peopleKnown,
  'PERSON LEFT_OUT': t.peopleOut,
  'GAME KNOWN': t.gamesKnown,
  'GAME WAITS': t.gamesWait,
  'GAME LEFT_OUT': t.gamesOut,
  'EXPANSION KNOWN': t.expansionsKnown,
  'EXPANSION LEFT_OUT': t.expansionsOut,
  'PLAYSET KNOWN': t.playsetsKnown,
  'PLAYSET LEFT_OUT': t.playsetsOut,
} as const

interface NamesProps {
  of: Import
  live: LiveImport
  ask: Ask
  kinds: readonly Question['kind'][]
  title: string
}

export function Names({ of, live, ask, kinds, title }: NamesProps) {
  const asked = useSignal<Question | undefined>(undefined)
  const groups = of.names.filter(({ kind, decision }) => kinds.includes(kind) && decision !== 'ASKED')
  if (groups.length === 0) return null
  return (
    <section class="part">
      <h2>{title}</h2>
      {groups.map(({ kind, decision, names: count }) => {
        const text = TEXTS[`${kind} ${decision}` as keyof typeof TEXTS]
        return (
          text && (
            <Group key={`${kind} ${decision}`} text={say(text, { count })}>
              {() => (
                <List
                  importId={of.id}
                  filter={`kind==${kind};decision==${decision}`}
                  label={say(text, { count })}
                  change={(question) => (asked.value = question)}
                />
              )}
            </Group>
          )
        )
      })}
      {asked.value && (
        <Change question={asked.value} live={live} ask={ask} close={() => (asked.value = undefined)} />
      )}
    </section>
  )
}

interface ListProps {
  importId: string
  filter: string
  label: string
  change: (question: Question) => void
}

function List({ importId, filter, label, change }: ListProps) {
  const list = useMemo(
    () => pages('listImportQuestions', { params: { importId }, query: { filter, limit: AT_ONCE } }),
    [importId, filter],
  )
  const row = (question: Question) => {
    const { id, kind, name, plays, ghostPlayer, game, expansion, playset, decision } = question
    const known = decision === 'KNOWN' ? (ghostPlayer ?? game ?? expansion ?? playset) : undefined
    return (
      <li key={id}>
        <div class="line-main">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p class="detail">
            {say(t.inMatches, { count: plays })}
            {known && known.displayName !== name && <> · {say(t.is, { name: named(known.displayName) })}</>}
          </p>
        </div>
        {(kind === 'PERSON' || kind === 'GAME') && may('import-update') && (
          <button
            type="button"
            class="quiet"
            aria-label={say(t.changeThis, { name: named(name) })}
            onClick={() => change(question)}
          >
            {say(t.change)}
          </button>
        )}
      </li>
    )
  }
  return <More list={list} label={label} class="lines" empty={null} row={row} />
}

interface ChangeProps {
  question: Question
  live: LiveImport
  ask: Ask
  close: () => void
}

function Change({ question, live, ask, close }: ChangeProps) {
  const chosen = useSignal<Choice>(choiceOf(question))
  const action = useAction()
  const send = async () => {
    const answers = { [question.id]: chosen.value }
    if (await saveAnswers({ live, questions: [question], chosen: answers, ask })) close()
  }
  return (
    <Dialog title={say(t.changeTitle, { name: named(question.name) })} onClose={close}>
      <Choices question={question} value={chosen.value} choose={(choice) => (chosen.value = choice)} />
      <Refused of={action.refused} />
      <DialogButtons
        close={close}
        cancel={say(frame.cancel)}
        label={say(t.save)}
        busy={action.busy.value}
        press={() => void action.run(send)}
      />
    </Dialog>
  )
}
