/** Makes requests from the document: valid ones, mutated ones, and hostile ones. */
import { randomUUID } from 'node:crypto'
import type { Described, Document, Parameter } from '../document.ts'
import { DOT } from '../resources/games/recipes.ts'
import type { Random } from '../worlds/random.ts'
import type { Asked } from './asked.ts'
import type { Found } from './found.ts'
import { fileOf } from './files.ts'
import { type Source, mutated, valid } from './values.ts'

export interface Cast {
  /** The names of the lasting callers who have this scope. */
  withScope: (scope: string) => readonly string[]
  all: readonly string[]
  /** The caller who may do everything. */
  first: string
  /** Makes an account that may be erased, and returns its caller. */
  passing: () => Promise<string>
}

/** Each operation is asked for this often before chance decides. */
const FIRST = 3
/** The number of changes that are kept to be sent again. */
const CHANGES = 50
const NOTHING = { method: 'GET', path: '/api/v1/users/me', headers: {} }

export class Maker {
  readonly #document: Document
  readonly #found: Found
  readonly #cast: Cast
  readonly #random: Random
  readonly #source: Source
  /** Some of the changes that were sent. */
  readonly #changes: Asked[] = []

  constructor(document: Document, found: Found, cast: Cast, random: Random) {
    this.#document = document
    this.#found = found
    this.#cast = cast
    this.#random = random
    this.#source = { random, whole: document.whole, idFor: (name) => found.idFor(name, undefined) }
  }

  /** Makes the next request. At first an administrator calls each operation in turn, so that there are things to ask for. */
  async next(number: number): Promise<Asked> {
    const random = this.#random
    const { operations } = this.#document
    if (number < FIRST * operations.length)
      return this.#valid(operations[number % operations.length] as Described, this.#cast.first)
    const fate = random.below(100)
    if (fate < 4) return this.#repeated()
    const operation = random.pick(operations) as Described
    const asked = await this.#valid(operation)
    if (asked.headers['idempotency-key'] !== undefined) this.#remember(asked)
    if (fate < 60) return asked
    if (fate < 87) return this.#mutated(asked, operation)
    return this.#hostile(asked)
  }

  /** Repeats a change, or sends another body with its key. */
  #repeated(): Asked {
    const random = this.#random
    const asked = random.pick(this.#changes)
    if (asked === undefined) return { meant: 'nothing yet', by: this.#cast.first, ...NOTHING }
    if (random.chance(0.6)) return { ...asked, meant: `repeated ${asked.meant}` }
    return {
      ...asked,
      meant: `reused key of ${asked.meant}`,
      body: JSON.stringify({ other: random.below(10) }),
    }
  }

  #remember(asked: Asked): void {
    if (this.#changes.length < CHANGES) this.#changes.push(asked)
    else this.#changes[this.#random.below(CHANGES)] = asked
  }

  async #valid(operation: Described, caller?: string): Promise<Asked> {
    const random = this.#random
    const place = this.#found.placeFor(operation)
    const by = await this.#caller(operation, caller ?? place?.by)
    this.#source.idFor = (name) => this.#found.idFor(name, by)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const known = random.chance(0.95) ? place?.parameters[name] : this.#found.idFor(name, by)
      return inAddress(known ?? this.#inPath(operation, name))
    })
    const queries = operation.parameters
      .filter((one) => one.in === 'query' && random.chance(0.35))
      .map((one) => `${one.name}=${inAddress(this.#query(one))}`)
    const { type, body } = this.#body(operation)
    const query = queries.length > 0 ? `?${queries.join('&')}` : ''
    return {
      meant: `valid ${operation.id}`,
      by,
      method: operation.method,
      path: path + query,
      headers: { ...this.#headers(operation, path), ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    }
  }

  /** Picks a caller, often one who has seen the thing, because others are refused before much is checked. */
  async #caller({ id, scope }: Described, known: string | undefined): Promise<string | undefined> {
    if (id === 'eraseMe') return this.#cast.passing()
    const random = this.#random
    const able = this.#cast.withScope(scope)
    if (known !== undefined && able.includes(known) && random.chance(0.7)) return known
    if (random.chance(0.02)) return undefined
    return random.pick(random.chance(0.9) ? able : this.#cast.all)
  }

  #inPath({ parameters }: Described, name: string): string {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    return plainText(valid(schema, this.#source, name)) || randomUUID()
  }

