/**
 * The answers of the last two weeks: to the reader's proposals, disputes and requests, and who trusts the reader. They need no
 * decision. The number in the bar counts them until they were seen here.
 */
import { useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { InboxItem } from '../../parts/corrections/items.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { changeText } from './change-text.ts'
import { markSeen } from './seen.ts'

const NEWEST = { limit: 20, sort: 'since:DESC', filter: 'direction==ANSWERED' }

export function Answers() {
  const list = useMemo(() => pages('listInbox', { query: NEWEST }), [])
  useSignalEffect(() => {
    if (list.items.value.some(({ seen }) => seen === false)) void markSeen(list.items.value[0]?.since ?? '')
  })
  // Nothing shows that the list is loading, because nobody waits for it: often it stays empty.
  if (list.items.value.length === 0) return null
  return (
    <section class="part inbox-waits">
      <h2>{say(t.answers)}</h2>
      <More list={list} label={say(t.answers)} class="waits" empty={null} row={rowOf} />
    </section>
  )
}

function rowOf(item: InboxItem) {
  const href = placeOf(item)
  const said = answerOf(item)
  const what = changeText(item)
  const day = whenOf(new Date(item.since), { near: true })
  return (
    <li key={item.id}>
      <div class="line-main">
        <p>{href === undefined ? said : <a href={href}>{said}</a>}</p>
        <p class="detail">{what === undefined ? day : say(t.answeredOn, { what, day })}</p>
      </div>
    </li>
  )
}

function answerOf(item: InboxItem): string {
  const { game, matchEdit, claimRequest, owner, membershipRequest, dispute, trustedEditor } = item
  const { status, decidedBy } = matchEdit ?? claimRequest ?? membershipRequest ?? {}
  const isYes = status === 'APPROVED'
  // The owner of a stand-in decides about the claim. Everybody who sees the stand-in sees its owner.
  const name = named((owner ?? decidedBy)?.displayName ?? '')
  if (claimRequest) {
    if (!isYes && !owner) return say(t.saidNotHidden)
    const standIn = named(claimRequest.ghostPlayer.displayName)
    return say(isYes ? t.saidYou : t.saidNotYou, { name, standIn })
  }
  if (membershipRequest) {
    const community = named(membershipRequest.community.displayName)
    return say(isYes ? t.letYouIn : t.refusedYou, { name, community })
  }
  if (trustedEditor) {
    const grantor = { name: named(trustedEditor.grantor.displayName) }
    return say(trustedEditor.revokedAt === undefined ? t.trustsYou : t.trustsNoMore, grantor)
  }
  const about = { game: named(game?.displayName ?? '') }
  if (dispute) return matchEdit ? say(t.settledYours, { name, ...about }) : say(t.settledHidden, about)
  // A reader who may no longer see the match does not see the edit either.
  if (!matchEdit) return say(t.decidedYours, about)
  return say(isYes ? t.approvedYours : t.rejectedYours, { name, ...about })
}

function placeOf({ match, claimRequest, membershipRequest, trustedEditor }: InboxItem): string | undefined {
  if (match) return `/matches/${match.id}`
  if (trustedEditor) return '/settings/trusted-editors'
  if (membershipRequest) return `/communities/${membershipRequest.community.id}`
  return claimRequest?.status === 'APPROVED' ? `/people/${claimRequest.canonicalPlayer.id}` : undefined
}
