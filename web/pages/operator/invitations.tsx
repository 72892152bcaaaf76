/** The links that let people in: invitations, and ways back in. Each says who made it and whether it works, and can be ended. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { Count, More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/access.ts'
import { t as service } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Change, type Notify } from './change.tsx'
import { Line } from './line.tsx'
import { NewInvitation } from './new-invitation.tsx'
import { roleNames } from './roles.ts'

type Link = Item<'listLinks'>

const HOME = '/operator/invitations'
const AT_ONCE = 30

export default function Invitations() {
  const { query, route } = useLocation()
  const said = useSignal<string | undefined>(undefined)
  const onlyOpen = query['show'] === 'open'
  return (
    <Page
      title={say(t.goInvitations)}
      lead={say(t.invitationsLead)}
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
      {may('account-create') && <NewInvitation />}
      <section class="part">
        <h2>{say(t.links)}</h2>
        <p class="chips">
          <Chip pressed={onlyOpen} onClick={() => route(onlyOpen ? HOME : `${HOME}?show=open`, true)}>
            {say(t.onlyOpen)}
          </Chip>
        </p>
        <Found key={String(onlyOpen)} onlyOpen={onlyOpen} notify={(text) => (said.value = text)} />
      </section>
    </Page>
  )
}

function Found({ onlyOpen, notify }: { onlyOpen: boolean; notify: Notify }) {
  const where = onlyOpen ? { filter: 'good==true' } : {}
  const list = useMemo(
    () => pages('listLinks', { query: { ...where, sort: 'createdAt:DESC', limit: AT_ONCE } }),
    [],
  )
  const count = kept('countLinks', { query: where }).value.value?.count
  return (
    <>
      <Count of={list} text={count && say(t.linkCount, { count })} />
      <More
        list={list}
        label={say(t.links)}
        class="lines"
        empty={<Empty>{say(t.noLinks)}</Empty>}
        row={(link) => <Row key={link.id} of={link} notify={notify} />}
      />
    </>
  )
}

function stateOf({ good, endedAt, uses, expiresAt }: Link): string {
  if (good) return 'OPEN'
  if (endedAt !== undefined) return 'ENDED'
  if (uses === 0) return 'USED'
  return Date.parse(expiresAt) < Date.now() ? 'EXPIRED' : 'LOST'
}

function Row({ of, notify }: { of: Link; notify: Notify }) {
  const { id, kind, account, roles, uses, good, maker, createdAt, expiresAt } = of
  const when = momentOf(createdAt)
  const what = say(t.linkKind, { kind, name: named(account?.displayName ?? '') })
  return (
    <Line
      name={what}
      detail={[
        say(t.linkState, { state: stateOf(of) }),
        ...(good ? [say(t.linkUntil, { when: momentOf(expiresAt) })] : []),
        ...(good && kind === 'INVITATION' ? [say(t.linkUses, { count: uses })] : []),
        ...(roles.length > 0 ? [roleNames(roles)] : []),
        maker === undefined
          ? say(t.linkMadeByCommand, { when })
          : say(t.linkMadeBy, { when, name: named(maker.displayName) }),
      ].join(' · ')}
    >
      {good && may('account-link-delete') && (
        <Change
          label={say(t.endLink)}
          called={say(t.endLinkThis, { what, when })}
          done={say(t.linkEnded)}
          change={() => call('endAccountLink', { params: { linkId: id } })}
          notify={notify}
        />
      )}
    </Line>
  )
}
