/** The people of the demo: six accounts, each with roles, a user, and a ghost player for each of the others. Two know a guest. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { UserCaller } from '../http/caller.ts'
import type { Shown } from '../http/operation/operation.ts'
import { isOfDemo } from '../identity/accounts/demo-people.ts'
import { createAccount } from '../identity/accounts/store.ts'
import type { Role } from '../identity/roles.ts'
import * as ghostPlayers from '../resources/ghost-players/store.ts'
import { userOfAccount } from '../resources/users/store.ts'

/**
 * Some people have more roles, so that each part of the app has somebody. The first one may add games, because a newcomer looks
 * for a game that they know.
 */
const ROLES: Record<string, Role[]> = {
  Alma: ['player', 'catalog-service'],
  Bruno: ['player', 'catalog-editor'],
  Carla: ['player', 'translator'],
  Dario: ['player', 'application-owner'],
  Edda: ['player', 'admin'],
  Filip: ['player'],
}

export const PEOPLE = Object.keys(ROLES)

/** A guest without an account, and the people who have a stand-in for them. */
const GUEST = { name: 'Greta', hosts: ['Alma', 'Bruno'] }

export interface Person {
  caller: UserCaller & { accountId: string }
  communityIds: string[]
  /** The self ghost player is first, the others are in the order of the people, and a guest is last. */
  ghostPlayerIds: string[]
  playsetIds: Map<string, string>
}

export async function addPerson(tx: Queryable, name: string): Promise<Person> {
  const account = await createAccount(tx, { id: uuidv7(), name, roles: ROLES[name] ?? [] })
  await tx.many(isOfDemo(account.id, PEOPLE.indexOf(name)))
  const { id, canonicalPlayerId } = await userOfAccount(tx, account)
  const self = await tx.one(
    sql<{ id: string }>`select id from ghost_players where owner_id = ${id} and is_self`,
  )
  const others: string[] = []
  const guests = GUEST.hosts.includes(name) ? [GUEST.name] : []
  for (const other of [...PEOPLE.filter((one) => one !== name), ...guests])
    others.push(idOf(await ghostPlayers.insert(tx, id, other)))
  return {
    caller: {
      key: id,
      userId: id,
      canonicalPlayerId,
      scopes: new Set(),
      accountId: account.id,
      erased: false,
    },
    communityIds: [],
    ghostPlayerIds: [self.id, ...others],
    playsetIds: new Map(),
  }
}

export function idOf({ id }: Shown): string {
  if (id === undefined) throw new Error('A new resource has an id.')
  return id
}
