/** The SQL of the devices that get push messages. */
import type { Queryable } from '../../db/database.ts'
import type { Purge } from '../../db/purging.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { type Fields, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { goesOn } from '../../identity/sessions/store.ts'
import { nextAt } from '../pace.ts'
import { MOST_DEVICES } from './schema.ts'

/** In days: how long a device stays if it was registered with only an access token. */
export const TOKEN_DAYS = 30

export const deviceJson = ({ sessionId }: UserCaller): Sql => sql`json_object(
  'id': pd.id,
  'name': pd.name,
  'isHere': coalesce(pd.session_id = ${sessionId ?? null}::uuid, false),
  'createdAt': rfc3339(pd.created_at),
  'sentAt': rfc3339(pd.sent_at)
  absent on null)`

/** A condition on `push_devices pd`: the session, token or grant that registered the device has not ended. */
export const isSignedIn: Sql = sql`(
  exists (select from sessions s where s.id = pd.session_id and ${goesOn})
  or exists (select from personal_tokens pt where pt.id = pd.token_id and pt.expires_at > now())
  or exists (
    select from oidc_artifacts g
    where g.model = 'Grant' and g.id = pd.grant_id and (g.expires_at is null or g.expires_at > now()))
  or pd.ends_at > now())`

const fields: Fields = {
  id: uuidField(sql`pd.id`),
  name: textField(sql`pd.name`),
  createdAt: timestampField(sql`pd.created_at`),
  sentAt: timestampField(sql`pd.sent_at`),
}

export const devices: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: ({ caller }) => ({
    from: sql`push_devices pd`,
    where: sql`pd.user_id = ${caller.userId} and ${isSignedIn}`,
    json: deviceJson(caller),
  }),
}

/** Locks the user, so that two requests at the same time cannot exceed the limit. */
export const lockUser = ({ userId }: UserCaller) => sql<{ publicKey: string | null }>`
  select (select h.public_key from push_head h where h.pushing_until > now()) as "publicKey"
  from users u where u.id = ${userId} for no key update of u`

interface NewDevice {
  endpoint: string
  keys: { p256dh: string; auth: string }
  name: string
  publicKey: string
}

/**
 * Registers a device. A browser has only one, so an earlier device of this session is replaced, and so is another person's device
 * in the same browser. Undefined if the person has as many devices as allowed.
 */
export async function insert(
  db: Queryable,
  caller: UserCaller,
  device: NewDevice,
): Promise<Shown | undefined> {
  const { userId, sessionId = null } = caller
  const [, shown] = await withConstraints(
    {
      push_devices_session_id_fkey: hasEnded,
      push_devices_token_id_fkey: hasEnded,
      push_devices_grant_fkey: hasEnded,
    },
    Promise.all([
      db.many(sql`
        delete from push_devices where id in (
          select id from push_devices
          where endpoint = ${device.endpoint} and user_id <> ${userId}
            or session_id = ${sessionId}::uuid and endpoint <> ${device.endpoint}
          order by id for update)`),
      db.maybe(insertion(caller, device)),
    ]),
  )
  return shown
}

const hasEnded = () => conflict('The session or the token of this request has just ended; sign in again.')

const insertion = (caller: UserCaller, { endpoint, keys, name, publicKey }: NewDevice) => {
  const { userId, sessionId = null } = caller
  const tokenId = sessionId === null ? (caller.tokenId ?? null) : null
  const grantId = sessionId === null && tokenId === null ? (caller.grantId ?? null) : null
  const isAlone = sessionId === null && tokenId === null && grantId === null
  return sql<Shown>`
    with pd as (
      insert into push_devices as pd (
        id, user_id, session_id, token_id, grant_id, ends_at, name, endpoint, p256dh, auth, public_key)
      select ${uuidBeside(userId)}::uuid, ${userId}::uuid, ${sessionId}::uuid, ${tokenId}::uuid, ${grantId}::text,
        case when ${isAlone} then now() + make_interval(days => ${TOKEN_DAYS}) end,
        ${name}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${publicKey}
      where (
        select count(*) from push_devices own where own.user_id = ${userId} and own.endpoint <> ${endpoint}
      ) < ${MOST_DEVICES}
      on conflict (endpoint) do update set session_id = excluded.session_id, token_id = excluded.token_id,
        grant_id = excluded.grant_id, ends_at = excluded.ends_at, name = excluded.name, p256dh = excluded.p256dh,
        auth = excluded.auth, public_key = excluded.public_key, attempts = 0
      where pd.user_id = excluded.user_id
      returning *
    )
    select pd.id, (${deviceJson(caller)})::text as body from pd`
}

export const lock = (id: string, { userId }: UserCaller) => sql<{ id: string }>`
  select id from push_devices where id = ${id} and user_id = ${userId} for update`

export const remove = (id: string): Sql => sql`delete from push_devices where id = ${id}`

/** For an erasure: deletes the person's devices. */
export const forgetDevices = ({ userId }: UserCaller): Sql =>
  sql`delete from push_devices where user_id = ${userId}`

/** When device `pd` of the person with `notification_settings n` gets the next message, if something happens now. */
const nextPushAt = nextAt(sql`pd.not_before`)

/** Makes the devices of these users due. A device whose message has failed still waits for its next attempt. */
export const makeDue = (users: Sql): Sql => sql`
  update push_devices pd set due_at =
    case when pd.attempts > 0 then coalesce(pd.due_at, ${nextPushAt}) else least(pd.due_at, ${nextPushAt}) end
  from notification_settings n
  where n.user_id = pd.user_id and n.kinds <> '{}' and pd.user_id in (${users})`

/** Sets the times again after a change of settings: the person may want another pace, or no notifications any more. */
export const reschedule = (userId: string): Sql => sql`
  update push_devices pd set due_at = case when n.kinds <> '{}' then ${nextPushAt} end
  from notification_settings n
  where n.user_id = ${userId} and pd.user_id = n.user_id and pd.attempts = 0 and pd.due_at is not null`

/** In seconds. For this time after a round, the settings say that this service sends messages. */
const HOLDS = 60

export const announce = (publicKey: string): Sql => sql`
  update push_head set public_key = ${publicKey}, pushing_until = now() + make_interval(secs => ${HOLDS})
  where public_key is distinct from ${publicKey} or pushing_until is null
    or pushing_until < now() + make_interval(secs => ${HOLDS / 2})`

export const endedDevices: Purge = (most) => sql`
  delete from push_devices where id in (
    select id from push_devices where ends_at < now() order by ends_at limit ${most} for update skip locked)
  returning 1`
