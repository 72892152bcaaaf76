/** A field of a form with its label and its violation. */
import type { JSX } from 'preact'
import type { Problem } from '../../api/problem.ts'
import { FieldFault, faultOf, faultProps } from '../changes/violations.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export interface FieldProps {
  id: string
  /** The name of the field in the request body. */
  name: string
  label: string
  /** The name of the field inside a sentence, if the label is longer. */
  called?: string
  problem: Problem | undefined
  change: (value: string) => void
  children: (own: { id: string; onInput: (event: { currentTarget: Control }) => void }) => JSX.Element
}

export const Field = ({ id, name, label, called = label, problem, change, children }: FieldProps) => (
  <div class={faultOf(problem, name) === undefined ? 'field' : 'field wrong'}>
    <label for={id}>{label}</label>
    {children({
      id,
      ...faultProps(problem, name, id),
      onInput: ({ currentTarget }) => change(currentTarget.value),
    })}
    <FieldFault problem={problem} field={name} id={id} label={called} />
  </div>
)
