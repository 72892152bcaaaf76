/** The form that adds a game while recording, with only the necessary fields. */
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { FieldFault, Violations, faultProps } from '../../parts/changes/violations.tsx'
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

export function NewGame({ name: begun, onClose, onMade }: NewGameProps) {
  const [name, setName] = useState(begun)
  const [min, setMin] = useState('2')
  const [max, setMax] = useState('4')
  const [aim, setAim] = useState<Aim>('SCORE HIGHER_WINS')
  const [problem, setProblem] = useState<Problem>()
  const [isOffline, setOffline] = useState(false)
  const [isSending, setSending] = useState(false)

  const send = async () => {
    if (isSending) return
    setSending(true)
    setOffline(false)
    try {
      const { body } = await call('createGame', {
        body: {
          displayName: name,
          description: '',
          minPlayers: Number(min),
          maxPlayers: Number(max),
          tags: [],
          ...partsOf(aim),
        },
      })
      refetch(/^\/games/)
      onMade(factsOf(body))
    } catch (error) {
      if (error instanceof Problem) setProblem(error)
      else if (error instanceof Offline) setOffline(true)
      else throw error
    } finally {
      setSending(false)
    }
  }
  const number = (
    label: string,
    field: 'minPlayers' | 'maxPlayers',
    value: string,
    set: (text: string) => void,
  ) => (
    <div class="field">
      <label for={field}>{label}</label>
      <input
        id={field}
        type="number"
        inputMode="numeric"
        min="1"
        required
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        {...faultProps(problem, field, field)}
      />
      <FieldFault problem={problem} field={field} id={field} />
    </div>
  )
  return (
    <Dialog title={say(record.addGame)} onClose={onClose}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Violations
          problem={problem}
          idOf={(field) => (document.getElementById(field) ? field : undefined)}
        />
        {isOffline && <p class="problem">{say(record.gameNeedsNetwork)}</p>}
        <div class="field">
          <label for="displayName">{say(record.gameName)}</label>
          <input
            id="displayName"
            required
            maxLength={255}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            {...faultProps(problem, 'displayName', 'displayName')}
          />
          <FieldFault problem={problem} field="displayName" id="displayName" />
        </div>
        <div class="choices">
          {number(say(record.fewestPlayers), 'minPlayers', min, setMin)}
          {number(say(record.mostPlayers), 'maxPlayers', max, setMax)}
        </div>
        <div class="field">
          <label for="scoreType">{say(record.whatCounts)}</label>
          <select
            id="scoreType"
            value={aim}
            onChange={({ currentTarget }) => setAim(currentTarget.value as Aim)}
            {...faultProps(problem, 'scoreType', 'scoreType')}
          >
            {AIMS.map((one) => (
              <option key={one} value={one}>
                {aimOf({ id: '', displayName: '', minPlayers: 1, maxPlayers: 1, ...partsOf(one) })}
              </option>
            ))}
          </select>
          <FieldFault problem={problem} field="scoreType" id="scoreType" />
        </div>
        <div class="actions">
          <button type="button" class="second" onClick={onClose}>
            {say(record.cancel)}
          </button>
          <button type="submit" aria-disabled={isSending}>
            {say(record.add)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
