/**
 * The account of the operating system that runs PostgreSQL. PostgreSQL refuses to run as root, so for root we choose another
 * account.
 */
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { CannotStart } from './errors.ts'

export interface Account {
  uid: number
  gid: number
}

/** Returns undefined if PostgreSQL runs under our own account. If data exist already, PostgreSQL runs as their owner. */
export async function serverAccount(data: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux') {
    throw new CannotStart('PostgreSQL does not run as root. Start Scorebook as an ordinary user.')
  }
  const owner = await stat(data).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = await readFile('/etc/passwd', 'utf8')
  const account = accountNamed(accounts, 'postgres') ?? accountNamed(accounts, 'nobody')
  if (account) return account
  throw new CannotStart(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody" that it ' +
      'could use. Start Scorebook as an ordinary user, or add one of them.',
  )
}

/** Throws if our account has no name, as in some containers. `initdb` needs the name. */
export function mustHaveName(): void {
  try {
    userInfo()
  } catch {
    throw new CannotStart(
      `Scorebook runs as the account ${process.getuid?.()}, which has no name on this machine: PostgreSQL makes no ` +
        'database for it. Add a line for it to /etc/passwd, or start Scorebook as another account or as root ' +
        '(PostgreSQL itself then runs as an account without rights).',
    )
  }
}

function accountNamed(accounts: string, name: string): Account | undefined {
  const line = accounts.split('\n').find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  const account = { uid: Number(uid), gid: Number(gid) }
  return account.uid > 0 && account.gid > 0 ? account : undefined
}
