/** The people in the data of `load`: recorders with accounts here, a player and a viewer. */
import type { Database } from '../src/db/database.ts'
import { type Account, findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { userOfAccount } from '../src/resources/users/store.ts'

export const BASE_URL = 'http://bench.example.org'

const RECORDERS = 20

/** A person who plays in the matches of all recorders, and is trusted by two of them. */
export const PLAYER = 'player'

/** A person in 50 communities and 20 groups. The owners of these groups let the groups see their histories. */
export const VIEWER = 'viewer'

/** A person in all 250 communities. */
export const REGULAR = 'regular'

/** A person who plays in the matches of 1,000 people. */
export const GUEST = 'guest'

/** A person in a community of 100,000. */
export const TOWNSMAN = 'townsman'

/** An editor that the first recorder trusts. */
export const EDITOR = 'editor'

/** A person who has done nothing yet. */
export const NEWCOMER = 'newcomer'

/** Two people who often play together in the first recorder's matches. Everybody may see the history of the first one. */
export const PAIR = ['someone 100', 'someone 102'] as const

/** All these people except the recorders. They record nothing. */
export const OTHERS = [PLAYER, VIEWER, REGULAR, GUEST, TOWNSMAN, EDITOR, NEWCOMER]

export interface User {
  id: string
  canonicalPlayerId: string
}

export interface People {
  recorders: string[]
  user: User
  player: User
  viewer: User
  regular: User
  guest: User
  townsman: User
  token: string
}

/** Only the first recorder is measured. */
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

/** Makes a token that is valid for a day, which is longer than any run. */
const tokenFor = (db: Database, account: Account, role: Role): Promise<string> =>
  issueToken(db, { issuer: BASE_URL, account, roles: [role], scopes: [], hours: 24 })

/** Signs a few tokens at a time: a thousand at once would block the event loop for too long. */
export async function playerTokens(db: Database, accounts: Account[]): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < accounts.length) {
    const some = accounts.slice(tokens.length, tokens.length + 10)
    tokens.push(...(await Promise.all(some.map((account) => tokenFor(db, account, 'player')))))
  }
  return tokens
}

export async function adminToken(db: Database): Promise<string> {
  const account = await findOrCreateAccount(db, 'admin')
  await userOfAccount(db, account)
  return tokenFor(db, account, 'admin')
}
