/** What people and the steps of the pipeline did with a candidate, newest first. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { More } from '../../parts/lists/more.tsx'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { When } from '../../parts/marks/when.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { fieldText } from './fields.ts'
import { againAt } from './names.ts'

type Done = Item<'listCandidateActivity'>

export function Activity({ id }: { id: string }) {
  const list = useMemo(
    () =>
      pages('listCandidateActivity', {
        params: { candidateId: id },
        query: { sort: 'createdAt:DESC', limit: 10 },
      }),
    [id],
  )
  return (
    <section class="part">
      <h2>{say(t.activity)}</h2>
      <More
        list={list}
        label={say(t.activity)}
        class="lines short"
        row={(one) => <Row key={one.id} of={one} />}
        empty={<p class="soft">{say(t.noActivity)}</p>}
      />
    </section>
  )
}

const Row = ({ of }: { of: Done }) => {
  const { user, clientId, fields, url, reason, nextAttemptAt, createdAt } = of
  return (
    <li>
      <div class="line-main">
        {say(TEXTS[of.kind])}
        <p class="line-below">
          {[
            user ? named(user.displayName) : clientId === undefined ? undefined : named(clientId),
            fields && fields.length > 0
              ? listOfNames(fields.map((field) => fieldText(field).label))
              : undefined,
            url === undefined ? undefined : named(url),
            reason,
            againAt(nextAttemptAt),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      <p class="line-side">
        <When at={createdAt} />
      </p>
    </li>
  )
}

const TEXTS = {
  CREATED: t.wasCreated,
  CHANGED: t.wasChanged,
  SOURCE_ADDED: t.sourceAdded,
  SOURCE_DELETED: t.sourceDeleted,
  APPROVED: t.approved,
  REJECTED: t.rejected,
  RETRIED: t.wasRetried,
  ENRICHED: t.enriched,
  SOURCE_READ: t.sourceRead,
  RULES_COLLECTED: t.rulesCollected,
  INTERPRETED: t.interpreted,
  ATTEMPT_FAILED: t.attemptFailed,
  FAILED: t.failed,
  BLOCKED: t.blocked,
  PUBLISHED: t.published,
} as const
