/** The home page of a person without matches has one button, which starts the first match. */
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'

export function First({ isAlone }: { isAlone: boolean }) {
  const games = kept('countGames', {}).value
  if (games.state === 'loading') return <Skeleton rows={3} />
  const hasGames = games.value === undefined || games.value.count > 0
  return (
    <>
      {isAlone && (
        <section class="first-steps">
          <h2>{say(hasGames ? t.firstTitle : t.firstGameTitle)}</h2>
          <p class="lead">{say(hasGames ? t.firstWhy : may('game-create') ? t.firstGameWhy : t.firstAsk)}</p>
          {hasGames && (
            <a class="button" href="/record">
              {say(t.record)}
            </a>
          )}
          {!hasGames && may('game-create') && (
            <a class="button" href="/games/new">
              {say(t.firstGame)}
            </a>
          )}
        </section>
      )}
      <section class="part">
        <h2>{say(t.next)}</h2>
        <ul class="first-steps-list">
          {!(isAlone && hasGames) && (
            <li>
              <a href="/record">{say(t.record)}</a> <span>{say(t.thenRecord)}</span>
            </li>
          )}
          {may('import-create') && (
            <li>
              <a href="/settings/import">{say(t.bring)}</a> <span>{say(t.bringWhy)}</span>
            </li>
          )}
          <li>
            <a href="/stand-ins">{say(t.toStandIns)}</a> <span>{say(t.thenStandIns)}</span>
          </li>
          <li>
            <a href="/games">{say(t.toGames)}</a> <span>{say(t.thenGames)}</span>
          </li>
          <li>
            <a href="/settings">{say(t.toSettings)}</a> <span>{say(t.thenSettings)}</span>
          </li>
        </ul>
      </section>
    </>
  )
}
