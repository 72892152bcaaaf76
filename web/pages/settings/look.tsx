/** Shows what somebody else gets of the reader: a person, a member of a group, or somebody new. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { Unread } from '../../parts/lists/unread.tsx'
import { named } from '../../parts/marks/names.ts'
import { Ref } from '../../parts/marks/ref.tsx'
import { When } from '../../parts/marks/when.tsx'
import { later } from '../../parts/page/later.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { ownGroups } from '../../parts/privacy/three.tsx'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'

const PersonPicker = later(async () => (await import('../../parts/privacy/add-people.tsx')).PersonPicker)

interface Person {
  id: string
  displayName: string
}

type Looker = { kind: 'stranger' } | ({ kind: 'user' | 'group' } & Person)

/** The most people to choose from without a search. */
const AT_HAND = 50
const SOMEBODY_ELSE = 'else'

export function Look() {
  const known = kept('listAudience', { params: { dataType: 'PROFILE' }, query: { limit: AT_HAND } }).value
  const groups = ownGroups().value.value?.items ?? []
  const sought = useSignal<Person | undefined>(undefined)
  const chosen = useSignal('stranger')
  const shown = useSignal<Looker | undefined>(undefined)
  const isPicking = useSignal(false)
  const people = [
    ...(sought.value ? [sought.value] : []),
    ...(known.value?.items ?? []).filter(({ id }) => id !== sought.value?.id),
  ]
  const show = () => (shown.value = lookerOf(chosen.value, people, groups))
  return (
    <section class="look">
      <header>
        <h2>{say(t.look)}</h2>
        <p class="hint">{say(t.lookWhy)}</p>
      </header>
      <div class="sheet">
        <div class="field">
          <label for="look-who">{say(t.who)}</label>
          <select
            id="look-who"
            value={chosen.value}
            onChange={({ currentTarget }) => {
              if (currentTarget.value === SOMEBODY_ELSE) {
                isPicking.value = true
                currentTarget.value = chosen.value
              } else chosen.value = currentTarget.value
            }}
          >
            <option value="stranger">{say(t.stranger)}</option>
            {people.length > 0 && <Options label={say(t.people)} kind="user" of={people} />}
            {groups.length > 0 && <Options label={say(t.groups)} kind="group" of={groups} />}
            <option value={SOMEBODY_ELSE}>{say(t.somebodyElse)}</option>
          </select>
        </div>
      </div>
      <p class="actions start">
        <button type="button" class="second" onClick={show}>
          {say(t.show)}
        </button>
      </p>
      {shown.value && <Sight key={JSON.stringify(shown.value)} who={shown.value} />}
      {isPicking.value && (
        <PersonPicker
          title={say(t.somebodyTitle)}
          choose={({ id, label }) => {
            sought.value = { id, displayName: label }
            chosen.value = `user:${id}`
            isPicking.value = false
          }}
          close={() => (isPicking.value = false)}
        />
      )}
    </section>
  )
}

const Options = ({ label, kind, of }: { label: string; kind: 'user' | 'group'; of: readonly Person[] }) => (
  <optgroup label={label}>
    {of.map(({ id, displayName }) => (
      <option key={id} value={`${kind}:${id}`}>
        {displayName}
      </option>
    ))}
  </optgroup>
)

function lookerOf(value: string, people: readonly Person[], groups: readonly Person[]): Looker {
  const [kind, id] = value.split(':')
  const found = (kind === 'user' ? people : groups).find((one) => one.id === id)
  return found && (kind === 'user' || kind === 'group')
    ? { kind, id: found.id, displayName: found.displayName }
    : { kind: 'stranger' }
}

const sightOf = (who: Looker) => {
  switch (who.kind) {
    case 'user':
      return kept('getSightOfUser', { params: { userId: who.id } }).value
    case 'group':
      return kept('getSightOfGroup', { params: { groupId: who.id } }).value
    case 'stranger':
      return kept('getSightOfStranger').value
  }
}

function titleOf(who: Looker): string {
  if (who.kind === 'stranger') return say(t.sightStranger)
  return say(who.kind === 'user' ? t.sightTitle : t.sightGroup, { name: named(who.displayName) })
}

function Sight({ who }: { who: Looker }) {
  const { value, error } = sightOf(who)
  const isGone = error instanceof Problem && (error.status === 403 || error.status === 404)
  return (
    <section class="sheet sight" aria-live="polite">
      <h3>{titleOf(who)}</h3>
      {value ? (
        <Seen sight={value} />
      ) : isGone ? (
        <p>{say(t.lookGone)}</p>
      ) : error ? (
        <Unread error={error} />
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  )
}

function Seen({ sight }: { sight: Body<'getSightOfStranger'> }) {
  const { profile, displayName, history, recorded, seen, withDetails, drafts, newest } = sight
  return (
    <>
      <div class="sight-page">
        <p class={profile ? 'sight-name' : 'sight-name soft'}>
          <bdi>{profile ? displayName : say(t.neutral)}</bdi>
        </p>
        <p>{say(profile ? t.hasPage : t.noPage)}</p>
        <p>{say(history ? t.hasHistory : t.noHistory)}</p>
      </div>
      <div class="sight-matches">
        <p>
          {say(t.seen, { seen, recorded })} {recorded > 0 && say(t.details, { count: withDetails })}
        </p>
        {drafts > 0 && <p>{say(t.drafts, { count: drafts })}</p>}
        {newest.length > 0 && (
          <>
            <h4>{say(t.newest)}</h4>
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
          </>
        )}
        <p class="hint">{say(t.onlyMine)}</p>
      </div>
    </>
  )
}
