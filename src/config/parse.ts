/** Parsers for settings. Each turns a text into a value or a fault. */
import { availableParallelism } from 'node:os'
import { isIP } from 'node:net'
import { urlsOf } from '../db/hosts.ts'
import { SENDER, serverIn } from '../notifications/mail/settings.ts'

/** What is wrong with a value, as the rest of a sentence that begins with the setting's name. */
export class Fault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export type Parse<T> = (text: string) => T | Fault

export const text: Parse<string> = (given) => given

export const port: Parse<number> = (given) => {
  const number = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  return number >= 1 && number <= 65_535
    ? number
    : new Fault(`must be a port from 1 to 65535, not '${given}'.`)
}

export const wholeFrom =
  (least: number): Parse<number> =>
  (given) =>
    /^\d{1,12}$/.test(given) && Number(given) >= least
      ? Number(given)
      : new Fault(`must be a whole number from ${least} on, not '${given}'.`)

export const hour: Parse<number> = (given) =>
  /^\d{1,2}$/.test(given) && Number(given) <= 23
    ? Number(given)
    : new Fault(`must be an hour from 0 to 23, not '${given}'.`)

/** Each process can need eight connections to the database, and the embedded PostgreSQL allows a hundred. */
export const MOST_PROCESSES = 10

/** `auto` means one process for each core that Scorebook can use. */
export const processes: Parse<number> = (given) => {
  if (given === 'auto') return Math.min(availableParallelism(), MOST_PROCESSES)
  return /^\d{1,2}$/.test(given) && Number(given) >= 1 && Number(given) <= MOST_PROCESSES
    ? Number(given)
    : new Fault(`must be auto, or a whole number from 1 to ${MOST_PROCESSES}, not '${given}'.`)
}

/** Parses a size such as 256MB or 2GB. The result is in megabytes. */
export const megabytesFrom =
  (least: number): Parse<number> =>
  (given) => {
    const [, number, unit] = /^(\d{1,7})\s*(MB|GB)$/i.exec(given) ?? []
    const size = Number(number) * (unit?.toUpperCase() === 'GB' ? 1024 : 1)
    return size >= least
      ? size
      : new Fault(`must be a size from ${least}MB on, such as 256MB or 2GB, not '${given}'.`)
  }

export const oneOf =
  <const V extends string>(...values: V[]): Parse<V> =>
  (given) =>
    values.find((value) => value === given) ??
    new Fault(`must be one of ${values.join(', ')}, not '${given}'.`)

export const matching =
  (form: RegExp, what: string): Parse<string> =>
  (given) =>
    form.test(given) ? given : new Fault(`must be ${what}, not '${given}'.`)

/** Parses a URL, and removes a slash at its end. The fault does not quote the URL, because it may contain a password. */
export const url: Parse<string> = (given) => {
  const parsed = URL.parse(given)
  const isPlain = parsed && parsed.username === '' && parsed.password === '' && !/[?#]/.test(given)
  return isPlain && /^https?:$/.test(parsed.protocol)
    ? given.replace(/\/+$/, '')
    : new Fault(
        'must be an http or https URL without user name and query, such as https://scorebook.example.org.',
      )
}

/** Parses a URL that may name several servers. The fault does not quote it, because it may contain a password. */
export const databaseUrl: Parse<string> = (given) =>
  urlsOf(given).every(({ url, host }, _n, { length }) => isDatabase(url) && (length === 1 || host !== ''))
    ? given
    : new Fault(
        'must be like postgresql://user:password@host:5432/database; several servers are separated by commas: @one:5432,two:5432/.',
      )

/** True for the URL of a database. A URL for a socket has the folder in its query, and no host. */
const isDatabase = (one: string) =>
  /^postgres(ql)?:$/.test(URL.parse(one.replace(/@\/(?=.*[?&]host=)/, '@localhost/'))?.protocol ?? '')

export const origin: Parse<string> = (given) =>
  given === '*' || URL.parse(given)?.origin === given
    ? given
    : new Fault(`must be origins such as https://app.example.org, or *, not '${given}'.`)

/** Parses a network such as 10.0.0.0/8. */
export const network: Parse<string> = (given) => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(given) ?? []
  const version = isIP(address)
  const fits = bits === undefined || Number(bits) <= (version === 4 ? 32 : 128)
  return version !== 0 && fits
    ? given
    : new Fault(`must be addresses such as 10.0.0.1, or networks such as 10.0.0.0/8, not '${given}'.`)
}

export const listOf =
  <T>(item: Parse<T>): Parse<T[]> =>
  (given) => {
    const items = given
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map(item)
    return items.find((one) => one instanceof Fault) ?? (items as T[])
  }

/** The fault does not quote the value, because it may contain a password. */
export const mailServer: Parse<NonNullable<ReturnType<typeof serverIn>>> = (given) =>
  serverIn(given) ??
  new Fault(
    'must be a URL such as smtp://user:password@mail.example:587 or smtps://user:password@mail.example, with signs such as @ in the password percent-encoded.',
  )

export const sender: Parse<string> = matching(
  SENDER,
  'an address, or a name and an address such as Scorebook <scorebook@example.org>',
)
