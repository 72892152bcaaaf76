/** A logger that collects its lines in an array. */
import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'

export function collectedLog(): { logger: Logger; log: string[] } {
  const log: string[] = []
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(String(line))
      done()
    },
  })
  return { logger: pino({ level: 'trace' }, lines), log }
}
