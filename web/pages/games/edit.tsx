/** Making a game, and changing one: for whoever has the right to it. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { useLocation } from '../../location.tsx'
import { call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { type FieldText, useConflict } from '../../parts/dialogs/conflict.tsx'
import { Fault } from '../../parts/page/fault.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Skeleton } from '../../parts/lists/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { EMPTY_FORM, type GameFields, type GameForm, fieldsFrom, fieldsOf, formOf } from './form.ts'
import type { Game } from './facts.ts'

export default function EditGame({ params: { id } }: PageProps) {
  return id === undefined ? <Form /> : <Known id={id} />
}

function Known({ id }: { id: string }) {
  const { value, etag, error } = kept('getGame', { params: { gameId: id } }).value
  if (value) return <Form game={value} etag={etag} />
  if (error) return <Fault error={error} />
  return (
    <Page title={say(t.title)}>
      <Skeleton rows={6} />
    </Page>
  )
}

function Form({ game, etag }: { game?: Game; etag?: string | undefined }) {
  // The page goes on reading the game; what is compared is what the form was filled from.
  const [before, seen] = useMemo(() => [game && fieldsOf(game), etag] as const, [])
  const form = useSignal<GameForm>(before ? formOf(before) : EMPTY_FORM)
  const said = useSignal<string | undefined>(undefined)
  const action = useAction()
  const conflict = useConflict<GameFields>(fieldText)
  const { route } = useLocation()
  const set = (change: Partial<GameForm>) => (form.value = { ...form.value, ...change })

  async function create() {
    const { imageUrl, winCondition, ...fields } = fieldsFrom(form.value)
    const { body } = await call('createGame', {
      body: {
        ...fields,
        ...(imageUrl === null ? {} : { imageUrl }),
        ...(winCondition === null ? {} : { winCondition }),
      },
    })
    refetch('/games')
    route(`/games/${body.id}`, true)
  }
  async function update(id: string, was: GameFields) {
    const path = { params: { gameId: id } }
    const saved = await saveByField({
      before: was,
      mine: fieldsFrom(form.value),
      etag: seen,
      fieldsOf,
      read: () => call('getGame', path),
      send: (body, ifMatch) => call('updateGame', { ...path, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    refetch(/^\/(games|matches|canonical-players|users\/me\/suggestions)/)
    const taken = conflict.taken(saved.taken)
    if (taken === undefined) route(`/games/${id}`, true)
    else {
      form.value = formOf(fieldsOf(saved.body))
      said.value = taken
    }
  }
  const { displayName, description, minPlayers, maxPlayers, tags, imageUrl, scoreType, winCondition } =
    form.value
  const fieldOf = (name: keyof GameForm) => ({
    id: `game-${name}`,
    name,
    called: fieldText(name).label,
    problem: problemIn(action.refused),
    change: (value: string) => set({ [name]: value }),
  })
  return (
    <Page title={game ? say(t.editTitle, { name: game.displayName }) : say(t.newTitle)} class="form">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(() => (game && before ? update(game.id, before) : create()))
        }}
      >
        <Refused
          of={action.refused}
          idOf={(name) => (name in form.value ? `game-${name}` : undefined)}
          labelOf={(name) => (name in form.value ? fieldText(name).label : undefined)}
        />
        <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
          {said.value}
        </p>
        <div class="sheet">
          <Field {...fieldOf('displayName')} label={say(t.name)}>
            {(own) => <input type="text" {...own} value={displayName} autocomplete="off" />}
          </Field>
          <Field {...fieldOf('description')} label={say(t.description)}>
            {(own) => <textarea rows={4} {...own} value={description} />}
          </Field>
          <div class="side-by-side">
            <Field {...fieldOf('minPlayers')} label={say(t.minPlayers)}>
              {(own) => (
                <input type="number" min={1} step={1} inputMode="numeric" {...own} value={minPlayers} />
              )}
            </Field>
            <Field {...fieldOf('maxPlayers')} label={say(t.maxPlayers)}>
              {(own) => (
                <input type="number" min={1} step={1} inputMode="numeric" {...own} value={maxPlayers} />
              )}
            </Field>
          </div>
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
          <Field {...fieldOf('tags')} label={say(t.tagsHint)}>
            {(own) => <textarea rows={3} {...own} value={tags} />}
          </Field>
          <Field {...fieldOf('imageUrl')} label={say(t.imageUrl)}>
            {(own) => <input type="url" {...own} value={imageUrl} />}
          </Field>
        </div>
        <div class="actions">
          <a class="quiet" href={game ? `/games/${game.id}` : '/games'}>
            {say(t.cancel)}
          </a>
          <SendButton label={say(t.save)} busy={action.busy.value} />
        </div>
      </form>
      {conflict.dialog}
    </Page>
  )
}

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
