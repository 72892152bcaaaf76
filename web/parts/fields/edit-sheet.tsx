/** A form with a page or a dialog of its own: the refusal, the fields, and the buttons Cancel and Save. */
import type { ComponentChildren, JSX } from 'preact'
import { problemIn } from '../changes/action.ts'
import type { EditForm } from '../changes/edit-form.ts'
import type { Fields } from '../changes/merge.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import type { FieldProps } from './field.tsx'

interface EditSheetProps<F extends Fields, T extends object, Body> {
  form: EditForm<F, T, Body>
  id: string
  labelOf: (field: string) => string
  /** The address that Cancel leads to, or what it does. */
  leave: string | (() => void)
  cancel: string
  save: string
  children: (fieldOf: (name: string & keyof T) => EditedField) => ComponentChildren
}

export type EditedField = Omit<FieldProps, 'label' | 'children'>

export function EditSheet<F extends Fields, T extends object, Body>({
  form,
  id,
  labelOf,
  leave,
  cancel,
  save,
  children,
}: EditSheetProps<F, T, Body>): JSX.Element {
  const { action, said, texts } = form
  const isField = (name: string) => name in texts.value
  const fieldOf = (name: string & keyof T): EditedField => ({
    id: `${id}-${name}`,
    name,
    called: labelOf(name),
    problem: problemIn(action.refused),
    change: (value) => form.set({ [name]: value } as Partial<T>),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <Refused
        of={action.refused}
        idOf={(name) => (isField(name) ? `${id}-${name}` : undefined)}
        labelOf={(name) => (isField(name) ? labelOf(name) : undefined)}
      />
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <div class="sheet">{children(fieldOf)}</div>
      <div class="actions">
        {typeof leave === 'string' ? (
          <a class="quiet" href={leave}>
            {cancel}
          </a>
        ) : (
          <button type="button" class="quiet" onClick={leave}>
            {cancel}
          </button>
        )}
        <SendButton label={save} busy={action.busy.value} />
      </div>
    </form>
  )
}
