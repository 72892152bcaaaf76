/** The servers of a PostgreSQL database: a single one, or a primary and its standbys. */
import type pg from 'pg'

/** Either a URL, which can name several servers, or the settings for a connection to the embedded server. */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string }

export interface Host {
  name: string
  config: Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>
}

export function hostsOf(connection: Connection): Host[] {
  if (typeof connection !== 'string')
    return [{ name: nameOf(connection.host, connection.port), config: connection }]
  return urlsOf(connection).map(({ url, host, port }) => ({
    name: nameOf(host, port),
    config: { connectionString: url },
  }))
}

/** Splits a URL with several servers: `//a:5432,b:5433/db`, or for folders of sockets `?host=/a,/b&port=5432,5433`. */
export function urlsOf(url: string): { url: string; host: string; port: string }[] {
  const [, scheme = '', account = '', authority = '', rest = ''] = PARTS.exec(url) ?? []
  const [path = '', query] = rest.split(/\?(.*)/s)
  const asked = new URLSearchParams(query)
  const [hosts, ports] = [asked.get('host')?.split(','), asked.get('port')?.split(',') ?? []]
  if (hosts === undefined || hosts.length === 1)
    return authority.split(',').map((one) => {
      const [, host = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(one) ?? []
      // If the URL names only one server, it is returned unchanged.
      return {
        url: authority.includes(',') ? scheme + account + one + rest : url,
        host: hosts?.[0] ?? host,
        port,
      }
    })
  return hosts.map((host, n) => {
    const port = ports[n] ?? ports.at(-1) ?? ''
    const own = new URLSearchParams(asked)
    own.set('host', host)
    if (port !== '') own.set('port', port)
    return { url: `${scheme}${account}${authority}${path}?${own.toString()}`, host, port }
  })
}

const PARTS = /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s

const nameOf = (host: string, port: string | number) =>
  host.startsWith('/') ? host : `${host}:${port === '' ? 5432 : port}`
