/**
 * Adds the missing games of an import one by one, if the reader may add games. Games that were added stay if the page is closed
 * meanwhile.
 */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages, refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import { type Ask, type Choice, type Question, allQuestions, saveAnswers } from './answers.ts'
import { Group } from './group.tsx'
import type { Import, LiveImport } from './live.ts'
import { type NewGame, NewGameDialog, wordsFor } from './new-game.tsx'

const MISSING = 'kind==GAME;decision==WAITS'
const AT_ONCE = 30

/** What the person has changed, by the ids of the questions. */
type Changed = Readonly<Record<string, NewGame>>

interface AddGamesProps {
  of: Import
  live: LiveImport
  ask: Ask
  missing: number
}

export function AddGames({ of, live, ask, missing }: AddGamesProps) {
  const done = useSignal<{ done: number; all: number } | undefined>(undefined)
  const failed = useSignal<{ count: number; why: string } | undefined>(undefined)
  const changed = useSignal<Changed>({})
  const action = useAction()
  const add = async () => {
    failed.value = undefined
    let faults = 0
    try {
      const questions = await allQuestions(of.id, MISSING)
      const made: Record<string, Choice> = {}
      done.value = { done: 0, all: questions.length }
      for (const [n, question] of questions.entries()) {
        try {
          made[question.id] = await addGame(question, changed.value[question.id])
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
      <Group text={say(t.newGames, { count: missing })}>
        {() => (
          <List
            importId={of.id}
            label={say(t.newGames, { count: missing })}
            changed={changed.value}
            change={(id, game) => (changed.value = { ...changed.value, [id]: game })}
          />
        )}
      </Group>
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

interface ListProps {
  importId: string
  label: string
  changed: Changed
  change: (id: string, game: NewGame) => void
}

function List({ importId, label, changed, change }: ListProps) {
  const asked = useSignal<Question | undefined>(undefined)
  const list = useMemo(
    () => pages('listImportQuestions', { params: { importId }, query: { filter: MISSING, limit: AT_ONCE } }),
    [importId],
  )
  const row = (question: Question) => {
    const { id, name } = question
    return (
      <li key={id}>
        <div class="line-main">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p class="detail">{wordsFor(gameOf(question, changed[id]))}</p>
        </div>
        <button
          type="button"
          class="quiet"
          aria-label={say(t.changeGame, { name: named(name) })}
          onClick={() => (asked.value = question)}
        >
          {say(t.change)}
        </button>
      </li>
    )
  }
  const one = asked.value
  const close = () => (asked.value = undefined)
  return (
    <>
      <More list={list} label={label} class="lines" empty={null} row={row} />
      {one && (
        <NewGameDialog
          name={one.name}
          game={gameOf(one, changed[one.id])}
          close={close}
          save={(game) => {
            change(one.id, game)
            close()
          }}
        />
      )}
    </>
  )
}

const gameOf = ({ newGame }: Question, changed?: NewGame): NewGame =>
  changed ?? newGame ?? { minPlayers: 1, maxPlayers: 1, scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }

/** The key is the question's id, so that a game that was added before a reload is not added again. */
async function addGame(question: Question, changed: NewGame | undefined): Promise<Choice> {
  const { id, name, bggId } = question
  const { body } = await call('createGame', {
    body: {
      displayName: name,
      description: '',
      tags: [],
      ...gameOf(question, changed),
      ...(bggId === undefined ? {} : { sourceRef: `bgg:${bggId}` }),
    },
    key: id,
  })
  return { answer: 'USE', id: body.id, name: body.displayName }
}
