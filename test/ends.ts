/** Ends what tests have started: the last first, each once, and the others even if one fails. */

export class Ends {
  readonly #ends: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined

  /** True as soon as something is being ended. */
  get haveBegun(): boolean {
    return this.#running !== undefined
  }

  push(end: () => Promise<unknown>): void {
    this.#ends.push(end)
  }

  /** A second call waits for the first. Throws the first error after everything has ended. */
  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const errors: unknown[] = []
    for (const end of this.#ends.toReversed()) {
      try {
        await end()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}

/**
 * Ends what a command has started when the command is interrupted. The signal often comes twice: from the terminal, and from npm,
 * which passes it on.
 */
export function endOnSignals(ends: Ends): void {
  const interrupted = () => void ends.run().finally(() => process.exit(INTERRUPTED))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, interrupted)
    ends.push(async () => void process.off(signal, interrupted))
  }
}

const INTERRUPTED = 130
