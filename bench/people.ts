/** Who the data belongs to: recorders with accounts of the embedded issuer, and the token of the one who is measured. */
import type { Database } from '../src/db/database.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { userOfAccount } from '../src/resources/users/store.ts'

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
  token: string
}

/** Makes the recorders, of whom the first is measured, and the others. */
export async function people(db: Database, baseUrl: string): Promise<People> {
  const recorders = Array.from({ length: RECORDERS }, (_, n) => `recorder ${String(n).padStart(2, '0')}`)
  const accounts = []
  for (const name of [...recorders, ...OTHERS]) accounts.push(await findOrCreateAccount(db, name))
  const users = []
  for (const account of accounts) users.push(await userOfAccount(db, account))
  const [[account], [user], others] = [accounts, users, users.slice(-OTHERS.length)]
  const [player, viewer, regular, guest, townsman] = others
  if (!account || !user || !player || !viewer || !regular || !guest || !townsman)
    throw new Error('There are no recorders.')
  const token = await issueToken(db, { baseUrl, account, roles: ['player'], scopes: [], hours: 1 })
  return { recorders, user, player, viewer, regular, guest, townsman, token }
}
