/** A progress bar for a terminal. If the output is a file, nothing is printed. */

const WIDTH = 32

interface ProgressBar {
  /** Passes chunks on, and counts their bytes. */
  along: (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
  end: () => void
}

/** `total` is in bytes. After the last byte, the bar still shows that there is work to do. */
export function progressBar(total: number, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  const show = (line: string) => {
    if (stream.isTTY) stream.write(`\r\x1b[K${line}`)
  }
  return {
    async *along(chunks) {
      let done = 0
      let percent = -1
      for await (const chunk of chunks) {
        yield chunk
        done += chunk.length
        const now = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
        if (now !== percent) show(barOf(now))
        percent = now
      }
      show(`${barOf(100)} storing …`)
    },
    end: () => show(''),
  }
}

export function barOf(percent: number): string {
  const full = Math.round((WIDTH * percent) / 100)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} %`
}
