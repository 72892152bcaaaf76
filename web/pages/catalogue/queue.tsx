/** The queue of candidates by rank. `j` and `k` walk through it, and Enter opens a candidate. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { CHOICES, type Chosen, NAMES, type Sought, queueOf, searchOf, soughtIn } from './filter.ts'
import { useKeys } from './keys.ts'
import { wordOf } from './names.ts'
import { RetryMany } from './retry-many.tsx'

export default function Queue({ query }: PageProps) {
  const { route } = useLocation()
  const sought = soughtIn(query)
  const search = searchOf(sought)
  const isRetrying = useSignal(false)
  useKeys({ j: () => walk(1), k: () => walk(-1) })
  return (
    <Page
      title={say(t.title)}
      lead={say(t.walkHint)}
      aside={
        <>
          {may('pipeline-read') && (
            <a class="quiet" href="/catalogue/pipeline">
              {say(t.pipeline)}
            </a>
          )}
          {may('ranking-read') && (
            <a class="quiet" href="/catalogue/rankings">
              {say(t.rankings)}
            </a>
          )}
          {may('candidate-retry') && (
            <button type="button" class="second" onClick={() => (isRetrying.value = true)}>
              {say(t.retryMany)}
            </button>
          )}
        </>
      }
    >
      <div class="filters" role="group" aria-label={say(t.filters)}>
        {NAMES.map((name) => (
          <Choice
            key={name}
            name={name}
            chosen={sought[name]}
            choose={(value) => {
              const { [name]: _before, ...others } = sought
              route(`/catalogue/candidates${searchOf(value === '' ? others : { ...others, [name]: value })}`)
            }}
          />
        ))}
      </div>
      <List key={search} sought={sought} />
      {isRetrying.value && <RetryMany sought={sought} close={() => (isRetrying.value = false)} />}
    </Page>
  )
}

/** Moves the focus to the next candidate, or to the one before. */
function walk(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.candidates .line-link')]
  const at = links.findIndex((link) => link === document.activeElement)
  links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}

const LABELS = { status: t.status, stage: t.stage, reliability: t.reliability, isExpansion: t.kind }

function Choice({
  name,
  chosen,
  choose,
}: {
  name: Chosen
  chosen: string | undefined
  choose: (value: string) => void
}) {
  const state = may('pipeline-read') ? kept('getPipelineStatus').value.value : undefined
  const counts: Readonly<Record<string, number>> | undefined =
    name === 'status' ? state?.candidatesByStatus : name === 'stage' ? state?.candidatesByStage : undefined
  return (
    <select
      class={chosen === undefined ? 'chip empty' : 'chip chosen'}
      aria-label={say(LABELS[name])}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{say(LABELS[name])}</option>
      {CHOICES[name].map((value) => (
        <option key={value} value={value}>
          {counts?.[value] === undefined
            ? wordOf(value)
            : say(t.withCount, { name: wordOf(value), count: counts[value] })}
        </option>
      ))}
    </select>
  )
}

function List({ sought }: { sought: Sought }) {
  const search = searchOf(sought)
  const list = useMemo(() => pages('listCandidates', queueOf(sought)), [search])
  return (
    <More
      list={list}
      label={say(t.title)}
      class="lines candidates"
      row={(candidate) => <Row key={candidate.id} candidate={candidate} search={search} />}
      empty={
        search === '' ? (
          <Empty>{say(t.empty)}</Empty>
        ) : (
          <Empty href="/catalogue/candidates" action={say(t.showAll)}>
            {say(t.none)}
          </Empty>
        )
      }
    />
  )
}

const Row = ({ candidate, search }: { candidate: Item<'listCandidates'>; search: string }) => {
  const { id, displayName, yearPublished, isExpansion, status, stage, reliability, failureReason } = candidate
  return (
    <li>
      <div class="line-main">
        <a class="line-link" href={`/catalogue/candidates/${id}${search}`}>
          <bdi>{displayName}</bdi>
        </a>
        <p class="line-below">
          {[
            isExpansion ? say(t.expansion) : say(t.game),
            yearPublished === undefined ? undefined : String(yearPublished),
            wordOf(stage),
            failureReason,
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      <p class="line-side">
        {wordOf(status)}
        <br />
        {wordOf(reliability)}
      </p>
    </li>
  )
}
