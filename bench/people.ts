/** The people in the data of `load`: recorders with accounts of the embedded issuer, a player and a viewer. */
import type { Database } from '../src/db/database.ts'
import { type Account, findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { userOfAccount } from '../src/resources/users/store.ts'

/** The issuer in the service's own tokens. */
export const BASE_URL = 'http://bench.example.org'

const RECORDERS = 20

/** Plays in the matches of all recorders, and is trusted by two of them. */
export const PLAYER = 'player'

/** Is in 50 communities, and in 20 groups that are let in to their owners' histories. */
export const VIEWER = 'viewer'

/** Is in all 250 communities. */
export const REGULAR = 'regular'

/** Plays in the matches of 1,000 people. */
export const GUEST = 'guest'

/** Is in a community of 100,000. */
export const TOWNSMAN = 'townsman'

/** Is trusted by the first recorder. */
export const EDITOR = 'editor'

/** Has done nothing yet. */
export const NEWCOMER = 'newcomer'

/** Two people who play in the first recorder's matches, often together. The first one's history is open to all. */
export const PAIR = ['someone 100', 'someone 102'] as const

/** Everybody except the recorders. They record nothing. */
export const OTHERS = [PLAYER, VIEWER, REGULAR, GUEST, TOWNSMAN, EDITOR, NEWCOMER]

export interface User {
  id: string
  canonicalPlayerId: string
}

export interface People {
  /** Sorted by their number of matches, most first. */
  recorders: string[]
  user: User
  player: User
  viewer: User
  regular: User
  guest: User
  townsman: User
  /** A token of the first recorder. */
  token: string
}

/** Makes the recorders, the player and the viewer. The first recorder is measured. */
export async function people(db: Database): Promise<People> {
  const recorders = Array.from({ length: RECORDERS }, (_, n) => `recorder ${String(n).padStart(2, '0')}`)
  const accounts = []
  for (const name of [...recorders, ...OTHERS]) accounts.push(await findOrCreateAccount(db, name))
  const users = []
  for (const account of accounts) users.push(await userOfAccount(db, account))
  const [[account], [user], others] = [accounts, users, users.slice(-OTHERS.length)]
  const [player, viewer, regular, guest, townsman] = others
  if (!account || !user || !player || !viewer || !regular || !guest || !townsman)
    throw new Error('There are no recorders.')
  const token = await tokenFor(db, account, 'player')
  return { recorders, user, player, viewer, regular, guest, townsman, token }
}

/** The token is valid for a day, which is longer than any run. */
const tokenFor = (db: Database, account: Account, role: Role): Promise<string> =>
  issueToken(db, { issuer: BASE_URL, account, roles: [role], scopes: [], hours: 24 })

/** Signs some at once: signing a thousand at once blocks the event loop for longer than a connection is allowed to take. */
export async function playerTokens(db: Database, accounts: Account[]): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < accounts.length) {
    const some = accounts.slice(tokens.length, tokens.length + 10)
    tokens.push(...(await Promise.all(some.map((account) => tokenFor(db, account, 'player')))))
  }
  return tokens
}

/** A token of somebody who is allowed to do everything. */
export async function adminToken(db: Database): Promise<string> {
  const account = await findOrCreateAccount(db, 'admin')
  await userOfAccount(db, account)
  return tokenFor(db, account, 'admin')
}
