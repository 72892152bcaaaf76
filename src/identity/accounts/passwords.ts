/** Passwords: what may be one, and scrypt hashes of them, made off the event loop and a few at a time. */
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { unavailable } from '../../http/problem.ts'
import { Turns } from '../../http/turns.ts'
import { common } from './common-passwords.ts'

export const SHORTEST = 10
export const LONGEST = 1_000

/** The password as it is hashed, after OpaqueString of RFC 8265: one text however it was typed. */
export const prepared = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Why the text cannot be a password, if it cannot; the message goes on from "The password". `known` are texts that anybody
 * may know of the person, such as their name.
 */
export async function faultOfPassword(
  typed: string,
  known: readonly string[] = [],
): Promise<string | undefined> {
  const password = prepared(typed)
  const length = [...password].length
  if (length < SHORTEST) return `must have at least ${SHORTEST} characters`
  if (length > LONGEST) return `must have ${LONGEST.toLocaleString('en')} characters at most`
  if (!typed.isWellFormed() || /\p{Cc}/u.test(password)) return 'must not have control characters'
  const folded = password.toLowerCase()
  const once = periodOf(folded)
  if (known.some((text) => text !== '' && prepared(text).toLowerCase() === once))
    return 'must not be your name or address'
  const isCommon = [...once].length === 1 || (await common()).has(once) || (await common()).has(folded)
  return isCommon ? 'is one that many people use, and would be guessed first' : undefined
}

/** Of `abcabcabc` it is `abc`: a text repeated is as easy to guess as the text. */
function periodOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, at)
}

/** OWASP's equal of 128 MiB once: 32 MiB, three times. Some 0.2 s of one core. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const BYTES = 32

/**
 * Two at a time: each takes a thread of libuv's four, which files, compression and names of hosts use too. Thirty wait for
 * some 3 s; whoever comes then is asked to try again.
 */
const turns = new Turns({
  atOnce: 2,
  mostWaiting: 30,
  patience: 4_000,
  refusal: () => unavailable('Too many people are signing in at the moment.'),
})

export async function hashPassword(typed: string): Promise<string> {
  const salt = randomBytes(16)
  return written(COST, salt, await derive(prepared(typed), salt, COST))
}

/** Takes as long without a hash (no such account, or none with a password) as with a wrong password. */
export async function verifyPassword(typed: string, hash: string | null | undefined): Promise<boolean> {
  const { cost, salt, key } = read(hash ?? NOBODYS)
  const derived = await derive(prepared(typed).slice(0, LONGEST * 2), salt, cost)
  return timingSafeEqual(derived, key) && hash !== null && hash !== undefined
}

/** True for a hash of an older cost, which the next sign-in replaces. */
export const isOutdated = (hash: string): boolean => {
  const { cost } = read(hash)
  return cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p
}

type Cost = typeof COST

const written = ({ N, r, p }: Cost, salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`

function read(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, ln, r, p, salt, key] = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? []
  if (salt === undefined || key === undefined) throw new Error('A password hash is not one of ours.')
  return {
    cost: { N: 2 ** Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

/** A hash that no password has. */
const NOBODYS = written(COST, Buffer.alloc(16), Buffer.alloc(BYTES))

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const turn = turns.take('scrypt')
  await turn.come
  try {
    return await derived(password, salt, { ...cost, maxmem: 256 * cost.N * cost.r })
  } finally {
    turn.end()
  }
}

const derived = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
