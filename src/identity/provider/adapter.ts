/** Stores the OpenID provider's records in `oidc_artifacts`. A copy of the table contains nothing to sign in with. */
import { hash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'
import { clientMetadata } from '../clients/store.ts'
import { accountsChanged } from '../sessions/account-status.ts'
import { sessionEnded } from './browser-sessions.ts'
import { requestContext } from './request-context.ts'

/** Whoever knows the id of one of these can use it, so the table has only its hash. */
const SECRET = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode', 'Interaction'])

/** The ids of these are ours. Any other id can come from a request; a hash of it contains no NUL and fits into an index. */
const PLAIN = new Set(['Session', 'Grant'])

/** We keep a used one of these until its end, to notice a second use. */
const USED_ONCE = { AuthorizationCode: 'CODE_REUSED', RefreshToken: 'REFRESH_REUSED' } as const

/**
 * If a person typed in a user code, we know the device code only by its hash. Requests of people name it by this handle; requests
 * of clients can't, or the hash would be as good as the code.
 */
const HANDLE = 'handle:'

/** Replaces the interaction's id in the stored return address. */
const ITS_ID = '{id}'

type Found = {
  id: string
  payload: AdapterPayload
  consumedAt: Date | null
}

/** The library makes one adapter for each of its models. */
export function adapterFor(db: Queryable): (model: string) => Adapter {
  return (model) => (model === 'Client' ? clientsOf(db) : artifactsOf(db, model))
}

const sending =
  (db: Queryable) =>
  <R extends Row>(statement: Sql<R>): Promise<R[]> =>
    (requestContext.getStore()?.db ?? db).many(statement)

const never = () => Promise.reject(new Error('Clients are made by their operations.'))

function clientsOf(db: Queryable): Adapter {
  const send = sending(db)
  return {
    async find(id) {
      if (!UUID.test(id)) return undefined
      const [client] = await send(clientMetadata(id))
      return client?.metadata as AdapterPayload | undefined
    },
    upsert: never,
    findByUserCode: never,
    findByUid: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  }
}

function artifactsOf(db: Queryable, model: string): Adapter {
  const send = sending(db)
  const keyOf = (id: string) => {
    if (PLAIN.has(model)) return id
    if (id.startsWith(HANDLE)) return requestContext.getStore()?.forPerson ? id.slice(HANDLE.length) : ''
    return hashOf(id)
  }

  /** Requests of clients lock the code or token that they use, so that of two at once the second sees that it was used. */
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const context = requestContext.getStore()
    const lock = context !== undefined && !context.forPerson && SECRET.has(model)
    const [found] = await send(sql<Found>`
      select id, payload, consumed_at as "consumedAt" from oidc_artifacts
      where model = ${model} and id = ${keyOf(id)} ${lock ? sql`for update` : sql``}`)
    if (!found) return undefined
    noteReuse(model, found)
    if (lock && model === 'DeviceCode') await mayPoll(send, found)
    return whole(found, id)
  }

  return {
    find,
    findByUid: find,
    async findByUserCode(userCode) {
      const [found] = await send(sql<Found>`
        select id, payload, consumed_at as "consumedAt" from oidc_artifacts
        where model = ${model} and user_code = ${hashOf(userCode)} for update`)
      return found && { ...whole(found, HANDLE + found.id), userCode }
    },
    async upsert(id, payload, expiresIn) {
      if (model === 'Session' && payload.accountId === undefined) return // nobody is signed in, so there is nothing to store
      const written = await send(upserted(model, keyOf(id), without(payload, id), payload, expiresIn))
      if (model === 'ReplayDetection' && written.length === 0)
        throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
    },
    async consume(id) {
      await send(sql`
        update oidc_artifacts set consumed_at = now() where model = ${model} and id = ${keyOf(id)}`)
    },
    async destroy(id) {
      if (model === 'Session') await sessionEnded(send, id)
      else if (model === 'Grant')
        await send(sql`
          with ended as (delete from oidc_artifacts where model = ${model} and id = ${id} returning account_id)
          ${accountsChanged(sql`ended where account_id is not null`)}`)
      else await send(sql`delete from oidc_artifacts where model = ${model} and id = ${keyOf(id)}`)
    },
    async revokeByGrantId(grantId) {
      await send(sql`delete from oidc_artifacts where model = ${model} and grant_id = ${grantId}`)
    },
  }
}

