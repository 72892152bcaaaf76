/** Every operation of the API, in the order of the interface specification. */
import { type OperatorsModules, operators } from './api/operators.ts'
import { type PeopleModules, people } from './api/people.ts'
import { type PlayModules, play } from './api/play.ts'
import type { Resource } from './api/resource.ts'
import { type TextsModules, texts } from './api/texts.ts'
import type { Operation } from './http/operation/operation.ts'

export const api: Resource[] = [...play, ...people, ...operators, ...texts]

type Modules = PlayModules & PeopleModules & OperatorsModules & TextsModules

export type Api = { [Id in keyof Modules as Modules[Id] extends Operation ? Id : never]: Modules[Id] }

export const operations: Operation[] = api.flatMap((resource) => resource.operations)
