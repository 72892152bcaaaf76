/** Who the data of `load` belongs to: recorders with accounts of the embedded issuer, a player and a viewer. */
import type { Database } from '../src/db/database.ts'
import { type Account, findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { userOfAccount } from '../src/resources/users/store.ts'

/** The service's own name in tokens. */
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

/** Play in the matches of the first recorder, often with each other; the history of the first is open to all. `load` makes them. */
export const PAIR = ['someone 100', 'someone 102'] as const

/** Everybody but the recorders; these record nothing. */
export const OTHERS = [PLAYER, VIEWER, REGULAR, GUEST, TOWNSMAN]

export interface User {
  id: string
  canonicalPlayerId: string
}

export interface People {
  /** By how many matches they have, most first. */
  recorders: string[]
  user: User
  player: User
  viewer: User
  regular: User
  guest: User
  townsman: User
  /** Of the first recorder. */
  token: string
}

/** Makes the recorders, of whom the first is measured, the player and the viewer. */
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

/** A day is longer than any run. */
const tokenFor = (db: Database, account: Account, role: Role): Promise<string> =>
  issueToken(db, { issuer: BASE_URL, account, roles: [role], scopes: [], hours: 24 })

/** Some at once: signing a thousand at once keeps the event loop busy for longer than a connection may take to open. */
export async function playerTokens(db: Database, accounts: Account[]): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < accounts.length) {
    const some = accounts.slice(tokens.length, tokens.length + 10)
    tokens.push(...(await Promise.all(some.map((account) => tokenFor(db, account, 'player')))))
  }
  return tokens
}

/** Somebody who may do everything. */
export async function adminToken(db: Database): Promise<string> {
  const account = await findOrCreateAccount(db, 'admin')
  await userOfAccount(db, account)
  return tokenFor(db, account, 'admin')
}