/** Selects one row if the provider gave the code or token to the client. A second use counts too, as we must notice it. */
export const isGoodFor = (clientId: string, model: string, secret: string): Sql => sql`
  select from oidc_artifacts
  where model = ${model} and id = ${hashOf(secret)} and client_id = ${clientId} and expires_at > now()`

/** The seconds between two polls of a device; without this a device waits five (RFC 8628, section 3.2). */
export const POLL = 1
/** How early a poll can come, in seconds: the poll before it might have taken longer on its way. */
const EARLY = 0.5

/** RFC 8628, section 3.5: a device that polls too often while its person decides gets `slow_down`. */
async function mayPoll(send: ReturnType<typeof sending>, { id, payload }: Found): Promise<void> {
  if (payload.accountId !== undefined || payload['error'] !== undefined) return
  const [polled] = await send(sql`
    update oidc_artifacts set polled_at = clock_timestamp()
    where model = 'DeviceCode' and id = ${id}
      and (polled_at is null or polled_at < clock_timestamp() - make_interval(secs => ${POLL - EARLY}))
    returning id`)
  if (!polled) throw new errors.SlowDown()
}

function upserted(
  model: string,
  id: string,
  stored: object,
  payload: AdapterPayload,
  expiresIn: number | undefined,
): Sql {
  const { accountId, session, clientId, grantId, userCode, expiresWithSession, sessionUid } = payload
  const sessionId =
    model === 'Session'
      ? id
      : expiresWithSession === true
        ? sessionUid
        : model === 'Grant'
          ? requestContext.getStore()?.grantEndsWith
          : undefined
  const end = expiresIn === undefined ? sql`null` : sql`now() + make_interval(secs => ${expiresIn})`
  const conflict =
    model === 'ReplayDetection'
      ? sql`do nothing`
      : sql`do update set
          payload = excluded.payload, account_id = excluded.account_id, session_id = excluded.session_id,
          grant_id = excluded.grant_id, user_code = coalesce(excluded.user_code, oidc_artifacts.user_code),
          expires_at = excluded.expires_at`
  return sql`
    insert into oidc_artifacts (model, id, payload, account_id, session_id, client_id, grant_id, user_code, expires_at)
    values (
      ${model}, ${id}, ${JSON.stringify(stored)}::json, ${accountId ?? accountIn(session)}, ${sessionId}, ${clientId},
      ${grantId}, ${typeof userCode === 'string' ? hashOf(userCode) : undefined}, ${end})
    on conflict (model, id) ${conflict}
    returning id`
}

const accountIn = (session: unknown) => (session as { accountId?: string } | undefined)?.accountId

/** The payload to store: without the id and without the user code. */
function without({ jti: _id, userCode: _code, returnTo, ...payload }: AdapterPayload, id: string): object {
  return returnTo === undefined ? payload : { ...payload, returnTo: returnTo.replaceAll(id, ITS_ID) }
}

/** The stored payload, with its id again. */
function whole({ payload, consumedAt }: Found, id: string): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(typeof payload['returnTo'] === 'string'
      ? { returnTo: payload['returnTo'].replaceAll(ITS_ID, id) }
      : {}),
    ...(consumedAt === null ? {} : { consumed: consumedAt.getTime() / 1000 }),
  }
}

function noteReuse(model: string, { payload, consumedAt }: Found): void {
  const context = requestContext.getStore()
  const kind = USED_ONCE[model as keyof typeof USED_ONCE]
  if (!context || context.forPerson || consumedAt === null || kind === undefined) return
  const { accountId, clientId } = payload
  if (accountId !== undefined && clientId !== undefined) context.reused = { kind, accountId, clientId }
}

/** A user code needs no slow hash: its 34 bits live for ten minutes and let nobody in, because its finder must sign in. */
const hashOf = (secret: string) => hash('sha256', secret, 'base64url')
