/**
 * The fields of a candidate: the value now, and what catalogue and rulebook say. Fields on which these two differ come first. The
 * value now may come from anywhere, so only what was compared with a rulebook is known to be the catalogue's.
 */
import type { Body } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'
import type { CandidateVersion } from '../../drafts/kept-candidates.ts'
import { FieldFault, faultProps } from '../../parts/changes/violations.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import type { Edits } from './edits.ts'
import { FIELDS, type FieldName, OPTIONS, isLong, isNumber, labelOf, textOf, wordIn } from './fields.ts'
import { wordOf } from './names.ts'

export type Evidence = Body<'getCandidateEvidence'>['values']

interface EditProps {
  now: CandidateVersion
  /** Undefined if the reader cannot change the fields. */
  edits?: Edits
  refused: Problem | Offline | undefined
  approve?: (() => void) | undefined
}

export function Compared({ evidence, ...given }: EditProps & { evidence: Evidence }) {
  const { reliabilityChecks, isExpansion } = given.now.body
  const rows = FIELDS.filter((field) => field !== 'baseGameCatalogId' || isExpansion)
    .map((field) => {
      const check = reliabilityChecks.find((one) => one.field === field)
      const read = evidence.find((one) => one.field === field)
      return { field, read, differs: check?.matches === false, checked: check?.catalogValue }
    })
    .toSorted((one, other) => Number(other.differs) - Number(one.differs))
  return (
    <table class="compared">
      <thead>
        <tr>
          <th scope="col">{say(t.field)}</th>
          <th scope="col">{say(t.present)}</th>
          <th scope="col">{say(t.catalogue)}</th>
          <th scope="col">{say(t.rulebook)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, read, differs, checked }) => (
          <tr key={field}>
            <th scope="row">
              {labelOf(field)}
              {differs && <strong class="differs"> {say(t.differs)}</strong>}
            </th>
            <td dir="auto">
              <small>{say(t.present)}</small>
              <Present field={field} {...given} />
            </td>
            <td dir="auto">
              <small>{say(t.catalogue)}</small>
              {checked ?? say(t.notCompared)}
            </td>
            <td>
              <small>{say(t.rulebook)}</small>
              {read === undefined ? say(t.noValue) : <Quoted {...read} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Quoted = ({ value, quote, url }: Evidence[number]) => (
  <>
    {wordOf(value)}
    <blockquote>
      <q dir="auto">{quote}</q>{' '}
      <a href={url} rel="noreferrer" target="_blank">
        {say(t.source)}
      </a>
    </blockquote>
  </>
)

/** The value now. Enter and Escape leave its input, and with Ctrl, Enter approves the candidate. */
function Present({ field, now, edits, refused, approve }: EditProps & { field: FieldName }) {
  if (!edits) {
    const text = textOf(now.body[field])
    return <>{text === '' ? say(t.noValue) : wordIn(field, text)}</>
  }
  const id = `candidate-${field}`
  const problem = refused instanceof Problem ? refused : undefined
  const own = {
    id,
    'aria-label': labelOf(field),
    value: edits.textOf(field, now),
    ...faultProps(problem, field, id),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      edits.set(field, currentTarget.value, now),
    onBlur: () => void (edits.texts.peek()[field] !== undefined && edits.save()),
    onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) approve?.()
      else if (event.key === 'Escape' || (event.key === 'Enter' && !isLong(field))) event.currentTarget.blur()
    },
  }
  const options = OPTIONS[field]
  return (
    <>
      {options ? (
        <select {...own}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option === '' ? say(t.noValue) : wordIn(field, option)}
            </option>
          ))}
        </select>
      ) : isLong(field) ? (
        <textarea rows={3} {...own} />
      ) : (
        <input
          type="text"
          autocomplete="off"
          {...(isNumber(field) ? { inputMode: 'numeric' as const } : {})}
          {...own}
        />
      )}
      <FieldFault problem={problem} field={field} id={id} label={labelOf(field)} />
    </>
  )
}
