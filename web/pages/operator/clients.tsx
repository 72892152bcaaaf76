/** The apps and services that may get access tokens here. Each can be removed, or get a new secret. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/access.ts'
import { t as service } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import type { Notify } from './change.tsx'
import { NewClient } from './new-client.tsx'
import { Once } from './once.tsx'
import { type Role, roleNames } from './roles.ts'

type Client = Item<'listClients'>

const AT_ONCE = 30

export default function Clients() {
  const said = useSignal<string | undefined>(undefined)
  const list = useMemo(() => pages('listClients', { query: { sort: 'name', limit: AT_ONCE } }), [])
  const notify = (text: string) => (said.value = text)
  return (
    <Page
      title={say(t.goClients)}
      lead={say(t.clientsLead)}
      class="settings"
      aside={
        <a class="quiet" href="/operator">
          {say(service.back)}
        </a>
      }
    >
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {may('client-create') && <NewClient notify={notify} />}
      <section class="part">
        <h2>{say(t.clients)}</h2>
        <More
          list={list}
          label={say(t.clients)}
          class="lines"
          empty={<Empty>{say(t.noClients)}</Empty>}
          row={(client) => <Row key={client.id} of={client} notify={notify} />}
        />
      </section>
    </Page>
  )
}

function Row({ of, notify }: { of: Client; notify: Notify }) {
  const { id, displayName, kind, roles, scopes, authentication, redirectUris, createdAt } = of
  return (
    <li>
      <div class="line-main">
        <strong>
          <bdi>{displayName}</bdi>
        </strong>
        <p class="detail">
          {[
            say(t.clientKind, { kind }),
            say(t.clientHow, { how: authentication }),
            ...(roles.length > 0 ? [roleNames(roles as Role[])] : []),
            ...(scopes === undefined ? [] : [say(t.clientScopes, { count: scopes.length })]),
            say(service.since, { when: momentOf(createdAt) }),
          ].join(' · ')}
        </p>
        {[id, ...redirectUris].map((text) => (
          <p key={text} class="detail">
            <bdi>{text}</bdi>
          </p>
        ))}
        <Changes of={of} notify={notify} />
      </div>
    </li>
  )
}

function Changes({ of: { id, displayName, authentication }, notify }: { of: Client; notify: Notify }) {
  const asked = useSignal<'renew' | 'remove' | undefined>(undefined)
  const secret = useSignal<string | undefined>(undefined)
  const name = named(displayName)
  const close = () => (asked.value = undefined)
  const params = { clientId: id }
  const renew = async () => {
    secret.value = (await call('renewClientSecret', { params })).body.secret
    close()
  }
  const remove = async () => {
    await call('deleteClient', { params })
    refetch(/^\/clients/)
    close()
    notify(say(t.clientRemoved, { name }))
  }
  return (
    <>
      {secret.value !== undefined && (
        <Once id={`secret-${id}`} label={say(t.clientSecretHere, { name })} value={secret.value} />
      )}
      <div class="actions start">
        {authentication === 'SECRET' && may('client-update') && (
          <button
            type="button"
            class="second"
            aria-label={say(t.renewSecretThis, { name })}
            onClick={() => (asked.value = 'renew')}
          >
            {say(service.renewSecret)}
          </button>
        )}
        {may('client-delete') && (
          <button
            type="button"
            class="quiet"
            aria-label={say(t.removeClientThis, { name })}
            onClick={() => (asked.value = 'remove')}
          >
            {say(t.removeClient)}
          </button>
        )}
      </div>
      {asked.value === 'renew' && (
        <Confirm
          title={say(service.renewTitle)}
          label={say(service.renewSecret)}
          close={close}
          change={renew}
        >
          <p>{say(t.renewClientWhy)}</p>
        </Confirm>
      )}
      {asked.value === 'remove' && (
        <Confirm
          title={say(t.removeClientTitle, { name })}
          label={say(t.removeClient)}
          close={close}
          change={remove}
        >
          <p>{say(t.removeClientWhy)}</p>
        </Confirm>
      )}
    </>
  )
}
