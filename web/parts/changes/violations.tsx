/** The faults that the service found in a form: a summary above it that takes the focus, and each fault beside its field. */
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { RequestId } from '../page/fault.tsx'

/** The message of a field, such as `participants[1].score`; undefined if the field has no fault. */
export const faultOf = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.violations.find((one) => one.field === field)?.message

/** The attributes of a field that point to its fault, if it has one. */
export const faultProps = (problem: Problem | undefined, field: string, id: string) =>
  faultOf(problem, field) === undefined
    ? {}
    : { 'aria-invalid': true as const, 'aria-describedby': `${id}-fault` }

/** The service's sentence begins with the field's name in the body; this puts the label there. */
const worded = (message: string, field: string, label: string | undefined): string =>
  label !== undefined && message.startsWith(`${field} `)
    ? `${label}: ${message.slice(field.length + 1)}`
    : message

/** The fault beside the field with this id and label. */
export function FieldFault({
  problem,
  field,
  id,
  label,
}: {
  problem: Problem | undefined
  field: string
  id: string
  label?: string
}) {
  const found = faultOf(problem, field)
  const message = found === undefined ? undefined : worded(found, field, label)
  return message === undefined ? null : (
    <p class="fault" id={`${id}-fault`}>
      {message}
    </p>
  )
}

/** The summary above the form. `idOf` is the id of a field's element, if the form has one, and `labelOf` is its label. */
export function Violations({
  problem,
  idOf = () => undefined,
  labelOf = () => undefined,
}: {
  problem: Problem | undefined
  idOf?: (field: string) => string | undefined
  labelOf?: (field: string) => string | undefined
}) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [problem])
  if (!problem) return null
  const { violations, detail } = problem
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={summary}>
      <p>
        <strong>{violations.length === 0 ? detail : say(frame.faults, { count: violations.length })}</strong>
      </p>
      {violations.length > 0 && (
        <ul>
          {violations.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {idOf(field) === undefined ? (
                worded(message, field, labelOf(field))
              ) : (
                <a href={`#${idOf(field)}`}>{worded(message, field, labelOf(field))}</a>
              )}
            </li>
          ))}
        </ul>
      )}
      <RequestId error={problem} />
    </div>
  )
}
