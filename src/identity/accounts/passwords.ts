/** The rules for passwords, and their hashes. Hashes are made with scrypt outside of the event loop, two at a time. */
import { type ScryptOptions, randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { Loads } from '../../http/turns/fair-line.ts'
import { type Sender, FairTurns } from '../../http/turns/fair-turns.ts'
import { Problem, unavailable } from '../../http/problem.ts'
import { common } from './common-passwords.ts'

export const SHORTEST = 10
export const LONGEST = 1_000

/** Keyboards can send the same password in different ways. This makes all of them the same text (OpaqueString of RFC 8265). */
const prepared = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Why the password cannot be used, as the rest of a sentence that begins "The password". `known` are texts that strangers know,
 * such as the person's name.
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
  const variants = variantsOf(password.toLowerCase())
  if (known.some((text) => text !== '' && variants.has(prepared(text).toLowerCase())))
    return 'must not be your name or address'
  const list = await common()
  const isCommon = [...variants].some(
    (text) => [...text].length === 1 || OWN_WORDS.has(text) || list.has(text),
  )
  return isCommon ? 'is one that many people use, and would be guessed first' : undefined
}

/** Words that attackers would try first at this service. */
const OWN_WORDS = new Set(['scorebook', 'boardgame', 'boardgames'])

/** A password that consists of a common word and up to this number of digits and signs is too easy to guess. */
const MOST_AROUND = 6

/**
 * Texts that attackers try for a word: the word repeated, the word with some digits and signs, and digits in place of letters.
 */
function variantsOf(folded: string): Set<string> {
  const around = new RegExp(
    `^[^\\p{L}]{0,${MOST_AROUND}}(?=\\p{L})|(?<=\\p{L})[^\\p{L}]{0,${MOST_AROUND}}$`,
    'gu',
  )
  const words = [folded, folded.replaceAll(around, '')]
  const plain = words.map((word) => word.replaceAll(/[01345790@$!]/g, (sign) => LETTERS[sign] ?? sign))
  return new Set([...words, ...plain].flatMap((word) => [word, periodOf(word)]).filter((word) => word !== ''))
}

const LETTERS: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The shortest part that the text repeats: `abc` for `abcabcabc`. This part is as hard to guess as the whole text. */
function periodOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, at)
}

/** A hash takes some 0.2 s of a core. According to OWASP, 32 MiB with p = 3 protect as well as 128 MiB with p = 1. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const BYTES = 32

/** The recent guesses of each network. Networks with fewer guesses are first. */
export const loads = new Loads()

/** Two hashes are made at once: each takes one of libuv's four threads. If 300 requests wait, the last one waits some 30 s. */
export const HASHES = { atOnce: 2, mostWaiting: 300, mostWaitingOfOne: 4, patience: 30_000 }

const turns = new FairTurns(
  {
    ...HASHES,
    refusal: () => unavailable('Too many people are signing in at the moment.'),
    refusalOfOne: () => new Problem(429, 'rate-limited', 'Too many attempts from here at once.'),
  },
  loads,
)

interface Hashing {
  hash: (typed: string) => Promise<string>
  /**
   * True if the password is right. Without a `hash` it takes as long as with a wrong password, so that nobody finds out whether
   * an account has a password.
   */
  verify: (typed: string, hash: string | null | undefined) => Promise<boolean>
}

const here = (): Sender => ({ known: true, path: ['here', randomUUID()] })

/** Waits for a turn. If the password turns out right, the turn does not count against the sender's networks. */
export const inHashTurn = <T>(asking: Sender, work: (hashing: Hashing) => Promise<T>): Promise<T> =>
  turns.run(asking, (forgive) =>
    work({
      hash: hashed,
      async verify(typed, hash) {
        const isRight = await verified(typed, hash)
        if (isRight) forgive()
        return isRight
      },
    }),
  )

export const hashPassword = (typed: string, asking = here()): Promise<string> =>
  inHashTurn(asking, ({ hash }) => hash(typed))

export const verifyPassword = (typed: string, hash: string | null | undefined): Promise<boolean> =>
  inHashTurn(here(), ({ verify }) => verify(typed, hash))

async function hashed(typed: string): Promise<string> {
  const salt = randomBytes(16)
  return written(COST, salt, await derived(prepared(typed), salt, COST))
}

async function verified(typed: string, hash: string | null | undefined): Promise<boolean> {
  const { cost, salt, key } = read(hash ?? NOBODYS)
  const made = await derived(prepared(typed).slice(0, LONGEST * 2), salt, cost)
  return timingSafeEqual(made, key) && hash !== null && hash !== undefined
}

/** True if the hash was made at another cost than new hashes. Then the next sign-in makes it again. */
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

/** The hash of no password. */
const NOBODYS = written(COST, Buffer.alloc(16), Buffer.alloc(BYTES))

const derived = (password: string, salt: Buffer, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password, salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
