/** The forms to start a community and to change its settings. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { EditForm } from '../../parts/changes/edit-form.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { type FieldText, useConflict } from '../../parts/dialogs/conflict.tsx'
import { type EditedField, EditSheet } from '../../parts/fields/edit-sheet.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { Absent, absent } from '../../parts/page/fault.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { type CommunityFields, type CommunityForm, EMPTY_FORM, fieldsFrom, fieldsOf, formOf } from './form.ts'
import { gone } from './gone.ts'
import { type Community, refetchCommunities, standingIn } from './my-membership.ts'

export default function EditCommunity({ params: { id } }: PageProps) {
  if (id === undefined)
    return (
      <Page title={say(t.newTitle)} class="form" lead={say(t.newLead)}>
        <Form />
      </Page>
    )
  return UUID.test(id) ? <Known id={id} /> : <Absent of={gone()} />
}

function Known({ id }: { id: string }) {
  const me = session.value
  const read = kept('getCommunity', { params: { communityId: id } }).value
  ownGroups()
  if (me.state !== 'in') return null
  const { value: community, etag } = read
  const isOwner = community?.owner.id === me.user.id
  // An owner may do everything anyway, so the page does not wait for their membership.
  const standing = isOwner ? { isAdmin: true, isOwner } : community && standingIn(community, me.user.id)
  return (
    <Shown
      of={{ ...read, value: community && standing && { community, standing } }}
      loading={say(t.title)}
      rows={5}
      gone={gone()}
      view={({ community, standing: { isAdmin, isOwner } }) => {
        const title = say(t.editTitle, { name: named(community.displayName) })
        if (!isAdmin)
          return absent({ title, lead: say(t.mayNot), href: `/communities/${id}`, action: say(t.back) })
        const children = <Form community={community} etag={etag} isOwner={isOwner} />
        return { title, class: 'form', children }
      }}
    />
  )
}

interface FormProps {
  community?: Community
  etag?: string | undefined
  isOwner?: boolean
}

/** It reads signals, so call it while rendering. */
const ownGroups = () => kept('listGroups', { query: { sort: 'name:ASC', limit: 100 } }).value

function Form({ community, etag, isOwner = true }: FormProps) {
  const { value, state } = ownGroups()
  const groups = value?.items ?? []
  const groupName = (id: unknown): string =>
    groups.find((group) => group.id === id)?.displayName ??
    (community?.adminGroup?.id === id ? community?.adminGroup?.displayName : undefined) ??
    say(t.adminOther)
  const conflict = useConflict<CommunityFields>((field) => fieldText(field, groupName))
  const { route } = useLocation()
  const form = useMemo(() => {
    const path = { params: { communityId: community?.id ?? '' } }
    return new EditForm<CommunityFields, CommunityForm, Community>({
      before: community && fieldsOf(community),
      etag,
      empty: EMPTY_FORM,
      textsOf: formOf,
      fieldsFrom,
      fieldsOf,
      create: async ({ description, adminGroupId, ...fields }) => {
        const body = {
          ...fields,
          ...(description === null ? {} : { description }),
          ...(adminGroupId === null ? {} : { adminGroupId }),
        }
        return (await call('createCommunity', { body })).body
      },
      read: () => call('getCommunity', path),
      update: (body, ifMatch) => call('updateCommunity', { ...path, body, ifMatch }),
      ask: conflict.ask,
      taken: conflict.taken,
      saved: refetchCommunities,
      done: ({ id }) => route(`/communities/${id}`, true),
    })
  }, [])
  // The field for a group would move what is below it, so the page waits for the groups.
  if (isOwner && state === 'loading') return <Skeleton rows={5} />
  return (
    <>
      <EditSheet
        form={form}
        id="community"
        labelOf={(name) => fieldText(name, groupName).label}
        leave={community ? `/communities/${community.id}` : '/communities'}
        cancel={say(t.cancel)}
        save={say(t.save)}
      >
        {(fieldOf) => (
          <>
            <CommunityInputs texts={form.texts.value} fieldOf={fieldOf} />
            {isOwner ? (
              <AdminGroup
                id={form.texts.value.adminGroupId}
                groups={groups}
                groupName={groupName}
                field={fieldOf('adminGroupId')}
              />
            ) : (
              <p class="long-text">
                {say(t.adminOnlyOwner, { name: named(community?.owner.displayName ?? '') })}
              </p>
            )}
          </>
        )}
      </EditSheet>
      {community && isOwner && may('community-delete') && <Ending community={community} />}
      {conflict.dialog}
    </>
  )
}

