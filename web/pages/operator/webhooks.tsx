/** The webhooks, and how each of them goes. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { isFailing } from './findings.ts'

export default function Webhooks() {
  const list = useMemo(() => pages('listWebhooks', { query: { limit: 50 } }), [])
  return (
    <Page
      title={say(t.goWebhooks)}
      lead={say(t.webhooksLead)}
      class="people"
      aside={
        <a class="quiet" href="/operator">
          {say(t.back)}
        </a>
      }
    >
      <More
        list={list}
        label={say(t.goWebhooks)}
        class="lines"
        empty={<Empty>{say(t.noWebhooks)}</Empty>}
        row={(webhook) => <Row key={webhook.id} of={webhook} />}
      />
    </Page>
  )
}

const Row = ({ of }: { of: Item<'listWebhooks'> }) => (
  <li>
    <div class="line-main">
      <a class="line-link" href={`/operator/webhooks/${of.id}`}>
        <bdi>{of.url}</bdi>
      </a>
      <p class="detail">
        {of.description === '' ? (
          say(t.maker, { name: named(of.maker.displayName) })
        ) : (
          <bdi>{of.description}</bdi>
        )}
      </p>
    </div>
    <span class="line-side">{say(of.enabled ? (isFailing(of) ? t.fails : t.works) : t.isOff)}</span>
  </li>
)
