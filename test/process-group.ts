/** Ends a process group: a command and all processes that it has started, directly or not. */
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest time that a process can take to end after its signal. */
const GRACE_MS = 5_000

/** The commands that still run in the group, after those that are ending have had time to end. */
export async function leftIn(group: number): Promise<string[]> {
  for (const since = Date.now(); ; await sleep(50)) {
    const left = membersOf(group)
    if (left.length === 0 || Date.now() - since > GRACE_MS) return left
  }
}

/** Sends the signal to all processes of the group. Does nothing if the group has ended already. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** A zombie counts as ended: in a container there may be nobody who removes it. */
function membersOf(group: number): string[] {
  if (process.platform !== 'linux') return exists(group) ? ['a process'] : []
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(itsGroup) !== group || state === 'Z') return []
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()]
    } catch {
      return []
    }
  })
}

function exists(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch (error) {
    return !isMissing(error)
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ESRCH'
