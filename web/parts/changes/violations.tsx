/** Shows what the service says about a form: a summary, which gets the focus, and each violation at its field. */
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { RequestId } from '../page/fault.tsx'

/** The violation of a field. `field` is its name in the body, such as `participants[1].score`. */
export const faultOf = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.violations.find((one) => one.field === field)?.message

export const faultProps = (problem: Problem | undefined, field: string, id: string) =>
  faultOf(problem, field) === undefined
    ? {}
    : { 'aria-invalid': true as const, 'aria-describedby': `${id}-fault` }

/** The service's sentence begins with the name of the field. The reader knows only its label, so it is replaced. */
const worded = (message: string, field: string, label: string | undefined): string =>
  label !== undefined && message.startsWith(`${field} `)
    ? `${label}: ${message.slice(field.length + 1)}`
    : message

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

/** `idOf` returns the id of a field's element, if the form has this field. */
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
