/** Adds the missing games of an import one by one, for somebody who may. What was added stays if the page is closed meanwhile. */
import { useSignal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { type Ask, type Choice, type Question, allQuestions, saveAnswers } from './answers.ts'
import type { Import, LiveImport } from './live.ts'

interface AddGamesProps {
  of: Import
  live: LiveImport
  ask: Ask
  missing: number
}

export function AddGames({ of, live, ask, missing }: AddGamesProps) {
  const done = useSignal<{ done: number; all: number } | undefined>(undefined)
  const failed = useSignal<{ count: number; why: string } | undefined>(undefined)
  const action = useAction()
  const add = async () => {
    failed.value = undefined
    let faults = 0
    try {
      const questions = await allQuestions(of.id, 'kind==GAME;decision==WAITS')
      const made: Record<string, Choice> = {}
      done.value = { done: 0, all: questions.length }
      for (const [n, question] of questions.entries()) {
        try {
          made[question.id] = await newGame(question)
        } catch (error) {
          if (!(error instanceof Problem) || error.status === 401 || error.status === 403) throw error
          failed.value = {
            count: ++faults,
            why: error.violations[0]?.message ?? error.detail,
          }
        }
        done.value = { done: n + 1, all: questions.length }
      }
      await saveAnswers({ live, questions, chosen: made, ask })
    } finally {
      done.value = undefined
      refetch(/^\/(games|missing-games)/)
    }
  }
  const text = done.value && say(t.adding, done.value)
  return (
    <section class="part">
      <p class="hint">{say(t.addGamesWhy)}</p>
      {done.value ? (
        <>
          <progress
            max={done.value.all}
            value={done.value.done}
            aria-label={say(t.addGames, { count: missing })}
          />
          <p class="count">{text}</p>
        </>
      ) : null}
      {failed.value && (
        <p class="problem" role="alert">
          {say(t.notAdded, failed.value)}
        </p>
      )}
      <Refused of={action.refused} />
      <p class="actions start">
        <SendButton
          label={say(t.addGames, { count: missing })}
          busy={action.busy.value}
          press={() => void action.run(add)}
        />
      </p>
    </section>
  )
}

const PLAYERS = { minPlayers: 1, maxPlayers: 10 }

/** The key is the question's id, so that a game that was added before a reload is not added again. */
async function newGame({ id, name, bggId }: Question): Promise<Choice> {
  const { body } = await call('createGame', {
    body: {
      displayName: name,
      description: '',
      ...PLAYERS,
      tags: [],
      scoreType: 'SCORE',
      winCondition: 'HIGHER_WINS',
      ...(bggId === undefined ? {} : { sourceRef: `bgg:${bggId}` }),
    },
    key: id,
  })
  return { answer: 'USE', id: body.id, name: body.displayName }
}
