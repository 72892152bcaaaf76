/** The form that adds a playset while a match is recorded. */
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { Offline } from '../../api/problem.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Violations } from '../../parts/changes/violations.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { t } from '../../texts/playsets.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { refOfPlayset } from './facts.ts'
import type { Ref } from '../../drafts/sheet.ts'

interface NewPlaysetProps {
  gameId: string
  /** The expansions of the match. */
  chosen: readonly Ref[]
  onClose: () => void
  onMade: (playset: Ref) => void
}

export function NewPlayset({ gameId, chosen, onClose, onMade }: NewPlaysetProps) {
  const name = useSignal('')
  const scenario = useSignal('')
  const variants = useSignal('')
  const expansions = useSignal(chosen.map(({ id }) => id))
  const action = useAction()
  const problem = problemIn(action.refused)
  const { expansions: all = [] } = kept('getGame', { params: { gameId } }).value.value ?? {}
  const send = async () => {
    const { body } = await call('createPlayset', {
      body: {
        gameId,
        ...(name.value.trim() !== '' && { displayName: name.value.trim() }),
        ...(scenario.value.trim() !== '' && { scenario: scenario.value.trim() }),
        variants: linesOf(variants.value),
        expansions: expansions.value,
      },
    })
    refetch(/^\/playsets/)
    onMade(refOfPlayset(body))
  }
  const fieldOf = (id: string, change: (text: string) => void) => ({ id, name: id, problem, change })
  return (
    <form
      class="dialog-stack"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(send)
      }}
    >
      <Violations problem={problem} idOf={(field) => (document.getElementById(field) ? field : undefined)} />
      {action.refused.value instanceof Offline && <p class="problem">{say(t.needsNetwork)}</p>}
      <Field {...fieldOf('displayName', (text) => (name.value = text))} label={say(t.name)}>
        {(own) => <input {...own} autocomplete="off" value={name.value} />}
      </Field>
      <Field {...fieldOf('scenario', (text) => (scenario.value = text))} label={say(t.scenario)}>
        {(own) => <input {...own} autocomplete="off" value={scenario.value} />}
      </Field>
      <Field {...fieldOf('variants', (text) => (variants.value = text))} label={say(t.variants)}>
        {(own) => <textarea rows={3} {...own} value={variants.value} />}
      </Field>
      {all.length > 0 && (
        <div class="field">
          <p class="hint" id="playset-expansions">
            {say(record.expansions)}
          </p>
          <div class="chips" role="group" aria-labelledby="playset-expansions">
            {all.map(({ id, displayName }) => (
              <Chip
                key={id}
                pressed={expansions.value.includes(id)}
                onClick={() => (expansions.value = toggled(expansions.value, id))}
              >
                {displayName}
              </Chip>
            ))}
          </div>
        </div>
      )}
      <DialogButtons
        close={onClose}
        cancel={say(record.cancel)}
        label={say(record.add)}
        busy={action.busy.value}
      />
    </form>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
