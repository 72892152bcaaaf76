/** The games for which imports wait, the most wanted first. Editors can add each of them with a link. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'

const AT_ONCE = 30

export default function MissingGames() {
  const list = useMemo(() => pages('listMissingGames', { query: { limit: AT_ONCE } }), [])
  return (
    <Page title={say(t.lacking)} lead={say(t.missingLead)} class="game-list">
      <More
        list={list}
        label={say(t.lacking)}
        class="lines"
        empty={<Empty>{say(t.missingNone)}</Empty>}
        row={(game) => <Row key={game.id} game={game} />}
      />
    </Page>
  )
}

const Row = ({ game: { name, bggId, plays, people } }: { game: Item<'listMissingGames'> }) => (
  <li>
    <div class="line-main">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p class="detail">{say(t.missingWaits, { plays, people })}</p>
    </div>
    {may('game-create') && (
      <a
        class="button second"
        href={`/games/new?${new URLSearchParams({ name, ...(bggId === undefined ? {} : { bgg: String(bggId) }) })}`}
        aria-label={say(t.missingAddThis, { name: named(name) })}
      >
        {say(t.missingAdd)}
      </a>
    )}
  </li>
)
