/** The page of one of the reader's groups: its members, what it lets them see, and buttons for changes. */
import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { type Pages, kept, pages, refetch } from '../../api/cache.ts'
import { type Body, type Item, call } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { type Absence, Absent } from '../../parts/page/fault.tsx'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { later } from '../../parts/page/later.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'
import { NameDialog } from './name-dialog.tsx'

const AddToGroup = later(async () => (await import('../../parts/privacy/add-people.tsx')).AddToGroup)

type Group = Body<'getGroup'>
type GroupMember = Item<'listGroupMembers'>

const gone = (): Absence => ({
  title: say(t.groupMissing),
  lead: say(t.groupMissingWhy),
  href: '/settings/groups',
  action: say(t.back),
})

export default function GroupPage({ params: { id = '' } }: PageProps) {
  const said = useSignal<string | undefined>(undefined)
  return UUID.test(id) ? (
    <Read id={id} said={said} notify={(text) => (said.value = text)} />
  ) : (
    <Absent of={gone()} />
  )
}

interface ReadProps {
  id: string
  said: ReadonlySignal<string | undefined>
  notify: (text: string) => void
}

function Read({ id, said, notify }: ReadProps) {
  const me = session.value
  const read = kept('getGroup', { params: { groupId: id } }).value
  // Both are requested at once, because the uses of the group are shown above its members.
  const { state } = kept('listPrivacySettings').value
  const isMine = me.state === 'in' && (read.value === undefined || read.value.owner.id === me.user.id)
  if (!isMine) return <Absent of={gone()} />
  return (
    <Shown
      of={read}
      loading={say(t.groupsTitle)}
      gone={gone()}
      hidden={gone()}
      view={(group) => ({
        title: group.displayName,
        lead: say(t.groupLead),
        class: 'settings',
        children: (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            {state === 'loading' ? <Skeleton /> : <Inside group={group} etag={read.etag} notify={notify} />}
          </>
        ),
      })}
    />
  )
}

function Inside({ group, etag, notify }: PartProps & { etag: string | undefined }) {
  const list = useMemo(() => membersOf(group.id), [group.id])
  return (
    <>
      <Uses groupId={group.id} />
      <Members group={group} list={list} notify={notify} />
      {list.state.value !== 'loading' && (
        <>
          <Changes group={group} etag={etag} notify={notify} />
          <p>
            <a href="/settings/groups">{say(t.back)}</a>
          </p>
        </>
      )}
    </>
  )
}

const membersOf = (groupId: string) =>
  pages('listGroupMembers', { params: { groupId }, query: { sort: 'name:ASC', limit: 50 } })

function Uses({ groupId }: { groupId: string }) {
  const settings = kept('listPrivacySettings').value.value?.items
  if (!settings) return null
  const uses = settings.filter(
    ({ level, groups }) => level === 'PRIVILEGED_ACCESS' && groups.some(({ id }) => id === groupId),
  )
  return (
    <p>
      {uses.length === 0
        ? say(t.unused)
        : uses.map(({ dataType: type }) => say(t.usedFor, { type })).join(' ')}{' '}
      <a href="/settings/privacy">{say(t.whoSeesMe)}</a>
    </p>
  )
}

interface PartProps {
  group: Group
  notify: (text: string) => void
}

interface MembersProps extends PartProps {
  list: Pages<GroupMember>
}

function Members({ group: { id, displayName, memberCount: count }, list, notify }: MembersProps) {
  const adding = useSignal(false)
  return (
    <section class="part">
      <header>
        <h2>{say(t.inGroup, { count })}</h2>
        {may('group-member-add') && (
          <button type="button" class="second" onClick={() => (adding.value = true)}>
            {say(t.add)}
          </button>
        )}
      </header>
      <p class="hint">{say(t.addHint)}</p>
      <More
        list={list}
        label={say(t.inGroup, { count })}
        class="lines short"
        row={(member) => <Member key={member.id} groupId={id} member={member} notify={notify} />}
        empty={<p class="soft">{say(t.groupEmpty)}</p>}
      />
      {adding.value && (
        <AddToGroup
          groupId={id}
          title={say(t.addTitle, { name: named(displayName) })}
          done={(name) => notify(say(t.memberAdded, { name: named(name) }))}
          close={() => (adding.value = false)}
        />
      )}
    </section>
  )
}

interface MemberProps {
  groupId: string
  member: GroupMember
  notify: (text: string) => void
}

function Member({ groupId, member: { id, displayName, addedAt }, notify }: MemberProps) {
  const own = useRef<HTMLLIElement>(null)
  useGoingOn(own, '.lines button')
  const action = useAction()
  const name = named(displayName)
  const remove = async () => {
    await call('removeGroupMember', { params: { groupId, userId: id } })
    refetch(/^\/(groups|users\/me)/)
    notify(say(t.memberRemoved, { name }))
  }
  return (
    <li ref={own}>
      <div class="line-main">
        <strong>
          <bdi>{displayName}</bdi>
        </strong>{' '}
        <span class="detail">{say(t.since, { when: whenOf(new Date(addedAt)) })}</span>
        <Refused of={action.refused} />
      </div>
      {may('group-member-remove') && (
        <SendButton
          class="quiet"
          label={say(t.remove)}
          called={say(t.removeThis, { name })}
          busy={action.busy.value}
          press={() => void action.run(remove)}
        />
      )}
    </li>
  )
}

function Changes({ group, etag, notify }: PartProps & { etag: string | undefined }) {
  const { id, displayName, memberCount: count } = group
  const { route } = useLocation()
  const asked = useSignal<'rename' | 'delete' | undefined>(undefined)
  const close = () => (asked.value = undefined)
  const conflict = useConflict<{ displayName: string }>({ displayName: { label: say(t.name), show: String } })
  const params = { groupId: id }
  const rename = async (name: string) => {
    const saved = await saveByField({
      before: { displayName },
      mine: { displayName: name },
      etag,
      fieldsOf: (body: Group) => ({ displayName: body.displayName }),
      read: () => call('getGroup', { params }),
      send: (body, ifMatch) => call('updateGroup', { params, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    refetch(/^\/(groups|privacy-settings|users\/me\/groups|communities)/)
    close()
    notify(say(t.renamed))
  }
  const remove = async () => {
    // The version does not matter: the person means this group, even if somebody has left it meanwhile.
    await call('deleteGroup', { params, ifMatch: '*' })
    refetch(/^\/(groups|privacy-settings|users\/me)/)
    route('/settings/groups', true)
  }
  return (
    <p class="actions start">
      {may('group-update') && (
        <button type="button" class="quiet" onClick={() => (asked.value = 'rename')}>
          {say(t.rename)}
        </button>
      )}
      {may('group-delete') && (
        <button type="button" class="quiet" onClick={() => (asked.value = 'delete')}>
          {say(t.delete)}
        </button>
      )}
      {asked.value === 'rename' && (
        <NameDialog
          title={say(t.renameTitle, { name: named(displayName) })}
          name={displayName}
          save={rename}
          close={close}
        />
      )}
      {asked.value === 'delete' && (
        <Confirm
          title={say(t.deleteTitle, { name: named(displayName) })}
          label={say(t.delete)}
          change={remove}
          close={close}
        >
          <p>{say(t.deleteWhy, { count })}</p>
        </Confirm>
      )}
      {conflict.dialog}
    </p>
  )
}
