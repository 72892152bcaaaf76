/** The forms to add and to change a game. */
import { useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { EditForm } from '../../parts/changes/edit-form.ts'
import { type FieldText, useConflict } from '../../parts/dialogs/conflict.tsx'
import { type EditedField, EditSheet } from '../../parts/fields/edit-sheet.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import type { Game } from './facts.ts'
import { EMPTY_FORM, type GameFields, type GameForm, fieldsFrom, fieldsOf, formOf } from './form.ts'
import { gone } from './gone.ts'

export default function EditGame({ params: { id }, query: { name, bgg } }: PageProps) {
  return id === undefined ? (
    <Page title={say(t.newTitle)} class="form">
      <Form wanted={{ name, bgg }} />
    </Page>
  ) : (
    <Known id={id} />
  )
}

function Known({ id }: { id: string }) {
  const read = kept('getGame', { params: { gameId: id } }).value
  return (
    <Shown
      of={read}
      loading={say(t.title)}
      gone={gone()}
      view={(game) => ({
        title: say(t.editTitle, { name: game.displayName }),
        class: 'form',
        children: <Form game={game} etag={read.etag} />,
      })}
    />
  )
}

interface FormProps {
  game?: Game
  etag?: string | undefined
  /** A missing game: its name, and its number at BoardGameGeek. */
  wanted?: { name: string | undefined; bgg: string | undefined }
}

function Form({ game, etag, wanted: { name = '', bgg } = { name: '', bgg: undefined } }: FormProps) {
  const conflict = useConflict<GameFields>(fieldText)
  const { route } = useLocation()
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
      done: ({ id }) => route(`/games/${id}`, true),
    })
  }, [])
  return (
    <>
      <EditSheet
        form={form}
        id="game"
        labelOf={(name) => fieldText(name).label}
        href={game ? `/games/${game.id}` : '/games'}
        cancel={say(t.cancel)}
        save={say(t.save)}
      >
        {(fieldOf) => <GameInputs texts={form.texts.value} fieldOf={fieldOf} />}
      </EditSheet>
      {conflict.dialog}
    </>
  )
}

interface GameInputsProps {
  texts: GameForm
  fieldOf: (name: keyof GameForm) => EditedField
}

function GameInputs({ texts, fieldOf }: GameInputsProps) {
  const { displayName, description, minPlayers, maxPlayers, tags, imageUrl } = texts
  return (
    <>
      <Field {...fieldOf('displayName')} label={say(t.name)}>
        {(own) => <input type="text" {...own} value={displayName} autocomplete="off" />}
      </Field>
      <Field {...fieldOf('description')} label={say(t.description)}>
        {(own) => <textarea rows={4} {...own} value={description} />}
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
      <Field {...fieldOf('tags')} label={say(t.tagsHint)}>
        {(own) => <textarea rows={3} {...own} value={tags} />}
      </Field>
      <Field {...fieldOf('imageUrl')} label={say(t.imageUrl)}>
        {(own) => <input type="url" {...own} value={imageUrl} />}
      </Field>
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
