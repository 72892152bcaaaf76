/** The month so far in one line, and the way to one's numbers. */
import { kept } from '../../api/kept.ts'
import { monthText, timeZone } from '../../parts/numbers.ts'
import { t } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'
import { localDay } from '../people/local-day.ts'

export function Month({ canonicalPlayerId }: { canonicalPlayerId: string }) {
  const month = localDay(new Date().toISOString()).slice(0, 7)
  const figures = kept('getPersonStatistics', {
    params: { canonicalPlayerId },
    query: { timeZone: timeZone(), from: `${month}-01` },
  }).value.value
  if (!figures) return null
  const { matches, competitive } = figures
  return (
    <p class="month-line">
      {say(t.month, { month: monthText(month), matches, won: competitive.won, placed: competitive.placed })}{' '}
      <a class="quiet" href={`/people/${canonicalPlayerId}`}>
        {say(t.allNumbers)}
      </a>
    </p>
  )
}
