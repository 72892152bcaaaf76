/** The type of an action, and what every kind of action must define. */
import type { Name, World } from './model.ts'
import type { Random } from './random.ts'

/** An action is plain data, so it can be printed, and replayed in another world. */
export interface Action {
  what: string
  by: Name
  [detail: string]: string | readonly string[] | null | undefined
}

/** The request of an action. Names in braces stand for ids. */
export interface Deed {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** The name of the thing that this request makes. */
  makes?: Name | undefined
}

export interface Kind<A extends Action> {
  /** How often this kind is chosen, relative to the other kinds. */
  weight: number
  /** Chooses the details of an action at random. The action may turn out not to be possible. */
  invent: (world: World, random: Random, by: Name, fresh: Name) => Omit<A, 'what' | 'by'> | undefined
  /** Whether the specification allows the action. It is called before `happen`. */
  possible: (world: World, action: A) => boolean
  happen: (world: World, action: A) => void
  deed: (action: A, world: World) => Deed
}

type Of<D> = Action & D
export const kind = <D>(of: Kind<Of<D>>): Kind<Action> => of as unknown as Kind<Action>

export const names = (things: ReadonlyMap<Name, unknown>) => [...things.keys()]
export const ref = (name: Name) => `{${name}}`

/** A detail of an action. If there was nothing to choose from, it is an empty name, so that the action is not possible. */
export const picked = <K extends string>(key: K, name: Name | undefined) =>
  ({ [key]: name ?? '' }) as Record<K, Name>
