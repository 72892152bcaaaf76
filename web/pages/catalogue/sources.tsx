/** The rule sources of a candidate, and why some could not be read. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { More } from '../../parts/lists/more.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'

export function Sources({ id }: { id: string }) {
  const list = useMemo(
    () => pages('listRuleSources', { params: { candidateId: id }, query: { limit: 20 } }),
    [id],
  )
  return (
    <section class="part">
      <h2>{say(t.sources)}</h2>
      <More
        list={list}
        label={say(t.sources)}
        class="lines short"
        row={({ id: sourceId, url, title, failureReason }) => (
          <li key={sourceId}>
            <div class="line-main">
              <a href={url} rel="noreferrer" target="_blank">
                <bdi>{title ?? url}</bdi>
              </a>
              {failureReason !== undefined && (
                <p class="line-below">{say(t.unread, { reason: failureReason })}</p>
              )}
            </div>
          </li>
        )}
        empty={<p class="soft">{say(t.noSources)}</p>}
      />
    </section>
  )
}
