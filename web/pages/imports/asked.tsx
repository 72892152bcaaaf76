/** The open questions of an import, each with the service's suggestion chosen, and one button that answers all. */
import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { More } from '../../parts/lists/more.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import {
  type Ask,
  type Choice,
  type Chosen,
  type Question,
  allQuestions,
  saveAnswers,
  suggestedFor,
} from './answers.ts'
import { Choices } from './choices.tsx'
import type { Import, LiveImport } from './live.ts'
import { namesWith } from './summary.ts'

const AT_ONCE = 50
const OPEN = 'decision==ASKED'

interface AskedProps {
  of: Import
  live: LiveImport
  ask: Ask
}

export function Asked({ of, live, ask }: AskedProps) {
  const chosen = useSignal<Chosen>({})
  const seen = useRef(new Map<string, Question>())
  const action = useAction()
  const send = async () => {
    // The questions that are still open. Another window may have answered some that this window still shows.
    const open = (await allQuestions(of.id, OPEN)).filter(({ id }) => !seen.current.has(id))
    const questions = [...seen.current.values(), ...open]
    const answers = Object.fromEntries(
      questions.map((question) => [question.id, chosen.value[question.id] ?? suggestedFor(question)]),
    )
    await saveAnswers({ live, questions, chosen: answers, ask })
  }
  const choose = (id: string, choice: Choice) => (chosen.value = { ...chosen.value, [id]: choice })
  return (
    <>
      {(['PERSON', 'GAME'] as const).map(
        (kind) =>
          namesWith(of, kind, 'ASKED') > 0 && (
            <Open
              key={kind}
              importId={of.id}
              kind={kind}
              chosen={chosen.value}
              choose={choose}
              seen={seen.current}
            />
          ),
      )}
      <Refused of={action.refused} />
      {may('import-update') && (
        <p class="actions start">
          <SendButton
            label={say(t.answerAll, { count: of.openQuestions })}
            busy={action.busy.value}
            press={() => void action.run(send)}
          />
        </p>
      )}
    </>
  )
}

interface OpenProps {
  importId: string
  kind: 'PERSON' | 'GAME'
  chosen: Chosen
  choose: (id: string, choice: Choice) => void
  /** The questions that the person has seen, in the state in which the person saw them. */
  seen: Map<string, Question>
}

function Open({ importId, kind, chosen, choose, seen }: OpenProps) {
  const list = useMemo(
    () =>
      pages('listImportQuestions', {
        params: { importId },
        query: { filter: `${OPEN};kind==${kind}`, limit: AT_ONCE },
      }),
    [importId, kind],
  )
  for (const question of list.items.value) seen.set(question.id, question)
  const isPerson = kind === 'PERSON'
  const row = (question: Question) => (
    <li key={question.id}>
      <div class="line-main">
        <strong>
          <bdi>{question.name}</bdi>
        </strong>{' '}
        <span class="detail">{say(t.inMatches, { count: question.plays })}</span>
        <Choices
          question={question}
          value={chosen[question.id] ?? suggestedFor(question)}
          choose={(choice) => choose(question.id, choice)}
        />
      </div>
    </li>
  )
  const title = say(isPerson ? t.whoTitle : t.whichTitle)
  return (
    <section class="part">
      <h2>{title}</h2>
      <p class="hint">{say(isPerson ? t.whoWhy : t.whichWhy)}</p>
      <More list={list} label={title} class="lines" empty={null} row={row} />
    </section>
  )
}
