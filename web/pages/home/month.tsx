/** This month in one line, with a link to the reader's statistics. */
import { kept } from '../../api/cache.ts'
import { t } from '../../texts/home.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { localDay, monthOf } from '../../parts/marks/days.ts'

export function Month({ canonicalPlayerId }: { canonicalPlayerId: string }) {
  const now = new Date().toISOString()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const figures = kept('getPersonStatistics', {
    params: { canonicalPlayerId },
    query: { timeZone, from: `${localDay(now).slice(0, 7)}-01` },
  }).value.value
  if (!figures) return null
  const { matches, competitive } = figures
  return (
    <>
      {say(t.month, {
        month: monthOf(now, locale()),
        matches,
        won: competitive.won,
        placed: competitive.decided,
      })}{' '}
      <a class="quiet" href={`/people/${canonicalPlayerId}`}>
        {say(t.allNumbers)}
      </a>
    </>
  )
}
