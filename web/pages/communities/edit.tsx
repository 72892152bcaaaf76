/** Starting a community, and its settings: for its owner and whoever else decides there. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { type FieldText, useConflict } from '../../parts/dialogs/conflict.tsx'
import { Fault } from '../../parts/page/fault.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { Page } from '../../parts/page/page.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Skeleton } from '../../parts/lists/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { type CommunityFields, type CommunityForm, EMPTY_FORM, fieldsFrom, fieldsOf, formOf } from './form.ts'
import { Gone } from './gone.tsx'
import { type Community, refetchCommunities, standingIn } from './my-membership.ts'

export default function EditCommunity({ params: { id } }: PageProps) {
  if (id === undefined) return <Form />
  return UUID.test(id) ? <Known id={id} /> : <Gone />
}

function Known({ id }: { id: string }) {
  const me = session.value
  const { value, etag, error } = kept('getCommunity', { params: { communityId: id } }).value
  if (me.state !== 'in') return null
  const standing = value && standingIn(value, me.user.id)
  if (value && standing)
    return standing.isAdmin ? (
      <Form community={value} etag={etag} isOwner={standing.isOwner} />
    ) : (
      <Page title={say(t.editTitle, { name: named(value.displayName) })} lead={say(t.mayNot)}>
        <p class="actions start">
          <a class="button" href={`/communities/${id}`}>
            {say(t.back)}
          </a>
        </p>
      </Page>
    )
  if (error instanceof Problem && error.status === 404) return <Gone />
  if (error) return <Fault error={error} />
  return (
    <Page title={say(t.title)}>
      <Skeleton rows={5} />
    </Page>
  )
}

interface FormOptions {
  community?: Community
  etag?: string | undefined
  isOwner?: boolean
}

function Form({ community, etag, isOwner = true }: FormOptions) {
  // The page goes on reading the community; what is compared is what the form was filled from.
  const [before, seen] = useMemo(() => [community && fieldsOf(community), etag] as const, [])
  const form = useSignal<CommunityForm>(before ? formOf(before) : EMPTY_FORM)
  const said = useSignal<string | undefined>(undefined)
  const ending = useSignal(false)
  const action = useAction()
  const groups = kept('listGroups', { query: { sort: 'name:ASC', limit: 100 } }).value.value?.items ?? []
  const groupName = (id: unknown): string =>
    groups.find((group) => group.id === id)?.displayName ??
    (community?.adminGroup?.id === id ? community?.adminGroup?.displayName : undefined) ??
    say(t.adminOther)
  const conflict = useConflict<CommunityFields>((field) => fieldText(field, groupName))
  const { route } = useLocation()
  const set = (change: Partial<CommunityForm>) => (form.value = { ...form.value, ...change })

  async function create() {
    const { description, adminGroupId, ...fields } = fieldsFrom(form.value)
    const { body } = await call('createCommunity', {
      body: {
        ...fields,
        ...(description === null ? {} : { description }),
        ...(adminGroupId === null ? {} : { adminGroupId }),
      },
    })
    refetchCommunities()
    route(`/communities/${body.id}`, true)
  }
  async function update(id: string, was: CommunityFields) {
    const path = { params: { communityId: id } }
    const saved = await saveByField({
      before: was,
      mine: fieldsFrom(form.value),
      etag: seen,
      fieldsOf,
      read: () => call('getCommunity', path),
      send: (body, ifMatch) => call('updateCommunity', { ...path, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    refetchCommunities()
    const taken = conflict.taken(saved.taken)
    if (taken === undefined) route(`/communities/${id}`, true)
    else {
      form.value = formOf(fieldsOf(saved.body))
      said.value = taken
    }
  }
  async function end(id: string) {
    // Whatever else was changed meanwhile, it is still the one that was meant.
    await call('deleteCommunity', { params: { communityId: id }, ifMatch: '*' })
    refetchCommunities()
    route('/communities', true)
  }
  const { displayName, description, joinPolicy, adminGroupId } = form.value
  const fieldProps = (name: keyof CommunityForm) => ({
    id: `community-${name}`,
    name,
    called: fieldText(name, groupName).label,
    problem: problemIn(action.refused),
    change: (value: string) => set({ [name]: value }),
  })
  return (
    <Page
      title={community ? say(t.editTitle, { name: community.displayName }) : say(t.newTitle)}
      class="form"
      {...(community ? {} : { lead: say(t.newLead) })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(() => (community && before ? update(community.id, before) : create()))
        }}
      >
        <Refused
          of={action.refused}
          idOf={(name) => (name in form.value ? `community-${name}` : undefined)}
          labelOf={(name) => (name in form.value ? fieldText(name, groupName).label : undefined)}
        />
        <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
          {said.value}
        </p>
        <div class="sheet">
          <Field {...fieldProps('displayName')} label={say(t.name)}>
            {(own) => <input type="text" {...own} value={displayName} autocomplete="off" />}
          </Field>
          <Field {...fieldProps('description')} label={say(t.description)}>
            {(own) => <textarea rows={3} {...own} value={description} />}
          </Field>
          <Field {...fieldProps('joinPolicy')} label={say(t.joinPolicy)}>
            {(own) => (
              <select {...own} value={joinPolicy}>
                <option value="REQUIRES_APPROVAL">{say(t.joinAsk)}</option>
                <option value="OPEN">{say(t.joinOpen)}</option>
              </select>
            )}
          </Field>
          {/* Without a group there is nobody else to choose. */}
          {isOwner && (groups.length > 0 || adminGroupId !== '') && (
            <Field {...fieldProps('adminGroupId')} label={say(t.adminGroup)}>
              {(own) => (
                <>
                  <select {...own} value={adminGroupId}>
                    <option value="">{say(t.adminNone)}</option>
                    {groups.map((group) => (
                      <option key={group.id} value={group.id}>
                        {group.displayName}
                      </option>
                    ))}
                    {adminGroupId !== '' && !groups.some(({ id }) => id === adminGroupId) && (
                      <option value={adminGroupId}>{groupName(adminGroupId)}</option>
                    )}
                  </select>
                  <span class="hint">{say(t.adminGroupHint)}</span>
                </>
              )}
            </Field>
          )}
          {!isOwner && (
            <p class="text">{say(t.adminOnlyOwner, { name: named(community?.owner.displayName ?? '') })}</p>
          )}
        </div>
        <div class="actions">
          <a class="quiet" href={community ? `/communities/${community.id}` : '/communities'}>
            {say(t.cancel)}
          </a>
          <SendButton label={say(t.save)} busy={action.busy.value} />
        </div>
      </form>
      {community && isOwner && may('community-delete') && (
        <p class="actions start">
          <button type="button" class="quiet" onClick={() => (ending.value = true)}>
            {say(t.deleteIt)}
          </button>
        </p>
      )}
      {community && ending.value && (
        <Confirm
          title={say(t.deleteTitle, { name: named(community.displayName) })}
          label={say(t.deleteIt)}
          change={() => end(community.id)}
          close={() => (ending.value = false)}
        >
          <p>{say(t.deleteWhy)}</p>
        </Confirm>
      )}
      {conflict.dialog}
    </Page>
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