interface CommunityInputsProps {
  texts: CommunityForm
  fieldOf: (name: keyof CommunityForm) => EditedField
}

const CommunityInputs = ({
  texts: { displayName, description, joinPolicy },
  fieldOf,
}: CommunityInputsProps) => (
  <>
    <Field {...fieldOf('displayName')} label={say(t.name)}>
      {(own) => <input type="text" {...own} value={displayName} autocomplete="off" />}
    </Field>
    <Field {...fieldOf('description')} label={say(t.description)}>
      {(own) => <textarea rows={3} {...own} value={description} />}
    </Field>
    <Field {...fieldOf('joinPolicy')} label={say(t.joinPolicy)}>
      {(own) => (
        <select {...own} value={joinPolicy}>
          <option value="REQUIRES_APPROVAL">{say(t.joinAsk)}</option>
          <option value="OPEN">{say(t.joinOpen)}</option>
        </select>
      )}
    </Field>
  </>
)

interface AdminGroupProps {
  /** The id of the admin group. If it is empty, only the owner decides. */
  id: string
  groups: readonly { id: string; displayName: string }[]
  groupName: (id: unknown) => string
  field: EditedField
}

const AdminGroup = ({ id, groups, groupName, field }: AdminGroupProps) =>
  groups.length > 0 || id !== '' ? (
    <Field {...field} label={say(t.adminGroup)}>
      {(own) => (
        <>
          <select {...own} value={id}>
            <option value="">{say(t.adminNone)}</option>
            {groups.map((group) => (
              <option key={group.id} value={group.id}>
                {group.displayName}
              </option>
            ))}
            {id !== '' && !groups.some((group) => group.id === id) && (
              <option value={id}>{groupName(id)}</option>
            )}
          </select>
          <span class="hint">{say(t.adminGroupHint)}</span>
        </>
      )}
    </Field>
  ) : null

function Ending({ community: { id, displayName } }: { community: Community }) {
  const isAsked = useSignal(false)
  const { route } = useLocation()
  const end = async () => {
    // The version does not matter: the person means this community, whatever has changed.
    await call('deleteCommunity', { params: { communityId: id }, ifMatch: '*' })
    refetchCommunities()
    route('/communities', true)
  }
  return (
    <>
      <p class="actions start">
        <button type="button" class="quiet" onClick={() => (isAsked.value = true)}>
          {say(t.deleteIt)}
        </button>
      </p>
      {isAsked.value && (
        <Confirm
          title={say(t.deleteTitle, { name: named(displayName) })}
          label={say(t.deleteIt)}
          change={end}
          close={() => (isAsked.value = false)}
        >
          <p>{say(t.deleteWhy)}</p>
        </Confirm>
      )}
    </>
  )
}

function fieldText(field: string, groupName: (id: unknown) => string): FieldText {
  switch (field) {
    case 'displayName':
      return { label: say(t.name), show: String }
    case 'description':
      return { label: say(t.descriptionName), show: String }
    case 'joinPolicy':
      return {
        label: say(t.joinPolicy),
        show: (policy) => say(policy === 'OPEN' ? t.joinOpen : t.joinAsk),
      }
    default:
      return { label: say(t.adminGroup), show: groupName }
  }
}
