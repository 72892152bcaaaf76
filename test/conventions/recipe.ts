/** The type of a recipe, which says what the convention tests must know about an operation. */
import type { Person } from '../support.ts'
import type { Made, World } from '../world.ts'

/** A request that succeeds once, if `by` sends it. */
export interface Prepared {
  by: Person
  path: string
  body?: Record<string, unknown> | string
  headers?: Record<string, string>
  /** The target's ETag, if the operation takes If-Match. */
  etag?: string
}

export interface Recipe {
  /** Makes what the request needs, through the API. */
  make: (world: World) => Promise<Prepared>
  /** The scopes that the request gives away, so that its caller must have them too. */
  handsOn?: string[]
  /** Fields that change the body into another valid one. Needed for changes with a body. */
  otherBody?: Record<string, unknown>
  /** Who may call the operation, in the situation of `authorization.test.ts`. There, names in braces stand for ids. */
  answers: [Row, ...Row[]]
}

export type Recipes = Record<string, Recipe>

type Row = [path: string, answers: Answers, body?: (ids: Ids) => unknown]

/** The ids in `authorization.test.ts` that bodies need. */
export type Ids = Record<
  'game' | 'free' | 'fellow' | 'asked' | 'participant' | 'otherGroup' | 'newcomer' | 'secret',
  string
>

/** The statuses that the recorder, a claimed player, a trusted editor and a stranger get. */
export type Answers = [number, number, number, number]

export const EVERYBODY: Answers = [200, 200, 200, 200]
export const CREATES: Answers = [201, 201, 201, 201]
export const NOBODY: Answers = [403, 403, 403, 403]
export const OWN: Answers = [200, 403, 403, 403]
export const CHANGES_OWN: Answers = [412, 403, 403, 403]
export const OF_THE_MATCH: Answers = [200, 200, 200, 403]
export const OF_THE_PLAYER: Answers = [403, 200, 403, 403]
export const CHANGES_OF_THE_PLAYER: Answers = [403, 412, 403, 403]

/** Makes a request that changes an existing thing. */
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

/** Adds an action to the end of the request's path. */
export const within = (prepared: Prepared, action: string): Prepared => ({
  ...prepared,
  path: `${prepared.path}/${action}`,
})
