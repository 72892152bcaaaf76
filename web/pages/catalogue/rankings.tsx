/** The imports of the ranking: a file is picked and sent, and each import says which rows could not be read, and why. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { PickRanking } from './pick-ranking.tsx'

const AT_ONCE = 10

export default function Rankings() {
  const said = useSignal<string | undefined>(undefined)
  const list = useMemo(
    () => pages('listRankingImports', { query: { sort: 'createdAt:DESC', limit: AT_ONCE } }),
    [],
  )
  return (
    <Page title={say(t.rankings)} lead={say(t.rankingsLead)} class="settings" aside={<Places />}>
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {may('ranking-import') && <PickRanking notify={(text) => (said.value = text)} />}
      <section class="part">
        <h2>{say(t.rankingImports)}</h2>
        <More
          list={list}
          label={say(t.rankingImports)}
          class="lines"
          empty={<p class="soft">{say(t.noRankingImports)}</p>}
          row={(one) => <Row key={one.id} of={one} />}
        />
      </section>
    </Page>
  )
}

const Places = () => (
  <p class="actions start">
    {may('candidate-read') && (
      <a class="quiet" href="/catalogue/candidates">
        {say(t.title)}
      </a>
    )}
    {may('pipeline-read') && (
      <a class="quiet" href="/catalogue/pipeline">
        {say(t.pipeline)}
      </a>
    )}
  </p>
)

function Row({ of }: { of: Item<'listRankingImports'> }) {
  const { user, clientId, storedRows, unreadableRows, unreadable, createdAt } = of
  const who = user ? user.displayName : clientId
  return (
    <li>
      <div class="line-main">
        <strong>{momentOf(createdAt)}</strong>
        <p class="detail">
          {[say(t.rankingEntries, { count: storedRows }), ...(who === undefined ? [] : [named(who)])].join(
            ' · ',
          )}
        </p>
        {unreadableRows > 0 && (
          <details>
            <summary>{say(t.unreadableRows, { count: unreadableRows })}</summary>
            <ul class="lines short">
              {unreadable.map(({ line, text, reason }) => (
                <li key={line}>
                  <div class="line-main">
                    {say(t.rankingLine, { line, reason: say(t.rankingFault, { fault: reason }) })}
                    {text !== '' && (
                      <p class="detail">
                        <bdi>{text}</bdi>
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {unreadableRows > unreadable.length && (
              <p class="soft">{say(t.moreUnreadable, { count: unreadableRows - unreadable.length })}</p>
            )}
          </details>
        )}
      </div>
    </li>
  )
}
