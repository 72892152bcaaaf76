/** The expansions of a game, for editors: they add and rename them. */
import { useSignal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Rename } from './rename.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'

type Game = Item<'listGames'>
type Expansion = Game['expansions'][number]

const CHANGED = /^\/(games|matches|playsets|users\/me\/suggestions)/

export function Expansions({ game: { id, expansions } }: { game: Game }) {
  const said = useSignal<string | undefined>(undefined)
  const chosen = useSignal<Expansion | undefined>(undefined)
  return (
    <section class="part">
      <h2>{say(t.expansions)}</h2>
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {expansions.length === 0 ? (
        <p class="soft">{say(t.noExpansions)}</p>
      ) : (
        <ul class="lines short" aria-label={say(t.expansions)}>
          {expansions.map((expansion) => (
            <li key={expansion.id}>
              <bdi class="line-main">{expansion.displayName}</bdi>
              {may('expansion-update') && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={say(t.renameThis, { name: named(expansion.displayName) })}
                  onClick={() => (chosen.value = expansion)}
                >
                  {say(t.rename)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may('expansion-create') && <Add gameId={id} notify={(text) => (said.value = text)} />}
      {chosen.value && (
        <RenameExpansion
          gameId={id}
          of={chosen.value}
          close={() => (chosen.value = undefined)}
          notify={(text) => (said.value = text)}
        />
      )}
    </section>
  )
}

interface AddProps {
  gameId: string
  /** Called with a sentence that says what has changed. */
  notify: (text: string) => void
}

function Add({ gameId, notify }: AddProps) {
  const name = useSignal('')
  const action = useAction()
  const add = async () => {
    const displayName = name.value.trim()
    await call('createExpansion', { params: { gameId }, body: { displayName } })
    refetch(CHANGED)
    name.value = ''
    notify(say(t.expansionAdded, { name: named(displayName) }))
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(add)
      }}
    >
      <Refused
        of={action.refused}
        idOf={(field) => (field === 'displayName' ? 'new-expansion' : undefined)}
        labelOf={() => say(t.newExpansion)}
      />
      <Field
        id="new-expansion"
        name="displayName"
        label={say(t.newExpansion)}
        problem={problemIn(action.refused)}
        change={(text) => (name.value = text)}
      >
        {(own) => <input {...own} type="text" autocomplete="off" value={name.value} />}
      </Field>
      <div class="actions start">
        <SendButton class="second" label={say(t.addExpansion)} busy={action.busy.value} />
      </div>
    </form>
  )
}

function RenameExpansion({ gameId, of, close, notify }: AddProps & { of: Expansion; close: () => void }) {
  const path = { params: { gameId, expansionId: of.id } }
  return (
    <Rename
      title={say(t.renameTitle, { name: named(of.displayName) })}
      name={of.displayName}
      empty=""
      read={() => call('getExpansion', path)}
      send={(body, ifMatch) => call('updateExpansion', { ...path, body, ifMatch })}
      close={close}
      done={() => {
        refetch(CHANGED)
        notify(say(t.expansionRenamed))
        close()
      }}
    />
  )
}
