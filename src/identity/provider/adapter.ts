/** Stores the records of the OpenID provider in `oidc_artifacts`. Nobody can sign in with a copy of this table. */
import { hash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'
import { clientMetadata } from '../clients/store.ts'
import { accountsChanged } from '../sessions/account-status.ts'
import { sessionEnded } from './browser-sessions.ts'
import { requestContext } from './request-context.ts'

/** Whoever knows the id of such a record can use it. So only a hash of the id is stored. */
const SECRET = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode', 'Interaction'])

/**
 * We make the ids of these records ourselves. All other ids are hashed: a hash is short, and has no NUL, which PostgreSQL would
 * refuse.
 */
const PLAIN = new Set(['Session', 'Grant'])

/** These records are kept after their use, so that a second use is noticed. */
const USED_ONCE = { AuthorizationCode: 'CODE_REUSED', RefreshToken: 'REFRESH_REUSED' } as const

/**
 * The prefix of a device code's hash. After a person has entered the user code, the pages know only this hash. Only the pages may
 * use it.
 */
const HANDLE = 'handle:'

/** A placeholder in the stored address for the id of the interaction, because the id is a secret. */
const ITS_ID = '{id}'

type Found = {
  id: string
  payload: AdapterPayload
  consumedAt: Date | null
}

/** Makes the adapter for one of the library's models. */
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

  /**
   * Finds a record. If a client asks for a code or a token, the row is locked, so that of two uses at the same time the second
   * one sees the first.
   */
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
      if (model === 'Session' && payload.accountId === undefined) return // nobody is signed in, so we store nothing
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

/** Selects a row if this code or token was issued to this client, even if it was used before. */
export const isGoodFor = (clientId: string, model: string, secret: string): Sql => sql`
  select from oidc_artifacts
  where model = ${model} and id = ${hashOf(secret)} and client_id = ${clientId} and expires_at > now()`

/** In seconds: how often a device may ask. By RFC 8628 §3.2 the default is five. */
export const POLL = 1
/** In seconds. A question may come this much too early, because the one before may have been slow to arrive. */
const EARLY = 0.5

/** A device that asks too often gets `slow_down` (RFC 8628 §3.5). */
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

/** The payload as it is stored: without the id and the user code. */
function without({ jti: _id, userCode: _code, returnTo, ...payload }: AdapterPayload, id: string): object {
  return returnTo === undefined ? payload : { ...payload, returnTo: returnTo.replaceAll(id, ITS_ID) }
}

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

/** A fast hash is enough: a user code has 34 bits and works for ten minutes, and whoever finds it must still sign in. */
const hashOf = (secret: string) => hash('sha256', secret, 'base64url')
