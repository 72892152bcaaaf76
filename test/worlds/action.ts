/** An action as data, and what every kind of action says about itself. */
import type { Name, World } from './model.ts'
import type { Random } from './random.ts'

/** As data: it can be printed, and done again in another world. */
export interface Action {
  what: string
  by: Name
  [detail: string]: string | readonly string[] | null | undefined
}

/** A request; names in braces stand for ids. */
export interface Deed {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** The name that what it makes goes by from here on. */
  makes?: Name | undefined
}

export interface Kind<A extends Action> {
  /** How often it happens, as against the others. */
  weight: number
  /** The details of one that may or may not be possible. */
  invent: (world: World, random: Random, by: Name, fresh: Name) => Omit<A, 'what' | 'by'> | undefined
  /** Whether the specification lets it happen. It is asked before `happen`. */
  possible: (world: World, action: A) => boolean
  happen: (world: World, action: A) => void
  deed: (action: A, world: World) => Deed
}

type Of<D> = Action & D
export const kind = <D>(of: Kind<Of<D>>): Kind<Action> => of as unknown as Kind<Action>

export const names = (things: ReadonlyMap<Name, unknown>) => [...things.keys()]
export const ref = (name: Name) => `{${name}}`

/** For details: nothing where there was nothing to choose, which no action is possible with. */
export const picked = <K extends string>(key: K, name: Name | undefined) =>
  ({ [key]: name ?? '' }) as Record<K, Name>
