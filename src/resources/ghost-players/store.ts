/** The SQL of ghost players. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, booleanField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { parent } from '../canonical-players/store.ts'
import { revoke } from '../claim-edges/store.ts'
import { cancel } from '../claim-requests/store.ts'
import { userName } from '../name-fields.ts'
import { userRef } from '../ref-json.ts'
import { ghostPlayersChanged } from '../ratings/changes.ts'
import { isPublic } from '../privacy-settings/public-marks.ts'
import { ghostPlayerDeleted, ghostPlayersRenamed, unclaimed } from '../visibility/circles.ts'
import { ghostPlayerPolicy } from '../visibility/ghost-players.ts'
import { personPolicy } from '../visibility/people.ts'

export type LockedGhostPlayer = {
  id: string
  version: number
  ownerId: string
  isSelf: boolean
}

const properties = sql`
  'id': gp.id,
  'owner': ${userRef(sql`gp.owner_id`)},
  'displayName': gp.display_name,
  'isSelf': gp.is_self,
  'createdAt': rfc3339(gp.created_at),
  'updatedAt': rfc3339(gp.updated_at)`

export const ghostPlayerJson = sql`json_object(${properties} absent on null)`

/** The JSON of a ghost player for its owner. The owner sees all its matches, so `matches` counts them without checking access. */
const ownGhostPlayerJson = sql`json_object(${properties},
  'matches': (
    select count(*) from participants mp
    where mp.ghost_player_id = gp.id and mp.match_final and mp.match_deleted_at is null)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`gp.id`),
  name: textField(sql`gp.display_name`),
  isSelf: booleanField(sql`gp.is_self`),
  ownerId: uuidField(sql`gp.owner_id`),
  ownerName: userName(sql`gp.owner_id`),
  createdAt: timestampField(sql`gp.created_at`),
  updatedAt: timestampField(sql`gp.updated_at`),
}

const sorts = ['id', 'name', 'createdAt', 'updatedAt']

const all = { from: sql`ghost_players gp`, where: sql`gp.deleted_at is null`, json: ghostPlayerJson }

export const ghostPlayers: Collection<{ caller: UserCaller }> = {
  fields,
  sorts,
  rows: ({ caller }) => ({ ...all, paths: ghostPlayerPolicy.paths(caller) }),
}

export const ownGhostPlayers: Collection<{ caller: UserCaller }> = {
  fields,
  sorts,
  rows: ({ caller }) => ({
    ...all,
    json: ownGhostPlayerJson,
    paths: [{ where: sql`gp.owner_id = ${caller.userId}` }],
  }),
}

export const claimedGhostPlayers: Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }> =
  {
    fields,
    sorts,
    rows: ({ caller, params: { canonicalPlayerId } }) => ({
      ...all,
      paths: [
        {
          range: {
            column: sql`gp.id`,
            values: sql`
              select ce.ghost_player_id from claim_edges ce
              where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null`,
          },
          where: ghostPlayerPolicy.sees(caller),
        },
      ],
      parent: parent(canonicalPlayerId, personPolicy.sees(caller, sql`cp.user_id`)),
    }),
  }

export const show = (id: string, caller: UserCaller) => sql<Shown>`
  select gp.version, ${ghostPlayerPolicy.sees(caller)} as visible, (${ghostPlayerJson})::text as body
  from ghost_players gp where gp.id = ${id} and gp.deleted_at is null`

/**
 * Locks the caller, who must be the owner, and then the ghost player. The order matters because other people see the ghost
 * player's name and claim.
 */
export const lock = (id: string, { userId }: UserCaller) => sql<LockedGhostPlayer>`
  with caller as (
    select id from users where id = ${userId} for no key update
  )
  select gp.id, gp.version, gp.owner_id as "ownerId", gp.is_self as "isSelf"
  from caller, ghost_players gp where gp.id = ${id} and gp.deleted_at is null for update of gp`

export const insert = (db: Queryable, ownerId: string, displayName: string): Promise<Shown> =>
  db.one(sql<Shown>`
    with gp as (
      insert into ghost_players (id, owner_id, display_name, is_public)
      select ${uuidBeside(ownerId)}, ${ownerId}, ${displayName}, ${isPublic(sql`${ownerId}`, 'MATCH_HISTORY')} returning *
    )
    select gp.id, gp.version, (${ghostPlayerJson})::text as body from gp`)

export async function rename(db: Queryable, id: string, displayName: string | undefined): Promise<Shown> {
  const renaming = sql<Shown>`
    with gp as (
      update ghost_players
      set display_name = coalesce(${displayName}, display_name), version = version + 1, updated_at = now()
      where id = ${id}
      returning *
    )
    select gp.id, gp.version, (${ghostPlayerJson})::text as body from gp`
  const [shown] = await Promise.all([db.one(renaming), db.many(ghostPlayersRenamed(sql`gp.id = ${id}`))])
  return shown
}

/**
 * Deletes a ghost player but keeps its row, because old matches still show it. Its claim is revoked and its pending claim
 * requests are cancelled.
 */
export const softDelete = (id: string, caller: UserCaller): Sql[] => [
  sql`
    update ghost_players set deleted_at = now(), version = version + 1, updated_at = now() where id = ${id}`,
  cancel(sql`ghost_player_id = ${id}`),
  revoke(sql`ghost_player_id = ${id}`, caller),
  ...unclaimed(sql`ce.ghost_player_id = ${id}`),
  ghostPlayersChanged(sql`select ${id}::uuid`),
  ghostPlayerDeleted(id),
]
