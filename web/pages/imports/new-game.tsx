/** What a missing game will be like when it is added: its players and its scoring, from the file, in words and in a dialog. */
import { useSignal } from '@preact/signals'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { named } from '../../parts/marks/names.ts'
import { frame } from '../../texts/frame.ts'
import { t as games } from '../../texts/games.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Question } from './answers.ts'

export type NewGame = NonNullable<Question['newGame']>

export const wordsFor = ({ minPlayers, maxPlayers, scoreType, winCondition }: NewGame): string => {
  const players =
    minPlayers === maxPlayers
      ? say(games.forPlayers, { count: minPlayers })
      : say(games.range, { min: minPlayers, max: maxPlayers })
  const isLower = winCondition === 'LOWER_WINS'
  const scoring = {
    SCORE: isLower ? games.lowestScore : games.highestScore,
    TIME: isLower ? games.shortestTime : games.longestTime,
    TURNS: isLower ? games.fewestTurns : games.mostTurns,
    WIN_LOSS: games.winLoss,
  }[scoreType]
  return `${players} · ${say(scoring)}`
}

const TYPES = {
  SCORE: games.typeScore,
  TIME: games.typeTime,
  TURNS: games.typeTurns,
  WIN_LOSS: games.typeWinLoss,
} as const

interface NewGameDialogProps {
  name: string
  game: NewGame
  save: (game: NewGame) => void
  close: () => void
}

export function NewGameDialog({ name, game, save, close }: NewGameDialogProps) {
  const now = useSignal(game)
  const { minPlayers, maxPlayers, scoreType, winCondition = 'HIGHER_WINS' } = now.value
  const set = (fields: Partial<NewGame>) => (now.value = { ...now.value, ...fields })
  const players = (id: 'minPlayers' | 'maxPlayers', value: number) => (
    <div class="field">
      <label for={id}>{say(games[id])}</label>
      <input
        id={id}
        type="number"
        min={id === 'minPlayers' ? 1 : minPlayers}
        step={1}
        required
        inputMode="numeric"
        value={value}
        onInput={({ currentTarget }) => set({ [id]: currentTarget.valueAsNumber })}
      />
    </div>
  )
  const choice = <Value extends string>(
    id: 'scoreType' | 'winCondition',
    value: Value,
    options: readonly (readonly [Value, string])[],
  ) => (
    <div class="field">
      <label for={id}>{say(games[id])}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => set({ [id]: currentTarget.value })}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
  return (
    <Dialog title={named(name)} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const fields = { minPlayers, maxPlayers, scoreType }
          save(scoreType === 'WIN_LOSS' ? fields : { ...fields, winCondition })
        }}
      >
        <div class="side-by-side">
          {players('minPlayers', minPlayers)}
          {players('maxPlayers', maxPlayers)}
        </div>
        <div class="side-by-side">
          {choice(
            'scoreType',
            scoreType,
            (['SCORE', 'TIME', 'TURNS', 'WIN_LOSS'] as const).map((type) => [type, say(TYPES[type])]),
          )}
          {scoreType !== 'WIN_LOSS' &&
            choice('winCondition', winCondition, [
              ['HIGHER_WINS', say(games.higherWins)],
              ['LOWER_WINS', say(games.lowerWins)],
            ])}
        </div>
        <DialogButtons close={close} cancel={say(frame.cancel)} label={say(t.save)} busy={false} />
      </form>
    </Dialog>
  )
}
