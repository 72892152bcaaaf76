/** The reader's own page as somebody else gets it: a person, a member of a group, or somebody new. */
import type { JSX } from 'preact'
import { kept } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { UUID } from '../../parts/fields/filter.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { localDay } from '../../parts/marks/days.ts'
import { named } from '../../parts/marks/names.ts'
import { monthText, timeZone } from '../../parts/marks/numbers.ts'
import { Ref } from '../../parts/marks/ref.tsx'
import { When } from '../../parts/marks/when.tsx'
import { Missing } from '../../parts/page/fault.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import type { PageProps } from '../../page-props.ts'
import { t as people } from '../../texts/people.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { SeenNumbers } from './numbers.tsx'
import { Sheet } from './sheet.tsx'

type Looker = { kind: 'user' | 'group'; id: string } | { kind: 'stranger' }

export default function SeenAsPage({ params: { looker = '' } }: PageProps) {
  const who = lookerIn(looker)
  return who ? <SeenAs who={who} /> : <Missing />
}

function lookerIn(path: string): Looker | undefined {
  if (path === 'stranger') return { kind: 'stranger' }
  const [, kind, id = ''] = /^(user|group)-(.+)$/.exec(path) ?? []
  return UUID.test(id) ? { kind: kind === 'user' ? 'user' : 'group', id } : undefined
}

type Sight = Body<'getSightOfStranger'>

function SeenAs({ who }: { who: Looker }) {
  const gone = { title: say(t.look), lead: say(t.lookGone), href: '/settings/privacy', action: say(t.back) }
  return (
    <Shown<Sight>
      of={sightOf(who)}
      loading={say(t.look)}
      gone={gone}
      hidden={gone}
      view={(sight) => ({
        title: sight.profile || sight.history ? sight.displayName : say(people.refusedTitle),
        class: 'person',
        lead: leadOf(sight),
        children: (
          <>
            <div class="notice">
              <p>{saysWho(who)}</p>
              <p>
                <a href="/settings/privacy">{say(t.back)}</a>
              </p>
            </div>
            <PageOf sight={sight} />
            <Matches sight={sight} />
          </>
        ),
      })}
    />
  )
}

/** It reads signals, so call it while rendering. */
function sightOf(who: Looker) {
  const query = { timeZone: timeZone() }
  switch (who.kind) {
    case 'user':
      return kept('getSightOfUser', { params: { userId: who.id }, query }).value
    case 'group':
      return kept('getSightOfGroup', { params: { groupId: who.id }, query }).value
    default:
      return kept('getSightOfStranger', { query }).value
  }
}

function saysWho(who: Looker): string {
  switch (who.kind) {
    case 'user': {
      const name = kept('getUser', { params: { userId: who.id } }).value.value?.displayName
      return name === undefined ? say(t.look) : say(t.looksAs, { name: named(name) })
    }
    case 'group': {
      const name = kept('getGroup', { params: { groupId: who.id } }).value.value?.displayName
      return name === undefined ? say(t.look) : say(t.looksAsGroup, { name: named(name) })
    }
    default:
      return say(t.looksAsStranger)
  }
}

function leadOf({ profile, displayName, history, figures }: Sight): JSX.Element | undefined {
  if (!history)
    return (
      <>{profile ? say(people.refusedWhy, { name: named(displayName) }) : say(people.refusedWhyUnnamed)}</>
    )
  const first = figures?.firstPlayedAt
  const since = first && say(people.playingSince, { month: monthText(localDay(first).slice(0, 7)) })
  return <>{[since, say(people.ofWhatYouMaySee)].filter(Boolean).join(' · ')}</>
}

function PageOf({ sight: { displayName, figures } }: { sight: Sight }) {
  if (!figures) return null
  if (figures.matches === 0) return <Empty>{say(people.noMatchesOther, { name: named(displayName) })}</Empty>
  const noOpponents = (
    <section class="part">
      <h2>{say(people.across)}</h2>
      <p class="soft">{say(t.noOpponents)}</p>
    </section>
  )
  return (
    <Sheet
      of={figures}
      noOpponents={noOpponents}
      numbers={<SeenNumbers of={figures} />}
      isMe={false}
      chosen={{}}
    />
  )
}

/** Which of the reader's own matches the other person sees, whether or not the page opens. */
function Matches({ sight: { recorded, seen, withDetails, drafts, newest, figures } }: { sight: Sight }) {
  return (
    <section class="part sight">
      <h2>{say(t.newest)}</h2>
      <p>
        {say(t.seen, { seen, recorded })} {recorded > 0 && say(t.details, { count: withDetails })}
      </p>
      {drafts > 0 && <p>{say(t.drafts, { count: drafts })}</p>}
      {newest.length > 0 && (
        <ul class="lines short">
          {newest.map(({ id, game, playedAt, details }) => (
            <li key={id}>
              <span class="line-main">
                <Ref to="/matches" of={{ id, displayName: game.displayName }} />
              </span>
              <span class="line-side">
                <When at={playedAt} /> · {say(details ? t.withScores : t.withoutScores)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {figures && <p class="hint">{say(t.onlyMine)}</p>}
    </section>
  )
}
