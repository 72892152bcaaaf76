/** A chip that chooses a year since the first match, or any year. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

interface YearChipProps {
  year: number | undefined
  /** The time of the first match. Undefined if there is none. */
  first: string | undefined
  choose: (year: number | undefined) => void
}

/** How many years can be chosen. A match can have any date, even a wrong one. */
const MOST_YEARS = 100

export function YearChip({ year, first, choose }: YearChipProps) {
  const now = new Date().getFullYear()
  const begin = Math.min(first === undefined ? now : new Date(first).getFullYear(), year ?? now, now)
  const last = Math.max(now, year ?? now)
  const years = Array.from({ length: Math.min(last - begin + 1, MOST_YEARS) }, (_, n) => last - n)
  return (
    <select
      class={year === undefined ? 'chip empty' : 'chip chosen'}
      aria-label={say(frame.year)}
      value={year === undefined ? '' : String(year)}
      onChange={({ currentTarget }) =>
        choose(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    >
      <option value="">{say(frame.anyYear)}</option>
      {years.map((one) => (
        <option key={one} value={String(one)}>
          {one}
        </option>
      ))}
    </select>
  )
}
