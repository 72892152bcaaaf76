/** Chooses who looks at the reader's page: a person, a member of a group, or somebody new. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { useLocation } from '../../location.tsx'
import { later } from '../../parts/page/later.tsx'
import { ownGroups } from '../../parts/privacy/three.tsx'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'

const PersonPicker = later(async () => (await import('../../parts/privacy/add-people.tsx')).PersonPicker)

interface Person {
  id: string
  displayName: string
}

/** The most people to choose from without a search. */
const AT_HAND = 50
const SOMEBODY_ELSE = 'else'

export function Look() {
  const known = kept('listAudience', { params: { dataType: 'PROFILE' }, query: { limit: AT_HAND } }).value
  const groups = ownGroups().value.value?.items ?? []
  const sought = useSignal<Person | undefined>(undefined)
  const chosen = useSignal('stranger')
  const { route } = useLocation()
  const isPicking = useSignal(false)
  const people = [
    ...(sought.value ? [sought.value] : []),
    ...(known.value?.items ?? []).filter(({ id }) => id !== sought.value?.id),
  ]
  const show = () => route(`/settings/privacy/as/${chosen.value}`)
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
      {isPicking.value && (
        <PersonPicker
          title={say(t.somebodyTitle)}
          choose={({ id, label }) => {
            sought.value = { id, displayName: label }
            chosen.value = `user-${id}`
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
      <option key={id} value={`${kind}-${id}`}>
        {displayName}
      </option>
    ))}
  </optgroup>
)
