/** The form that adds a game while a match is recorded. It has only the required fields. */
import { type Signal, useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { Offline } from '../../api/problem.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Violations } from '../../parts/changes/violations.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { aimOf } from './facts.ts'
import type { ScoreType } from '../../parts/marks/score-text.ts'
import { type GameFacts, factsOf } from '../../drafts/sheet.ts'

interface NewGameProps {
  name: string
  onClose: () => void
  onMade: (game: GameFacts) => void
}

const AIMS = [
  'SCORE HIGHER_WINS',
  'SCORE LOWER_WINS',
  'TIME LOWER_WINS',
  'TIME HIGHER_WINS',
  'TURNS LOWER_WINS',
  'TURNS HIGHER_WINS',
  'WIN_LOSS',
] as const

type Aim = (typeof AIMS)[number]

const partsOf = (aim: Aim) => {
  const [scoreType, winCondition] = aim.split(' ') as [ScoreType, GameFacts['winCondition']]
  return { scoreType, ...(winCondition && { winCondition }) }
}

const countOf = (of: Signal<string>) =>
  ({ type: 'number', inputMode: 'numeric', min: '1', required: true, value: of.value }) as const

export function NewGame({ name: begun, onClose, onMade }: NewGameProps) {
  const name = useSignal(begun)
  const min = useSignal('2')
  const max = useSignal('4')
  const aim = useSignal<Aim>('SCORE HIGHER_WINS')
  const action = useAction()
  const problem = problemIn(action.refused)
  const send = async () => {
    const { body } = await call('createGame', {
      body: {
        displayName: name.value,
        description: '',
        minPlayers: Number(min.value),
        maxPlayers: Number(max.value),
        tags: [],
        ...partsOf(aim.value),
      },
    })
    refetch(/^\/games/)
    onMade(factsOf(body))
  }
  const fieldOf = (id: string, change: (text: string) => void) => ({ id, name: id, problem, change })
  return (
    <Dialog title={say(record.addGame)} onClose={onClose}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(send)
        }}
      >
        <Violations
          problem={problem}
          idOf={(field) => (document.getElementById(field) ? field : undefined)}
        />
        {action.refused.value instanceof Offline && <p class="problem">{say(record.gameNeedsNetwork)}</p>}
        <Field {...fieldOf('displayName', (text) => (name.value = text))} label={say(record.gameName)}>
          {(own) => <input {...own} required maxLength={255} value={name.value} />}
        </Field>
        <div class="choices">
          <Field {...fieldOf('minPlayers', (text) => (min.value = text))} label={say(record.fewestPlayers)}>
            {(own) => <input {...countOf(min)} {...own} />}
          </Field>
          <Field {...fieldOf('maxPlayers', (text) => (max.value = text))} label={say(record.mostPlayers)}>
            {(own) => <input {...countOf(max)} {...own} />}
          </Field>
        </div>
        <Field {...fieldOf('scoreType', (text) => (aim.value = text as Aim))} label={say(record.whatCounts)}>
          {(own) => (
            <select {...own} value={aim.value}>
              {AIMS.map((one) => (
                <option key={one} value={one}>
                  {aimOf({ id: '', displayName: '', minPlayers: 1, maxPlayers: 1, ...partsOf(one) })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="actions">
          <button type="button" class="second" onClick={onClose}>
            {say(record.cancel)}
          </button>
          <button type="submit" aria-disabled={action.busy.value}>
            {say(record.add)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
