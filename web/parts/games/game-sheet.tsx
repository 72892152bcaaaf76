/** The form that adds or changes a game: what every game needs, and the rest behind "More". */
import { useMemo } from 'preact/hooks'
import { type Item, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { EditForm } from '../changes/edit-form.ts'
import { type FieldText, useConflict } from '../dialogs/conflict.tsx'
import { type EditedField, EditSheet } from '../fields/edit-sheet.tsx'
import { Field } from '../fields/field.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { EMPTY_FORM, type GameFields, type GameForm, fieldsFrom, fieldsOf, formOf } from './form.ts'

type Game = Item<'listGames'>

interface GameSheetProps {
  game?: Game
  etag?: string | undefined
  /** A missing game: its name, and its number at BoardGameGeek. */
  wanted?: { name: string | undefined; bgg?: string | undefined }
  /** The address that "Cancel" leads to, or what it does. */
  cancel: string | (() => void)
  onDone: (game: Game) => void
}

export function GameSheet({
  game,
  etag,
  wanted: { name = '', bgg } = { name: '' },
  cancel,
  onDone,
}: GameSheetProps) {
  const conflict = useConflict<GameFields>(fieldText)
  const form = useMemo(() => {
    const path = { params: { gameId: game?.id ?? '' } }
    return new EditForm<GameFields, GameForm, Game>({
      before: game && fieldsOf(game),
      etag,
      empty: { ...EMPTY_FORM, displayName: name },
      textsOf: formOf,
      fieldsFrom,
      fieldsOf,
      create: async ({ imageUrl, winCondition, ...fields }) => {
        const body = {
          ...fields,
          ...(imageUrl === null ? {} : { imageUrl }),
          ...(winCondition === null ? {} : { winCondition }),
          ...(bgg === undefined ? {} : { sourceRef: `bgg:${bgg}` }),
        }
        return (await call('createGame', { body })).body
      },
      read: () => call('getGame', path),
      update: (body, ifMatch) => call('updateGame', { ...path, body, ifMatch }),
      ask: conflict.ask,
      taken: conflict.taken,
      saved: () =>
        refetch(
          game ? /^\/(games|matches|canonical-players|users\/me\/suggestions)/ : /^\/(games|missing-games)/,
        ),
      done: onDone,
    })
  }, [])
  return (
    <>
      <EditSheet
        form={form}
        id="game"
        labelOf={(name) => fieldText(name).label}
        leave={cancel}
        cancel={say(t.cancel)}
        save={say(game ? t.save : t.addThis)}
      >
        {(fieldOf) => <GameInputs texts={form.texts.value} fieldOf={fieldOf} whole={game !== undefined} />}
      </EditSheet>
      {conflict.dialog}
    </>
  )
}

interface GameInputsProps {
  texts: GameForm
  fieldOf: (name: keyof GameForm) => EditedField
}

const MORE = ['description', 'tags', 'imageUrl']

function GameInputs({ texts, fieldOf, whole }: GameInputsProps & { whole: boolean }) {
  const { displayName, description, minPlayers, maxPlayers, tags, imageUrl } = texts
  const violations = fieldOf('tags').problem?.violations ?? []
  return (
    <>
      <Field {...fieldOf('displayName')} label={say(t.name)}>
        {(own) => <input type="text" {...own} value={displayName} autocomplete="off" />}
      </Field>
      <div class="side-by-side">
        <Field {...fieldOf('minPlayers')} label={say(t.minPlayers)}>
          {(own) => <input {...countOf(minPlayers)} {...own} />}
        </Field>
        <Field {...fieldOf('maxPlayers')} label={say(t.maxPlayers)}>
          {(own) => <input {...countOf(maxPlayers)} {...own} />}
        </Field>
      </div>
      <ScoreInputs texts={texts} fieldOf={fieldOf} />
      <details open={whole || violations.some(({ field }) => MORE.some((name) => field.startsWith(name)))}>
        <summary>{say(t.more)}</summary>
        <div class="dialog-stack">
          <Field {...fieldOf('description')} label={say(t.description)}>
            {(own) => <textarea rows={4} {...own} value={description} />}
          </Field>
          <Field {...fieldOf('tags')} label={say(t.tagsHint)}>
            {(own) => <textarea rows={3} {...own} value={tags} />}
          </Field>
          <Field {...fieldOf('imageUrl')} label={say(t.imageUrl)}>
            {(own) => <input type="url" {...own} value={imageUrl} />}
          </Field>
        </div>
      </details>
    </>
  )
}

const countOf = (value: string) => ({ type: 'number', min: 1, step: 1, inputMode: 'numeric', value }) as const

const ScoreInputs = ({ texts: { scoreType, winCondition }, fieldOf }: GameInputsProps) => (
  <div class="side-by-side">
    <Field {...fieldOf('scoreType')} label={say(t.scoreType)}>
      {(own) => (
        <select {...own} value={scoreType}>
          {Object.entries(TYPES).map(([type, text]) => (
            <option key={type} value={type}>
              {say(text)}
            </option>
          ))}
        </select>
      )}
    </Field>
    {scoreType !== 'WIN_LOSS' && (
      <Field {...fieldOf('winCondition')} label={say(t.winCondition)}>
        {(own) => (
          <select {...own} value={winCondition}>
            <option value="HIGHER_WINS">{say(t.higherWins)}</option>
            <option value="LOWER_WINS">{say(t.lowerWins)}</option>
          </select>
        )}
      </Field>
    )}
  </div>
)

const TYPES = { SCORE: t.typeScore, TIME: t.typeTime, TURNS: t.typeTurns, WIN_LOSS: t.typeWinLoss }

function fieldText(field: string): FieldText {
  switch (field) {
    case 'displayName':
      return { label: say(t.name), show: String }
    case 'description':
      return { label: say(t.description), show: String }
    case 'minPlayers':
      return { label: say(t.minPlayers), show: String }
    case 'maxPlayers':
      return { label: say(t.maxPlayers), show: String }
    case 'tags':
      return { label: say(t.tags), show: (tags) => (tags as string[]).join(', ') }
    case 'imageUrl':
      return { label: say(t.imageUrl), show: String }
    case 'scoreType':
      return { label: say(t.scoreType), show: (type) => say(TYPES[type as keyof typeof TYPES]) }
    default:
      return {
        label: say(t.winCondition),
        show: (condition) => say(condition === 'LOWER_WINS' ? t.lowerWins : t.higherWins),
      }
  }
}
