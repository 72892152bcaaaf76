/** The reader's year on one page, with a picture to share. */
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import { timeZone } from '../../parts/marks/numbers.ts'
import { Shown } from '../../parts/page/shown.tsx'
import { Balances, balanceTable } from '../../parts/plots/balances.tsx'
import { Bars, barsTable } from '../../parts/plots/bars.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Months, MonthsLegend, monthsTable } from '../../parts/plots/months.tsx'
import { PictureButton } from '../../parts/pictures/button.tsx'
import { Ref } from '../../parts/marks/ref.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { locale } from '../../texts/messages.ts'
import { t as people } from '../../texts/people.ts'
import { t as plots } from '../../texts/plots.ts'
import { t } from '../../texts/recap.ts'
import { say } from '../../texts/text.ts'
import { gamesIn } from '../../parts/lists/games-in.ts'
import { pageOf, rowsOf } from '../../parts/plots/opponent-row.tsx'
import { scoreText } from '../../parts/marks/score-text.ts'
import { type Card, type Year, cardsOf } from './cards.ts'

export default function RecapPage({ params: { year = '' } }: PageProps) {
  return /^(?!0000)\d{4}$/.test(year) ? <Known year={year} /> : <Absent of={noYear()} />
}

function Known({ year }: { year: string }) {
  const frame = { title: say(t.title, { year }), class: 'recap', aside: <Years year={Number(year)} /> }
  return (
    <Shown
      of={kept('getRecap', { params: { year }, query: { timeZone: timeZone() } }).value}
      loading={{ ...frame, children: <Skeleton rows={8} /> }}
      gone={noYear()}
      view={(value) => ({
        ...frame,
        children:
          value.matches > 0 ? (
            <Sheet of={value} />
          ) : (
            <Empty {...(may('match-create') ? { href: '/record', action: say(t.record) } : {})}>
              <strong>{say(t.empty, { year })}.</strong> {say(t.emptyWhy)}
            </Empty>
          ),
      })}
    />
  )
}

function Years({ year }: { year: number }) {
  const now = new Date().getFullYear()
  const offered = [year - 1, year + 1].filter((one) => one >= 1000 && one <= now)
  return (
    <nav class="page-ways" aria-label={say(t.years)}>
      {offered.map((one) => (
        <a key={one} class="quiet" href={`/recap/${one}`}>
          {one}
        </a>
      ))}
    </nav>
  )
}

function Sheet({ of }: { of: Year }) {
  const { closestWin, biggestWin, topGames, mostMet } = of
  const me = session.value
  const wins = [closestWin?.game.id, biggestWin?.game.id].filter((id) => id !== undefined)
  const games = gamesIn([...new Set(wins)])
  const cardsFor = (friend?: string) =>
    cardsOf(
      of,
      (score, gameId) => scoreText(score, games.get(gameId)?.scoreType ?? 'SCORE', locale()),
      friend,
    )
  const months = of.months.map(({ month, matches, won }) => ({
    month: `${String(of.year).padStart(4, '0')}-${String(month).padStart(2, '0')}`,
    matches,
    won,
  }))
  const bars = topGames.map(({ game, matches }) => ({
    key: game.id,
    name: game.displayName,
    shown: <Ref to="/games" of={game} />,
    count: matches,
  }))
  const met = rowsOf(mostMet, pageOf)
  return (
    <>
      <ul class="year-cards">
        {cardsFor().map((card) => (
          <CardRow key={card.kind} of={card} />
        ))}
      </ul>
      <Figure title={say(t.months)} how={<MonthsLegend of={months} />} table={() => monthsTable(months)}>
        <Months of={months} />
      </Figure>
      <div class="page-halves">
        <Figure
          title={say(t.topGames)}
          how={say(t.topGamesHow)}
          table={() => barsTable(bars, [say(people.game), say(plots.matches)])}
        >
          <Bars of={bars} label={say(t.topGames)} />
        </Figure>
        {met.length > 0 && (
          <Figure title={say(t.met)} how={say(t.metHow)} table={() => balanceTable(met)}>
            <Balances of={met} label={say(t.met)} />
          </Figure>
        )}
      </div>
      {me.state === 'in' && (
        <p class="actions start">
          <PictureButton
            label={say(t.picture)}
            picture={async () => (await import('./share.ts')).yearPicture(of, cardsFor, me.user.displayName)}
          />
        </p>
      )}
    </>
  )
}

const CardRow = ({ of: { value, sentence, isFelt } }: { of: Card }) => (
  <li>
    <b class={isFelt ? 'felt' : undefined}>{value}</b> <span>{sentence}</span>
  </li>
)

const noYear = (): Absence => ({
  title: say(t.badYear),
  lead: say(t.badYearWhy),
  href: `/recap/${new Date().getFullYear()}`,
  action: say(t.toThis),
})
