/** Passwords: the rules for one, and scrypt hashes, made off the event loop and two at a time. */
import { type ScryptOptions, randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { Loads } from '../../http/turns/fair-line.ts'
import { type Sender, FairTurns } from '../../http/turns/fair-turns.ts'
import { Problem, unavailable } from '../../http/problem.ts'
import { common } from './common-passwords.ts'

export const SHORTEST = 10
const LONGEST = 1_000

/** The form in which we hash a password, after OpaqueString of RFC 8265: the same text however it was typed. */
const prepared = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Why the text cannot be a password, if it cannot; the message continues "The password". `known` are texts that anybody might
 * know about the person, such as their name.
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

/** The words that an attacker tries first here. */
const OWN_WORDS = new Set(['scorebook', 'boardgame', 'boardgames'])

/** The most digits and signs around a word that we ignore; more of them make a password stronger. */
const MOST_AROUND = 6

/**
 * The variants of a word that an attacker tries first: repeated, with a few digits and signs around it, and with digits for
 * letters.
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

/** `abc` for `abcabcabc`: a repeated text is as easy to guess as the text. */
function periodOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, at)
}

/** Some 0.2 s of one core. OWASP recommends 32 MiB three times as an equal of 128 MiB once. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const BYTES = 32

/** The cost of earlier guesses by network: of two who wait, the one whose networks have guessed less goes first. */
export const loads = new Loads()

/**
 * Two at a time: each takes one of libuv's four threads, which files, compression and host names use too. 300 wait for some 30 s;
 * whoever comes then takes the place of somebody from the network with the most waiting.
 */
const turns = new FairTurns(
  {
    atOnce: 2,
    mostWaiting: 300,
    mostWaitingOfOne: 4,
    patience: 30_000,
    refusal: () => unavailable('Too many people are signing in at the moment.'),
    refusalOfOne: () => new Problem(429, 'rate-limited', 'Too many attempts from here at once.'),
  },
  loads,
)

/** Makes and compares hashes, during a turn. */
interface Hashing {
  hash: (typed: string) => Promise<string>
  /** Without a hash (no such account, or none with a password) it takes as long as with a wrong password. */
  verify: (typed: string, hash: string | null | undefined) => Promise<boolean>
}

/** For whoever works on the machine itself, by a command or a setting. */
const here = (): Sender => ({ known: true, path: ['here', randomUUID()] })

/** Does the work when its turn comes; a right password costs its networks nothing. */
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

/** True for a hash of an older cost; the next sign-in replaces it. */
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

/** A hash that belongs to no password. */
const NOBODYS = written(COST, Buffer.alloc(16), Buffer.alloc(BYTES))

const derived = (password: string, salt: Buffer, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password, salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