  #headers({ parameters, method }: Described, path: string): Record<string, string> {
    const random = this.#random
    const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    for (const { name, required } of parameters.filter((one) => one.in === 'header')) {
      const known = this.#found.tagOf(withoutAction(path))
      if (name === 'If-Match' && (required || known !== undefined))
        headers['if-match'] = random.chance(0.6) ? (known ?? '*') : '*'
      if (name === 'If-None-Match' && (method === 'GET' ? random.chance(0.3) : known === undefined))
        headers['if-none-match'] = known ?? '*'
      if (name === 'Scorebook-Position' && random.chance(0.05)) headers['scorebook-position'] = '1'
    }
    return headers
  }

  #query({ name, schema, description = '' }: Parameter): string {
    const random = this.#random
    if (name === 'cursor') return this.#found.cursor ?? 'none'
    if (name === 'sort') {
      const fields = random.some(namesIn('Sortable', description), 0.3)
      return fields.map((field) => field + (random.pick(['', ':ASC', ':DESC']) ?? '')).join(',') || 'id'
    }
    if (name === 'filter') return this.#filter(namesIn('Filterable', description))
    return plainText(valid(schema, this.#source, name))
  }

  #filter(fields: string[]): string {
    const random = this.#random
    const one = () => {
      const field = random.pick(fields) ?? 'id'
      const operator = random.pick(OPERATORS) ?? '=='
      const value = () => random.pick([this.#source.idFor(field) ?? 'x', ...FILTER_VALUES]) ?? 'x'
      return operator === '=in=' || operator === '=out='
        ? `${field}${operator}(${value()},${value()})`
        : `${field}${operator}${operator === '=null=' ? 'true' : value()}`
    }
    return Array.from({ length: 1 + random.below(3) }, one).join(random.chance(0.5) ? ';' : ',')
  }

  #body({ body, id }: Described): { type?: string; body?: string } {
    if (!body) return {}
    const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(body.content)
    if (type === 'application/octet-stream') return { type, body: fileOf(this.#random) }
    if (type === 'text/csv') return { type, body: this.#csv() }
    if (type.startsWith('image/')) return { type, body: DOT }
    if (!body.required && this.#random.chance(0.4)) return {}
    const made = valid(schema, this.#source)
    // Without this, few bodies would get as far as the rules of the resource.
    if (this.#random.chance(0.8)) sensible[id]?.(made as Record<string, unknown>)
    return { type, body: JSON.stringify(made) }
  }

  #csv(): string {
    const random = this.#random
    const rows = Array.from(
      { length: random.below(5) },
      (_, n) => `${1 + random.below(500)},Game ${n},${n + 1}`,
    )
    return `id,name,rank\n${rows.join('\n')}\n`
  }

  #mutated(asked: Asked, operation: Described): Asked {
    const random = this.#random
    const meant = `mutated ${operation.id}`
    if (
      asked.body !== undefined &&
      asked.headers['content-type'] === 'application/json' &&
      random.chance(0.7)
    )
      return { ...asked, meant, body: JSON.stringify(mutated(JSON.parse(asked.body), random)) }
    const headers = { ...asked.headers }
    const changes: (() => Asked)[] = [
      () => ({ ...asked, meant, path: withStrangeQuery(asked.path, random) }),
      () => ({ ...asked, meant, path: withStrangePart(asked.path, random) }),
      () => {
        const name = random.pick(['idempotency-key', 'if-match', 'content-type', 'if-none-match']) ?? ''
        if (random.chance(0.4)) delete headers[name]
        else headers[name] = random.pick(STRANGE_HEADERS) ?? ''
        return { ...asked, meant, headers }
      },
    ]
    return (random.pick(changes) as () => Asked)()
  }

  #hostile(asked: Asked): Asked {
    const random = this.#random
    const json = { ...asked.headers, 'content-type': 'application/json' }
    const hostile: (() => Partial<Asked>)[] = [
      () => ({ method: random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) ?? 'GET' }),
      () => ({ by: random.pick(['garbage', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'x'.repeat(3_000)]) }),
      () => ({ headers: json, body: random.pick(BROKEN_JSON) ?? '' }),
      () => ({ headers: json, body: DEEP }),
      () => ({ headers: json, body: `{"a":${'9'.repeat(5_000)}}` }),
      () => ({
        headers: { ...json, 'content-type': random.pick(STRANGE_TYPES) ?? '' },
        body: asked.body ?? '{}',
      }),
      () => ({ headers: json, body: HUGE }),
      () => ({ path: `${asked.path.split('?')[0]}?filter=${encodeURIComponent('('.repeat(3_000))}` }),
      () => ({ path: `${asked.path}${asked.path.includes('?') ? '&' : '?'}filter=${'x'.repeat(9_000)}` }),
      () => ({ path: `${asked.path.split('?')[0]}/${'y'.repeat(3_000)}` }),
      () => ({ path: random.pick(STRANGE_PATHS) ?? '/' }),
      () => ({ headers: { ...asked.headers, 'x-request-id': 'x'.repeat(500) } }),
      () => ({ headers: { ...asked.headers, accept: 'text/html', 'accept-encoding': 'gzip;q=0, br;q=x' } }),
      () => ({ headers: { ...asked.headers, range: 'bytes=0-1', expect: '100-continue' } }),
    ]
    const { body: _, ...rest } = asked
    const change = (random.pick(hostile) as () => Partial<Asked>)()
    const bare = change.method === 'GET' || change.method === 'HEAD' || change.method === 'OPTIONS'
    return { ...(bare ? rest : asked), ...change, meant: `hostile ${asked.meant}` }
  }
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The names in a sentence of the document, such as "Filterable: `id`, `name`." */
function namesIn(word: string, description: string): string[] {
  const sentence = new RegExp(`${word}: ([^.]*)`).exec(description)?.[1] ?? ''
  return [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
}

/** Makes the values of a body fit together, in ways that no schema describes. */
const sensible: Record<string, (body: Record<string, unknown>) => void> = {
  createGame: withOneGoal,
  updateGame: withOneGoal,
  createMatch: withoutChoices,
  updateMatch: withoutChoices,
  createPlayset: (body) => delete body['expansions'],
  createCommunity: (body) => delete body['adminGroupId'],
  createApplication: (body) => (body['baseLocale'] = 'en'),
  importKeys(body) {
    body['baseLocale'] = 'en'
    for (const key of (body['keys'] ?? []) as Record<string, unknown>[])
      Object.assign(key, { baseText: 'New match', arguments: [] })
  },
  createMatchEdit(body) {
    delete body['playsetChange']
    delete body['expansionChange']
    if (Object.keys(body).length === 0) body['expansionChange'] = { expansionIds: [] }
  },
}

/** Makes the win condition of a game fit its score type, and its numbers of players fit together. */
function withOneGoal(game: Record<string, unknown>): void {
  if (game['scoreType'] === 'WIN_LOSS') delete game['winCondition']
  else if (game['scoreType'] !== undefined) game['winCondition'] ??= 'HIGHER_WINS'
  if (typeof game['minPlayers'] === 'number') game['maxPlayers'] = game['minPlayers'] + 1
}

/** Removes fields that rarely fit: the playset and expansions must fit the game, and the caller must be in the community. */
function withoutChoices(match: Record<string, unknown>): void {
  for (const name of ['playsetId', 'expansions', 'communityId']) delete match[name]
  const seats = (match['participants'] ?? []) as { ghostPlayerId: string }[]
  if (seats.length > 0)
    match['participants'] = [...new Map(seats.map((one) => [one.ghostPlayerId, one])).values()]
}

const ACTIONS = /\/(finalize|publish|unpublish|approve|reject|retry)$|\/participants\/.*$/

/** The path of the resource whose version an action needs. */
const withoutAction = (path: string): string => path.replace(ACTIONS, '')

const OPERATORS = ['==', '!=', '=gt=', '=ge=', '=lt=', '=le=', '=in=', '=out=', '=null=', '=like=', '=']
const FILTER_VALUES = [
  'Harbour*',
  '*',
  "'a b'",
  '"\\""',
  'true',
  '2026-01-01T00:00:00Z',
  '1',
  '-1',
  '1e400',
  'DRAFT',
  '%',
  "'",
  '界',
  '(',
]
const STRANGE_HEADERS = [
  '',
  ' ',
  '"1"',
  '"1", "2"',
  'W/"1"',
  '1',
  '*',
  '"',
  'text/plain',
  ',,,',
  'x'.repeat(2_000),
]
const STRANGE_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'x',
  'multipart/form-data',
  'text/csv',
]
const STRANGE_PATHS = [
  '/',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v2/matches',
  '/api/v1//matches',
  '/api/v1/matches/',
  '/api/v1/matches/../users/me',
  '/api/v1/matches/%2e%2e/users',
  '/api/v1/matches/%00',
  '/api/v1/matches/%ff',
  '/api/v1/matches/%',
  '/api/v1/nothing',
  '/API/V1/matches',
  '/api/v1/matches;x=1',
]
/** Made only once, because making it costs more than the rest of a request. */
const DEEP = '['.repeat(50_000) + ']'.repeat(50_000)
const HUGE = JSON.stringify({ displayName: 'x'.repeat(1_100_000) })
const BROKEN_JSON = [
  '',
  ' ',
  '{',
  '[',
  '{}x',
  '{"a":1,"a":2}',
  '{"a":}',
  "{'a':1}",
  '\u0000',
  '\ufeff{}',
  'null',
  '1',
  '"x"',
  '[]',
  '{"__proto__":{"a":1}}',
  'NaN',
  '{"a":1e999}',
  '"\\ud800"',
]

function withStrangeQuery(path: string, random: Random): string {
  const strange = random.pick([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=5&limit=5',
    'cursor=AAAA',
    'cursor=%00',
    'sort=nothing',
    'sort=id:UP',
    'sort=,',
    'filter=',
    'filter=id',
    'filter=id==x;',
    'filter=%ff',
    '%ff=1',
    'other=1',
    '__proto__=1',
    '&&',
    '=',
  ])
  return `${path}${path.includes('?') ? '&' : '?'}${strange}`
}

function withStrangePart(path: string, random: Random): string {
  const [plain = '', query] = path.split('?')
  const parts = plain.split('/')
  parts[3 + random.below(Math.max(1, parts.length - 3))] =
    random.pick([
      'x',
      '%20',
      '%00',
      '0',
      'count',
      'me',
      '-1',
      '%F0%9F%8E%B2',
      'a'.repeat(300),
      randomUUID(),
    ]) ?? ''
  return parts.join('/') + (query === undefined ? '' : `?${query}`)
}

/** Encodes text for an address. Half a surrogate pair has no UTF-8, so we send the bytes that a careless client would send. */
const inAddress = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, (one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('')
