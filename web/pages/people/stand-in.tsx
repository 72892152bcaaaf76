/** The page of a stand-in. It is like a person's page, and everybody who sees a match with the stand-in can open it. */
import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { Body } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { UUID, exactly } from '../../parts/fields/filter.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { localDay } from '../../parts/marks/days.ts'
import { type Figure, Figures } from '../../parts/marks/figures.tsx'
import { named } from '../../parts/marks/names.ts'
import { calendar, monthText, number, timeZone } from '../../parts/marks/numbers.ts'
import { later } from '../../parts/page/later.tsx'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import type { PageView } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t as people } from '../../texts/people.ts'
import { t } from '../../texts/stand-in.ts'
import { say } from '../../texts/text.ts'
import { AsOne, Namesakes } from './same-parts.ts'
import { Chips } from './chips.tsx'
import { type Chosen, chosenIn, isNarrowed, searchOf, spanOf } from './filter.ts'
import { useNamesake } from './use-namesake.ts'
import { runOf, wonOf } from './numbers.tsx'
import { Sheet } from './sheet.tsx'
import { ThisIsMe } from './this-is-me.tsx'

const StandInCodes = later(
  async () => (await import('../../parts/invitations/stand-in-codes.tsx')).StandInCodes,
)
const RenameDialog = later(async () => (await import('../../parts/dialogs/stand-in-name.tsx')).RenameDialog)

type StandIn = Body<'getStatisticsOfGhostPlayer'>

export default function StandInPage({ params: { id = '' } }: PageProps) {
  return UUID.test(id) ? <Read id={id} /> : <Absent of={gone()} />
}

function Read({ id }: { id: string }) {
  const { url, route } = useLocation()
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const chosen = useMemo(() => chosenIn(search), [search])
  const known = useRef<StandIn>(undefined)
  const me = session.value
  const read = kept('getStatisticsOfGhostPlayer', {
    params: { ghostPlayerId: id },
    query: {
      ...spanOf(chosen, timeZone()),
      ...(chosen.community === undefined ? {} : { communityId: chosen.community }),
    },
  }).value
  const namesake = useNamesake(read.value)
  // Both are requested at once, because a lead that came later would push the figures down.
  const value = claimOf(id).state === 'loading' ? undefined : read.value
  if (me.state !== 'in') return null
  // Shows the name while other figures load.
  known.current = value ?? known.current
  const name = known.current?.ghostPlayer.displayName ?? say(t.title)
  const choose = (other: Chosen) => route(`/stand-ins/${id}${searchOf(other)}`, true)
  const frameOf = (value: StandIn | undefined): PageView => ({
    title: name,
    class: 'person',
    lead: known.current && <Lead of={known.current} me={me.user.id} />,
    aside: known.current && <Ways of={known.current} me={me} />,
    children: (
      <>
        {known.current && (
          <Chips chosen={chosen} choose={choose} of={id} isStandIn isRead={value !== undefined} />
        )}
        {!value && <Skeleton rows={6} />}
        {value && value.matches > 0 && (
          <Sheet
            of={value}
            opponentsOf={id}
            isStandIn
            numbers={
              <>
                <Numbers of={value} me={me.canonicalPlayerId} isNarrowed={isNarrowed(chosen)} />
                <Whose of={value} me={me.user.id} />
                <AsOne id={id} count={value.countedAsOne} />
              </>
            }
            isMe={false}
            chosen={chosen}
          />
        )}
        {/* Last, because it is known later and must not move the figures. */}
        {value && value.matches > 0 && namesake !== 'loading' && (
          <Namesakes key={id} of={value} question={namesake} />
        )}
        {value?.matches === 0 &&
          (isNarrowed(chosen) ? (
            <Empty href={`/stand-ins/${id}`} action={say(people.showAllMatches)}>
              {say(people.noMatchesNarrow)}
            </Empty>
          ) : (
            <>
              <Empty>{say(t.noMatches, { name: named(name) })}</Empty>
              <Whose of={value} me={me.user.id} />
            </>
          ))}
      </>
    ),
  })
  return (
    <Shown
      of={{ ...read, value }}
      loading={frameOf(undefined)}
      gone={gone()}
      hidden={refused()}
      view={frameOf}
    />
  )
}

/** The claim on a stand-in. It reads signals, so call it while rendering. */
const claimOf = (id: string) =>
  kept('listClaimEdges', {
    query: { filter: `ghostPlayerId==${exactly(id)};revokedAt=null=true`, limit: 1 },
  }).value

