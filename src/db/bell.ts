/** Wakes all loops that are waiting for work. */
export class Bell {
  #ringing = Promise.withResolvers<void>()

  ring(): void {
    this.#ringing.resolve()
    this.#ringing = Promise.withResolvers()
  }

  /** A loop calls this before it looks for work. If work arrives while it looks, the bell wakes it all the same. */
  next(): { orAfter: (milliseconds: number) => Promise<'rung' | 'late'> } {
    const { promise } = this.#ringing
    return {
      async orAfter(milliseconds) {
        let timer: NodeJS.Timeout | undefined
        const time = new Promise<'late'>((resolve) => {
          timer = setTimeout(resolve, milliseconds, 'late')
        })
        const first = await Promise.race([promise.then(() => 'rung' as const), time])
        clearTimeout(timer)
        return first
      },
    }
  }
}
