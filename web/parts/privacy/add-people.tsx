/** A dialog that puts a person into one of the reader's groups. If there is none, it makes one. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { Problem } from '../../api/problem.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { containing } from '../fields/filter.ts'
import type { Choice } from '../fields/combobox.tsx'
import { Picker } from '../fields/picker.tsx'

type Group = Pick<Item<'listGroups'>, 'id' | 'displayName'>

interface AddPeopleProps {
  groups: readonly Group[]
  /** The ids of the groups that the setting lets in. */
  chosen: readonly string[]
  letIn: (groupId: string) => Promise<void>
  close: () => void
}

export function AddPeople({ groups, chosen, letIn, close }: AddPeopleProps) {
  const action = useAction()
  const add = async (userId: string) => {
    const group = groupFor(groups, chosen) ?? (await newGroup())
    await addMember(group.id, userId)
    await letIn(group.id)
    close()
  }
  return (
    <PersonPicker
      title={say(t.addTitle)}
      choose={({ id }) => void action.run(() => add(id))}
      close={close}
      below={<Refused of={action.refused} />}
    />
  )
}

interface AddToGroupProps {
  groupId: string
  title: string
  done: (name: string) => void
  close: () => void
}

export function AddToGroup({ groupId, title, done, close }: AddToGroupProps) {
  const action = useAction()
  const add = async ({ id, label }: Choice) => {
    await addMember(groupId, id)
    close()
    done(label)
  }
  return (
    <PersonPicker
      title={title}
      choose={(person) => void action.run(() => add(person))}
      close={close}
      below={<Refused of={action.refused} />}
    />
  )
}

/** The group for these people: one that this page has made. A group such as Family can have another meaning. */
const groupFor = (groups: readonly Group[], chosen: readonly string[]): Group | undefined => {
  const own = groups.filter(({ displayName }) =>
    [say(t.chosenGroup), t.chosenGroup.base].includes(displayName),
  )
  return own.find(({ id }) => chosen.includes(id)) ?? own[0]
}

const newGroup = async (): Promise<Group> =>
  (await call('createGroup', { body: { displayName: say(t.chosenGroup) } })).body

/** If the person is in the group already, that is not an error. */
async function addMember(groupId: string, userId: string): Promise<void> {
  try {
    await call('addGroupMember', { params: { groupId }, body: { userId } })
  } catch (error) {
    if (!(error instanceof Problem && error.status === 409)) throw error
  } finally {
    refetch(/^\/(groups|users\/me\/(audience|seen-by))/)
  }
}

interface PersonPickerProps {
  title: string
  choose: (choice: Choice) => void
  close: () => void
  below?: ComponentChildren
}

const AT_ONCE = 12

/**
 * Finds a person among all people that the reader may see. If nothing is typed, it shows the people that the reader has met most.
 */
export function PersonPicker({ title, choose, close, below }: PersonPickerProps) {
  const me = session.value
  const own = me.state === 'in' ? me.user.id : ''
  const find = (typed: string): readonly Choice[] | undefined => {
    const near =
      typed === '' && may('audience-read')
        ? kept('listAudience', { params: { dataType: 'PROFILE' }, query: { limit: AT_ONCE } }).value
        : undefined
    const found =
      near?.value && near.value.items.length > 0
        ? near
        : near?.state === 'loading'
          ? undefined
          : kept('listUsers', {
              query: {
                ...(typed === '' ? {} : { filter: `name==${containing(typed)}` }),
                sort: 'name:ASC',
                limit: AT_ONCE + 1,
              },
            }).value
    return found?.value?.items
      .filter(({ id }) => id !== own)
      .map(({ id, displayName }) => ({ id, label: displayName }))
  }
  useBack(close)
  const none = (
    <div class="nobody-yet">
      <p>{say(t.nobodyYet)}</p>
      <a href="/communities">{say(t.toCommunities)}</a>
    </div>
  )
  return <Picker {...{ title, find, choose, close, below, none }} label={say(t.addLabel)} />
}

/** On a phone, people close what covers the page by going back. So the dialog has an entry in the history while it is open. */
function useBack(close: () => void): void {
  useEffect(() => {
    const own = `dialog ${performance.now()}`
    history.pushState(own, '')
    addEventListener('popstate', close)
    return () => {
      removeEventListener('popstate', close)
      if (history.state === own) history.back()
    }
  }, [])
}
