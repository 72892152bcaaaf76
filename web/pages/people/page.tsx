/** The page of a person: their figures and plots, from matches that the reader may see. */
import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { monthText, timeZone } from '../../parts/marks/numbers.ts'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import type { PageView } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { Chips } from './chips.tsx'
import { type Chosen, chosenIn, isNarrowed, searchOf, spanOf } from './filter.ts'
import { gone } from './gone.ts'
import { localDay } from '../../parts/marks/days.ts'
import { AsOne } from './same-parts.ts'
import { Numbers, type Statistics } from './numbers.tsx'
import { MOST_MET } from './same.ts'
import { Sheet } from './sheet.tsx'
import { PictureButton } from '../../parts/pictures/button.tsx'

export default function PersonPage({ params: { id = '' } }: PageProps) {
  return UUID.test(id) ? <Person id={id} /> : <Absent of={gone()} />
}

function Person({ id }: { id: string }) {
  const { url, route } = useLocation()
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const chosen = useMemo(() => chosenIn(search), [search])
  const known = useRef<string>(undefined)
  const me = session.value
  const read = kept('getPersonStatistics', {
    params: { canonicalPlayerId: id },
    query: {
      ...spanOf(chosen, timeZone()),
      ...(chosen.community === undefined ? {} : { communityId: chosen.community }),
    },
  }).value
  if (me.state !== 'in') return null
  const isMe = id === me.canonicalPlayerId
  const choose = (other: Chosen) => route(`/people/${id}${searchOf(other)}`, true)
  // Shows the name while other figures load.
  known.current = read.value?.canonicalPlayer.displayName ?? known.current
  const name = known.current ?? say(t.title)
  const frameOf = (value: Statistics | undefined): PageView => ({
    title: name,
    class: 'person',
    lead: value && <Lead of={value} isMe={isMe} />,
    aside: known.current !== undefined && (
      <Ways id={id} isMe={isMe} me={me.canonicalPlayerId} name={name} of={value} />
    ),
    children: (
      <>
        <Chips chosen={chosen} choose={choose} of={id} isRead={value !== undefined} />
        {!value && <Skeleton rows={6} />}
        {value && value.matches > 0 && (
          <Sheet
            of={value}
            opponentsOf={id}
            numbers={
              <>
                <Numbers of={value} id={id} chosen={chosen} />
                <AsOne id={id} count={value.countedAsOne} />
              </>
            }
            isMe={isMe}
            chosen={chosen}
          />
        )}
        {value?.matches === 0 && <Nothing id={id} isMe={isMe} name={name} isNarrowed={isNarrowed(chosen)} />}
      </>
    ),
  })
  const isRefused = read.error instanceof Problem && read.error.status === 403
  return (
    <Shown
      of={read}
      loading={frameOf(undefined)}
      gone={gone()}
      {...(isRefused && { hidden: refused(id) })}
      view={frameOf}
    />
  )
}

/** The lead says that the figures of other people count only what the reader may see. */
function Lead({ of: { firstPlayedAt, countedAsOne }, isMe }: { of: Statistics; isMe: boolean }): JSX.Element {
  const since =
    firstPlayedAt && say(t.playingSince, { month: monthText(localDay(firstPlayedAt).slice(0, 7)) })
  const asOne = countedAsOne !== undefined && say(t.countedAsOne, { count: countedAsOne })
  return <>{[since, !isMe && say(t.ofWhatYouMaySee), asOne].filter(Boolean).join(' · ')}</>
}

interface WaysProps {
  id: string
  isMe: boolean
  me: string
  name: string
  of: Statistics | undefined
}

function Ways({ id, isMe, me, name, of }: WaysProps) {
  const year = String(new Date().getFullYear())
  return (
    <nav class="page-ways" aria-label={name}>
      {!isMe && (
        <a class="quiet" href={`/people/${me}/with/${id}`}>
          {say(t.against, { name: named(name) })}
        </a>
      )}
      {may('match-read') && (
        <a class="quiet" href={isMe ? '/matches' : `/matches?person=${id}`}>
          {say(t.toMatches)}
        </a>
      )}
      {isMe && (
        <a class="quiet" href={`/recap/${year}`}>
          {say(t.toRecap, { year })}
        </a>
      )}
      {of && of.matches > 0 && (
        <PictureButton
          label={say(t.picture)}
          picture={async () => {
            const { items } = await metMost(id)
            return (await import('./picture.ts')).personPicture(name, of, items)
          }}
        />
      )}
    </nav>
  )
}

/** The opponents that the page shows, too. */
const metMost = async (canonicalPlayerId: string) =>
  (await call('listOpponents', { params: { canonicalPlayerId }, query: MOST_MET })).body

interface NothingProps {
  id: string
  isMe: boolean
  name: string
  isNarrowed: boolean
}

function Nothing({ id, isMe, name, isNarrowed }: NothingProps) {
  if (isNarrowed)
    return (
      <Empty href={`/people/${id}`} action={say(t.showAllMatches)}>
        {say(t.noMatchesNarrow)}
      </Empty>
    )
  if (!isMe) return <Empty>{say(t.noMatchesOther, { name: named(name) })}</Empty>
  return (
    <Empty {...(may('match-create') ? { href: '/record', action: say(t.record) } : {})}>
      <strong>{say(t.noMatches)}.</strong> {say(t.noMatchesYou)}
    </Empty>
  )
}

/** What to say if the service refuses: a person can hide their figures and still show their name. */
function refused(id: string): Absence {
  const name = kept('getCanonicalPlayer', { params: { canonicalPlayerId: id } }).value.value?.displayName
  return {
    title: name ?? say(t.refusedTitle),
    lead: name === undefined ? say(t.refusedWhyUnnamed) : say(t.refusedWhy, { name: named(name) }),
    href: '/people',
    action: say(t.find),
    isSecond: true,
  }
}
