/** A recipe has what the convention tests must know about an operation. */
import type { Person } from '../support.ts'
import type { Made, World } from '../world.ts'

/** A request that succeeds once, when sent by `by`. */
export interface Prepared {
  by: Person
  path: string
  body?: Record<string, unknown> | string
  headers?: Record<string, string>
  /** The target's ETag, if the operation takes If-Match. */
  etag?: string
}

export interface Recipe {
  /** Makes what a request needs, through the API. */
  make: (world: World) => Promise<Prepared>
  /** Scopes that the request hands on, so that its caller must have them too. */
  handsOn?: string[]
  /** Turns the body of the request into another that is as valid; for a change with a body. */
  otherBody?: Record<string, unknown>
  /** Who may call it, in the situation of `authorization.test.ts`: names in braces stand for ids there. */
  answers: [Row, ...Row[]]
}

export type Recipes = Record<string, Recipe>

type Row = [path: string, answers: Answers, body?: (ids: Ids) => unknown]

/** The ids of `authorization.test.ts` that bodies need. */
export type Ids = Record<
  'game' | 'free' | 'asked' | 'participant' | 'otherGroup' | 'newcomer' | 'secret',
  string
>

/** The statuses for the recorder, a claimed player, a trusted editor and a stranger. */
export type Answers = [number, number, number, number]

export const EVERYBODY: Answers = [200, 200, 200, 200]
export const CREATES: Answers = [201, 201, 201, 201]
export const NOBODY: Answers = [403, 403, 403, 403]
export const OWN: Answers = [200, 403, 403, 403]
export const CHANGES_OWN: Answers = [412, 403, 403, 403]
export const OF_THE_MATCH: Answers = [200, 200, 200, 403]
export const OF_THE_PLAYER: Answers = [403, 200, 403, 403]
export const CHANGES_OF_THE_PLAYER: Answers = [403, 412, 403, 403]

/** A request to change what is there. */
export const at = (
  by: Person,
  collection: string,
  { id, etag }: Made,
  body?: Record<string, unknown>,
): Prepared => ({
  by,
  path: `${collection}/${id}`,
  etag,
  ...(body ? { body } : {}),
})

/** The prepared request, with an action at the end of its path. */
export const within = (prepared: Prepared, action: string): Prepared => ({
  ...prepared,
  path: `${prepared.path}/${action}`,
})