function Whose({ of, me }: { of: StandIn; me: string }) {
  const { ghostPlayer, owner, canonicalPlayer, claimable, claimRequests } = of
  const isClaimed = canonicalPlayer || claimOf(ghostPlayer.id).value?.items[0]
  if (owner.id !== me) return claimable || claimRequests > 0 ? <ThisIsMe of={of} /> : null
  return isClaimed ? null : (
    <>
      {claimRequests > 0 && may('inbox-read') && (
        <p class="notice">
          {say(t.asks, { count: claimRequests })} <a href="/inbox">{say(t.toInbox)}</a>
        </p>
      )}
      <div class="stand-in-keeping">
        <StandInCodes standIns={[ghostPlayer]} />
      </div>
    </>
  )
}

/** Only the owner of the stand-in, and people who see the claimant, know whether it is claimed. */
function Lead({ of, me }: { of: StandIn; me: string }) {
  const { ghostPlayer, owner, canonicalPlayer, countedAsOne } = of
  const isMine = owner.id === me
  const claims = claimOf(ghostPlayer.id)
  const person = canonicalPlayer ?? claims.value?.items[0]?.canonicalPlayer
  const name = named(ghostPlayer.displayName)
  const sentence = person
    ? say(t.isPerson, { person: named(person.displayName), name })
    : isMine
      ? claims.value && say(t.keptByMe, { name })
      : say(t.kept, { owner: named(owner.displayName), name })
  return (
    <>
      {[
        sentence,
        !isMine && say(people.ofWhatYouMaySee),
        countedAsOne !== undefined && say(people.countedAsOne, { count: countedAsOne }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}

function Ways({ of, me }: { of: StandIn; me: { user: { id: string }; canonicalPlayerId: string } }) {
  const renaming = useSignal(false)
  const { ghostPlayer, owner, canonicalPlayer } = of
  const name = named(ghostPlayer.displayName)
  const close = () => (renaming.value = false)
  return (
    <nav class="page-ways" aria-label={ghostPlayer.displayName}>
      {canonicalPlayer && (
        <a class="quiet" href={`/people/${canonicalPlayer.id}`}>
          {say(t.toPerson, { name: named(canonicalPlayer.displayName) })}
        </a>
      )}
      {canonicalPlayer?.id !== me.canonicalPlayerId && (
        <a class="quiet" href={`/people/${me.canonicalPlayerId}/with/${ghostPlayer.id}`}>
          {say(t.withMe, { name })}
        </a>
      )}
      {may('match-read') && (
        <a class="quiet" href={`/matches?standIn=${ghostPlayer.id}`}>
          {say(people.toMatches)}
        </a>
      )}
      {owner.id === me.user.id &&
        canonicalPlayer?.id !== me.canonicalPlayerId &&
        may('ghost-player-update') && (
          <button type="button" class="quiet" onClick={() => (renaming.value = true)}>
            {say(t.rename)}
          </button>
        )}
      {renaming.value && <RenameDialog standIn={ghostPlayer} close={close} done={close} />}
    </nav>
  )
}

interface NumbersProps {
  of: StandIn
  me: string
  isNarrowed: boolean
}

function Numbers({ of, me, isNarrowed: narrowed }: NumbersProps) {
  const { ghostPlayer, matches, games, firstPlayedAt = '' } = of
  const pair = kept('getHeadToHead', {
    params: { canonicalPlayerId: me, otherId: ghostPlayer.id },
    query: { timeZone: timeZone() },
  }).value.value
  const all: Figure = {
    name: say(people.matches),
    value: number(matches),
    below: say(t.matches, { games, month: monthText(localDay(firstPlayedAt).slice(0, 7)) }),
  }
  // This counts all matches, so it is hidden while there is a filter.
  const met = !narrowed && pair && pair.met > 0 ? metOf(pair) : []
  return <Figures of={[all, wonOf(of), ...(met.length > 0 ? met : [runOf(of)])]} />
}

function metOf({ met, ahead, level, behind, meetings, games }: Body<'getHeadToHead'>): Figure[] {
  const [last] = meetings
  const decided = ahead + level + behind
  return [
    {
      name: say(t.aheadOfYou),
      value: decided === 0 ? say(people.nothing) : `${number(behind)}–${number(ahead)}`,
      below: decided === 0 ? say(people.noContest) : say(t.aheadOf, { met, level }),
    },
    ...(last === undefined
      ? []
      : [
          {
            name: say(t.lastMet),
            value: calendar(last.on, { month: 'short', day: 'numeric' }),
            below: last.game === undefined ? '' : (games[last.game]?.game.displayName ?? ''),
          },
        ]),
  ]
}

const gone = (): Absence => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/people',
  action: say(people.find),
})

const refused = (): Absence => ({
  title: say(t.refused),
  lead: say(t.refusedWhy),
  href: '/people',
  action: say(people.find),
  isSecond: true,
})
