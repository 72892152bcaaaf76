/** Where a request comes from, as the audit and the budgets of sign-ins keep it. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

export type WhereFrom = {
  address: string
  userAgent: string
}

export const whereFrom = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): WhereFrom => ({
  address: addressOf(ip),
  userAgent: headers['user-agent'] ?? '',
})

/** An IPv6 network gives each customer 2^64 addresses. */
export const addressOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (v4 !== undefined) return v4
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return `${[...first, ...zeros, ...last]
    .slice(0, 4)
    .map((part) => part.toLowerCase())
    .join(':')}::/64`
}
