/**
 * The fields of a candidate: the value now, and what catalogue and rulebook say. Fields on which these two differ come first. The
 * value now may come from anywhere, so only what was compared with a rulebook is known to be the catalogue's.
 */
import type { Body } from '../../api/call.ts'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { wordOf } from './names.ts'

interface ComparedProps {
  candidate: Body<'getCandidate'>
  evidence: Body<'getCandidateEvidence'>['values']
}

const LABELS = {
  minPlayers: t.minPlayers,
  maxPlayers: t.maxPlayers,
  playingTime: t.playingTime,
  minAge: t.minAge,
  yearPublished: t.yearPublished,
  scoreType: t.scoreType,
  winCondition: t.winCondition,
  description: t.description,
} as const

type FieldName = keyof typeof LABELS

export function Compared({ candidate, evidence }: ComparedProps) {
  const rows = (Object.keys(LABELS) as FieldName[])
    .map((field) => {
      const check = candidate.reliabilityChecks.find((one) => one.field === field)
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
        {rows.map(({ field, read, differs, checked }) => {
          const own = candidate[field]
          return (
            <tr key={field}>
              <th scope="row">
                {say(LABELS[field])}
                {differs && <strong class="differs"> {say(t.differs)}</strong>}
              </th>
              <td dir="auto">
                <small>{say(t.present)}</small>
                {own === undefined ? say(t.noValue) : wordOf(String(own))}
              </td>
              <td dir="auto">
                <small>{say(t.catalogue)}</small>
                {checked ?? say(t.notCompared)}
              </td>
              <td>
                <small>{say(t.rulebook)}</small>
                {read === undefined ? (
                  say(t.noValue)
                ) : (
                  <>
                    {wordOf(read.value)}
                    <blockquote>
                      <q dir="auto">{read.quote}</q>{' '}
                      <a href={read.url} rel="noreferrer" target="_blank">
                        {say(t.source)}
                      </a>
                    </blockquote>
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
