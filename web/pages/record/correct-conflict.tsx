/** Asks about the fields of a correction that somebody else has changed meanwhile. */
import type { Clash, Fields } from '../../parts/changes/merge.ts'
import { ConflictDialog } from '../../parts/dialogs/conflict.tsx'
import type { CorrectModel } from './correct-model.ts'
import { textOf } from './field-texts.ts'

export interface Question {
  clashes: Clash[]
  /** Called with the choices, or with undefined if the person goes back to the form. */
  answer: (chosen: Fields | undefined) => void
}

export const Conflict = ({ model, clashes, answer }: Question & { model: CorrectModel }) => (
  <ConflictDialog
    clashes={clashes}
    answer={answer}
    textOf={(field) => textOf(field, model.sheet.value, model.base.value.sheet)}
  />
)
