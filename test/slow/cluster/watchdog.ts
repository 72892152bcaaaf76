/** The watchdog of a machine: it cuts the machine's power if Patroni has not written to it in time. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** Where Patroni's testing driver writes to. The kernel's watchdog would restart the whole computer. */
export const PIPE = '/run/watchdog'

/** What the driver writes: the timeout in seconds, that it goes away in order, or that it is alive. */
const WORDS = /Ctimeout=(\d+)\n|V|1/g

export class Watchdog {
  readonly #reader: ChildProcess
  #timeout = 60
  #timer: NodeJS.Timeout | undefined

  private constructor(path: string, expired: () => void) {
    // Opened for writing too, so that it does not end when Patroni closes its side.
    this.#reader = spawn('sh', ['-c', 'exec cat <> "$0"', path], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#reader.stdout?.on('data', (bytes: Buffer) => {
      for (const [word, timeout] of bytes.toString().matchAll(WORDS)) {
        clearTimeout(this.#timer)
        if (timeout !== undefined) this.#timeout = Number(timeout)
        if (word !== 'V') this.#timer = setTimeout(expired, 1_000 * this.#timeout)
      }
    })
  }

  /** Makes the pipe in the root of a machine. */
  static async in(root: string, expired: () => void): Promise<Watchdog> {
    const path = `${root}${PIPE}`
    await promisify(execFile)('mkfifo', ['--mode=666', path])
    return new Watchdog(path, expired)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#reader.kill('SIGKILL')
  }
}
