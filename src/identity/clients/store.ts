/** Stores the apps and services that get tokens from the OpenID provider. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { type Field, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Shown } from '../../http/operation/operation.ts'
import type { WhereFrom } from '../../http/where-from.ts'
import type { Actor } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { SECRET_NUMBER } from '../claims.ts'
import { accountChanged } from '../sessions/account-status.ts'
import { authenticationOf, metadataOf } from './rules.ts'
import { KINDS, type NewClient } from './schema.ts'
import { hashOfSecret } from './secret.ts'

const json = sql`json_object(
  'id': c.id,
  'displayName': c.name,
  'kind': c.kind,
  'redirectUris': c.metadata -> 'redirect_uris',
  'postLogoutRedirectUris': c.metadata -> 'post_logout_redirect_uris',
  'roles': to_json(c.roles),
  'scopes': to_json(string_to_array(c.metadata ->> 'api_scope', ' ')),
  'authentication': case when c.secret_hash is not null then 'SECRET'
    when c.metadata -> 'jwks' is not null then 'KEY' else 'NONE' end,
  'createdAt': rfc3339(c.created_at),
  'updatedAt': rfc3339(c.updated_at)
  absent on null)`

const id = uuidField(sql`c.id`)

const fields: Record<string, Field> = {
  id,
  name: textField(sql`c.name`),
  kind: enumField(sql`c.kind`, KINDS),
  createdAt: timestampField(sql`c.created_at`),
}

export const clients: Collection<unknown> = {
  fields,
  sortedBy: { id },
  sorts: ['name', 'createdAt'],
  rows: () => ({ from: sql`oidc_clients c`, where: sql`true`, json }),
}

interface ChangeSource {
  by: Actor
  from?: WhereFrom | undefined
}

interface NewClientFacts {
  madeBy: string | undefined
  most: ReadonlySet<string>
  secret: string
}

/** Stores only the hash of the secret. `body` must not contain the secret, because it is stored for retries. */
export async function insert(
  db: Queryable,
  client: NewClient,
  { by, madeBy, most, secret, from }: ChangeSource & NewClientFacts,
): Promise<Shown> {
  const id = uuidv7()
  const hash = authenticationOf(client) === 'SECRET' ? hashOfSecret(secret) : null
  const { displayName, kind, roles = [] } = client
  const [shown] = await Promise.all([
    db.one(sql<Shown>`
      with c as (
        insert into oidc_clients (id, name, kind, metadata, secret_hash, roles, created_by)
        values (
          ${id}, ${displayName}, ${kind}, ${JSON.stringify(metadataOf(id, client, most))}::json,
          ${hash}, ${roles}, ${madeBy})
        returning *
      )
      select c.id, c.version, (${json})::text as body from c`),
    db.many(
      auditRecord({
        kind: 'CLIENT_CREATED',
        by,
        ...from,
        clientId: id,
        details: { clientKind: kind, roles },
      }),
    ),
  ])
  return shown
}

export type ListedClient = { id: string; displayName: string; kind: string; body: string }

export const everyClient = (): Sql<ListedClient> => sql<ListedClient>`
  select c.id, c.name as "displayName", c.kind, (${json})::text as body from oidc_clients c order by c.name, c.id`

export type LockedClient = {
  id: string
  version: number
  roles: string[]
  scopes: string[]
  hasSecret: boolean
  now: string
}

export const lock = (id: string): Sql<LockedClient> => sql<LockedClient>`
  select id, version, roles, string_to_array(metadata ->> 'api_scope', ' ') as scopes,
    secret_hash is not null as "hasSecret", rfc3339(now()) as now
  from oidc_clients where id = ${id} for update`

/** Tokens that the client got with its former secret stop working within 5 s. The grants of people stay. */
export async function renewSecret(
  db: Queryable,
  id: string,
  { by, from, secret }: ChangeSource & { secret: string },
): Promise<Shown> {
  const [shown] = await Promise.all([
    db.one(sql<Shown>`
      with c as (
        update oidc_clients set secret_hash = ${hashOfSecret(secret)}, secret_number = secret_number + 1,
          version = version + 1, updated_at = now()
        where id = ${id} returning *
      )
      select c.id, c.version, (${json})::text as body from c`),
    db.many(auditRecord({ kind: 'CLIENT_SECRET_MADE', by, ...from, clientId: id })),
    db.many(accountChanged(id)),
  ])
  return shown
}

/** Deletes the client with its codes, refresh tokens and grants. Its access tokens stop working within 5 s. */
export async function remove(db: Queryable, id: string, { by, from }: ChangeSource): Promise<void> {
  await Promise.all([
    db.many(sql`delete from oidc_artifacts where client_id = ${id}`),
    db.many(sql`delete from oidc_clients where id = ${id}`),
    db.many(auditRecord({ kind: 'CLIENT_REMOVED', by, ...from, clientId: id })),
    db.many(accountChanged(id)),
  ])
}

/** The metadata contain the hash in place of the secret. Our setup of the library compares hashes. */
export const clientMetadata = (id: string): Sql<{ metadata: object }> => sql<{ metadata: object }>`
  select case when secret_hash is null then metadata::jsonb
    else metadata::jsonb || jsonb_build_object('client_secret', secret_hash, ${SECRET_NUMBER}::text, secret_number)
    end as metadata
  from oidc_clients where id = ${id}`
