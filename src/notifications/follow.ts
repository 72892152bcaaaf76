/**
 * Reads the log of events, and marks the people whose inbox may have something new. What a mail or push message says is decided
 * later, from the inbox and what the person may see.
 */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Place, head, placesThere } from '../events/log.ts'
import { ofMembershipRequest } from '../resources/visibility/followers.ts'
import { makeDue } from './push/store.ts'
import { nextMailAt } from './store.ts'

/** How many events one statement reads at most. */
const PAGE = 500

/** In seconds. For this time after a round, the settings say that this service sends mail. */
const HOLDS = 60

/**
 * Reads a part of the log. Returns true if there may be more. Only one instance at a time reads. `sendsMail` is false if this
 * instance sends no mail.
 */
export const readOn = (db: Database, sendsMail = true): Promise<boolean> =>
  db.transaction(async (tx) => {
    const last = await tx.maybe(LAST)
    if (!last) return false // another instance reads
    if (sendsMail) await tx.many(ANNOUNCE)
    const isThere = (await tx.many(placesThere([last]))).length > 0
    if (!isThere) {
      await startOver(tx)
      return false
    }
    const { read } = await tx.one(mark(last))
    return read === PAGE
  })

const LAST = sql<Place>`select position::float8 as position, tag from mail_head for update skip locked`

const ANNOUNCE = sql`
  update mail_head set sending_until = now() + make_interval(secs => ${HOLDS})
  where sending_until is null or sending_until < now() + make_interval(secs => ${HOLDS / 2})`

/** We have read up to a place that the log no longer has. So nobody knows whose inbox has changed, and all people are marked. */
async function startOver(tx: Pick<Database, 'many' | 'one'>): Promise<void> {
  const { position, tag } = await tx.one(head)
  await tx.many(sql`update mail_head set position = ${position}, tag = ${tag}`)
  await tx.many(sql`
    insert into mails as m (user_id, kind, due_at)
    select n.user_id, 'INBOX', ${nextMailAt} from notification_settings n
    where n.address is not null and n.mail and n.kinds <> '{}'
    on conflict (user_id, kind) do nothing`)
  await tx.many(makeDue(sql`select user_id from notification_settings`))
}

/**
 * Makes mails due. A mail that has failed still waits for its next attempt. A mail that is being sent becomes due again, because
 * its sender may have looked before the event.
 */
const mark = ({ position }: Place) => sql<{ read: number; due: number }>`
  with page as (
    select e.position, e.tag, e.kind, e.subject_id, e.parent_id from events e
    where e.position > ${position} order by e.position limit ${PAGE}
  ), concerned as (
    select m.recorder_id as user_id from page e join matches m on m.id = e.parent_id
    where e.kind in ('match-edit.created', 'match-edit.updated')
    union
    select m.recorder_id from page e join matches m on m.id = e.subject_id
    where e.kind = 'match.updated' and exists (
      select from participants mp where mp.match_id = m.id and mp.disputed_by is not null)
    union
    select cr.owner_id from page e join claim_requests cr on cr.id = e.subject_id where e.kind = 'claim-request.created'
    union
    select follower.user_id from page e
    join membership_requests mr on mr.id = e.subject_id
    join communities c on c.id = mr.community_id
    cross join lateral (${ofMembershipRequest}) follower (user_id)
    where e.kind = 'membership-request.created'
    union
    select i.inviter_id from page e join invitations i on i.id = e.subject_id where e.kind = 'invitation.updated'
    union
    select i.recipient_id from page e join invitations i on i.id = e.subject_id
    where e.kind = 'invitation.created' and i.recipient_id is not null
  ), due as (
    insert into mails as m (user_id, kind, due_at)
    select n.user_id, 'INBOX', ${nextMailAt} from notification_settings n
    where n.user_id in (select user_id from concerned) and n.address is not null and n.mail and n.kinds <> '{}'
    on conflict (user_id, kind) do update set due_at =
      case when m.attempts > 0 then coalesce(m.due_at, excluded.due_at) else least(m.due_at, excluded.due_at) end
    returning 1
  ), devices as (${makeDue(sql`select user_id from concerned`)}), moved as (
    update mail_head h set position = last.position, tag = last.tag
    from (select position, tag from page order by position desc limit 1) last
  )
  select (select count(*) from page)::int as read, (select count(*) from due)::int as due`
