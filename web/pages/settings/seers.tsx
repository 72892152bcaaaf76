/** The page of everybody who sees the reader's page, matches or scores, with the reason. */
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import type { PageProps } from '../../page-props.ts'
import { More } from '../../parts/lists/more.tsx'
import { Ref } from '../../parts/marks/ref.tsx'
import { Missing } from '../../parts/page/fault.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { DataType } from '../../parts/privacy/saving.ts'
import { PATHS, levelIn } from '../../parts/privacy/sentence.tsx'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'

type Seer = Item<'listAudience'>

const TITLES = { PROFILE: t.seersPage, MATCH_HISTORY: t.seersMatches, MATCH_DETAILS: t.seersScores }

const REASONS = {
  SETTING: t.becauseSetting,
  TRUST: t.becauseTrust,
  TABLE: t.becauseTable,
  COMMUNITY: t.becauseCommunity,
  GROUP_OWNER: t.becauseGroup,
}

export default function Seers({ params: { kind } }: PageProps) {
  const dataType = (Object.keys(PATHS) as DataType[]).find((one) => PATHS[one] === kind)
  return dataType ? <List dataType={dataType} /> : <Missing />
}

function List({ dataType }: { dataType: DataType }) {
  const params = { dataType }
  const list = useMemo(() => pages('listAudience', { params, query: { limit: 20 } }), [dataType])
  const { value: audience, state } = kept('getAudience').value
  const isHere = list.state.value !== 'loading' && state !== 'loading'
  const count = list.hasMore.value ? undefined : list.items.value.length
  const level = audience?.data.find((one) => one.dataType === dataType)?.level
  const now = audience && level && levelIn(audience, dataType, level)
  const isKnown = now && count !== undefined && !now.everybody
  const hidden = isKnown ? now.people + now.inPart - count : 0
  const hiddenPlayers = isKnown && dataType !== 'PROFILE' ? (audience?.hiddenPlayers ?? 0) : 0
  return (
    <Page title={say(TITLES[dataType])} class="settings">
      {!isHere && <Skeleton />}
      {isHere && (now?.everybody || count !== 0) && (
        <p class="lead">{say(now?.everybody ? t.seersEverybody : t.seersLead)}</p>
      )}
      {isHere && (
        <>
          <More
            list={list}
            label={say(TITLES[dataType])}
            class="lines"
            row={(seer) => <Row key={seer.id} seer={seer} />}
            empty={<p class="soft">{say(t.seersNone)}</p>}
          />
          {hidden > 0 && <p class="soft">{say(t.seersHidden, { count: hidden })}</p>}
          {hiddenPlayers > 0 && <p class="soft">{say(t.seersHiddenPlayers, { count: hiddenPlayers })}</p>}
          <p>
            <a href="/settings/privacy">{say(t.back)}</a>
          </p>
        </>
      )}
    </Page>
  )
}

const Row = ({ seer: { canonicalPlayer, sees, reasons } }: { seer: Seer }) => (
  <li>
    <div class="line-main">
      <strong>
        <Ref to="/people" of={canonicalPlayer} />
      </strong>
      <p class="detail">{reasons.map((reason) => say(REASONS[reason])).join(' · ')}</p>
    </div>
    {sees === 'PART' && <span class="line-side">{say(t.some)}</span>}
  </li>
)
