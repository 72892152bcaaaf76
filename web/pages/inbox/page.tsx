/** The inbox: slips that wait for the reader's decision, next to what the reader waits for and the answers that came. */
import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Pages, kept, pages } from '../../api/cache.ts'
import { Offline } from '../../api/problem.ts'
import { online } from '../../parts/changes/online.ts'
import { OFFLINE_ID } from '../../parts/corrections/choices.tsx'
import type { Decided, InboxItem } from '../../parts/corrections/items.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Seen } from '../../parts/page/seen.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { Answers } from './answers.tsx'
import { ClaimSlip, RequestSlip } from './of-people.tsx'
import { InvitationSlip } from './of-invitations.tsx'
import { DisputeSlip, EditSlip } from './of-match.tsx'
import { DecidedLine } from './slip.tsx'
import { Slips } from './slips.ts'
import { Waits } from './waits.tsx'

const KINDS = {
  MATCH_EDIT: EditSlip,
  DISPUTE: DisputeSlip,
  CLAIM_REQUEST: ClaimSlip,
  MEMBERSHIP_REQUEST: RequestSlip,
  INVITATION: InvitationSlip,
}

/** Reads the inbox page by page, the oldest items first. */
const OF_INBOX = { limit: 20, sort: 'since:ASC' }
const WAITING = { query: { filter: 'direction==IN' } }

export default function Inbox() {
  const { list, out, slips } = useMemo(() => {
    const list: Pages<InboxItem> = pages('listInbox', { query: { ...OF_INBOX, filter: 'direction==IN' } })
    const out = pages('listInbox', { query: { ...OF_INBOX, filter: 'direction==OUT' } })
    return { list, out, slips: new Slips(list, heightOf) }
  }, [])
  const said = useSignal('')
  const isRead = useSignal(false)
  useSignalEffect(() => {
    // Items that this device kept may be decided already, so they are shown only without a network.
    const { stale, items, error } = list
    if (items.value && (!stale.value || error.value instanceof Offline)) {
      slips.merge()
      isRead.value = true
    }
  })
  const open = slips.open.value.length
  const count = list.hasMore.value
    ? Math.max(open, kept('countInbox', WAITING).value.value?.count ?? 0)
    : open
  const announce = (text: string) => (said.value = text)
  return (
    <Page
      title={say(t.title)}
      class="inbox"
      lead={isRead.value && open > 0 ? <Lead count={count} /> : undefined}
    >
      <div class="inbox-in">
        <Seen of={{ error: list.error.value, at: list.at.value }} />
        {!online.value && (
          <p class="hint" id={OFFLINE_ID}>
            {say(t.offline)}
          </p>
        )}
        <p role="status" class="unseen">
          {said.value}
        </p>
        {isRead.value ? <In list={list} slips={slips} announce={announce} /> : <Reading list={list} />}
      </div>
      {isRead.value && (
        <div class="inbox-own">
          <Waits list={out} announce={announce} />
          <Answers />
        </div>
      )}
    </Page>
  )
}

function Reading({ list }: { list: Pages<InboxItem> }) {
  const error = list.error.value
  return list.state.value === 'failed' && error ? <Unread error={error} /> : <Skeleton rows={6} />
}

interface InProps {
  list: Pages<InboxItem>
  slips: Slips
  announce: (text: string) => void
}

function In({ list, slips, announce }: InProps) {
  const chosen = useSignal<string | undefined>(undefined)
  const open = slips.open.value.map(({ item }) => item.id)
  const current = open.find((id) => id === chosen.value) ?? open[0]
  useKeys(current, open)
  const decide = (id: string) => (decided: Decided) => {
    announce(decided.said)
    slips.decide(id, decided)
  }
  if (slips.all.value.length === 0)
    return (
      <Empty href="/matches" action={say(t.toMatches)}>
        {say(t.empty)}
      </Empty>
    )
  return (
    <>
      <ul class="slips" aria-label={say(t.slips)}>
        {slips.all.value.map(({ item, decided }) => {
          if (decided) return <DecidedLine key={item.id} decided={decided} done={decide(item.id)} />
          if (item.kind === 'TRUSTED_EDITOR') return null // it is an answer, and never waits
          const Kind = KINDS[item.kind]
          return (
            <Kind
              key={item.id}
              item={item}
              isCurrent={item.id === current}
              onCurrent={() => (chosen.value = item.id)}
              done={decide(item.id)}
            />
          )
        })}
      </ul>
      {list.hasMore.value && <Further list={list} />}
    </>
  )
}

const heightOf = (id: string) =>
  document.getElementById(`slip-${id}`)?.closest('li')?.getBoundingClientRect().height

const Further = ({ list }: { list: Pages<InboxItem> }) => (
  <p class="actions middle">
    <button
      type="button"
      class="second"
      aria-disabled={list.loadingMore.value}
      onClick={() => void list.more()}
    >
      {say(list.loadingMore.value ? frame.loadingMore : frame.more)}
    </button>
  </p>
)

const Lead = ({ count }: { count: number }) => (
  <>
    {say(t.lead, { count })} <span class="inbox-keys">{say(t.keys)}</span>
  </>
)

/** Keys for the current slip: A for yes and R for no. J goes to the next slip, K to the one before. */
function useKeys(current: string | undefined, open: readonly string[]): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, repeat } = event
      if (ctrlKey || metaKey || altKey || repeat || current === undefined || isWriting(target)) return
      if (document.querySelector('dialog[open]')) return
      const slip = document.querySelector<HTMLElement>('.slip-open[data-current="true"]')
      const step = { j: 1, k: -1 }[key.toLowerCase()]
      if (step !== undefined) {
        const next = open[open.indexOf(current) + step]
        const row = next === undefined ? undefined : document.getElementById(`slip-${next}`)?.closest('li')
        row?.focus({ preventScroll: true })
        row?.scrollIntoView({ block: 'nearest' })
      } else if (key.toLowerCase() === 'a') slip?.querySelector<HTMLElement>('.slip-yes')?.click()
      else if (key.toLowerCase() === 'r') slip?.querySelector<HTMLElement>('.slip-no')?.click()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [current, open.join()])
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null
