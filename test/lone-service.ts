/** A service in its own process with its own PostgreSQL server and accounts, for tests that look at the process from outside. */
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { issueToken } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { Ends, endOnSignals } from './ends.ts'
import { type TestAccount, newAccount } from './identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from './replicas.ts'
import { type Ran, type Served, placeFor, run, serve } from './served.ts'

export interface LoneService {
  url: string
  pid: number
  folder: string
  /** The service's database, for what the API cannot do. */
  db: Database
  replica: Replica
  served: Served
  account: (name: string, roles: Role[]) => Promise<TestAccount>
  /** Makes a token with the scopes, or with all roles of the account. It is valid for 12 hours. */
  tokenOf: (account: TestAccount, scopes?: string[]) => Promise<string>
  /** Runs a command with the service's settings. */
  run: (args: string[]) => Promise<Ran>
  close: () => Promise<void>
}

const HOURS = 12

export async function startLoneService(settings: NodeJS.ProcessEnv = {}): Promise<LoneService> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  const ends = new Ends()
  endOnSignals(ends)
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const replica = await Replica.primary(folder, 'p', { wal_keep_size: '0' })
    ends.push(() => replica.end())
    await migrate(replica.address)
    const place = await placeFor(
      { after: (end) => ends.push(end) },
      {
        SCOREBOOK_DATABASE_URL: urlOf([replica.address]),
        SCOREBOOK_PIPELINE: 'off',
        SCOREBOOK_LOG_LEVEL: 'warn',
        ...settings,
      },
    )
    const served = serve(place, 'pipe')
    served.child.stdout?.pipe(createWriteStream(join(folder, 'service.log')))
    await served.ready()
    const discovered = await fetch(`${place.url}/.well-known/openid-configuration`)
    const { issuer } = (await discovered.json()) as { issuer: string }
    const db = new Database(replica.address)
    ends.push(() => db.close())
    return {
      url: place.url,
      pid: served.child.pid ?? 0,
      folder,
      db,
      replica,
      served,
      account: (name, roles) => newAccount(db, name, roles),
      tokenOf: (account, scopes = []) =>
        issueToken(db, {
          issuer,
          account,
          roles: scopes.length > 0 ? [] : account.roles,
          scopes,
          hours: HOURS,
        }),
      run: (args) => run(place, args),
      close: () => ends.run(),
    }
  } catch (error) {
    await ends.run()
    throw error
  }
}
