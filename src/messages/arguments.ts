/** Checks the arguments that a text uses against its key's arguments, by the table of the specification. */
import type { ViolationCode } from '../http/problem.ts'
import type { ArgumentType, Uses } from './icu.ts'

export interface Argument {
  name: string
  type: ArgumentType
}

/** A use that does not fit. The message continues after the text's name: `uses {count} as NUMBER, but …`. */
interface Misfit {
  code: Extract<ViolationCode, 'UNKNOWN_ARGUMENT' | 'ARGUMENT_TYPE_MISMATCH'>
  argument: string
  message: string
}

/** `{x}` fits an argument of any type; every other use fits only the type that it asks for. */
export function misfits(uses: Uses, declared: readonly Argument[]): Misfit[] {
  const types = new Map(declared.map(({ name, type }) => [name, type]))
  return [...uses].flatMap(([argument, asked]): Misfit[] => {
    const type = types.get(argument)
    if (type === undefined) {
      const message = `uses {${argument}}, which is not among the arguments of the key`
      return [{ code: 'UNKNOWN_ARGUMENT', argument, message }]
    }
    return [...asked]
      .filter((one) => one !== type)
      .map((one) => {
        const message = `uses {${argument}} as ${one}, but it is ${type}`
        return { code: 'ARGUMENT_TYPE_MISMATCH', argument, message }
      })
  })
}

/** The type of each argument by name; `{}` stands for any type. */
type Asks = Record<string, { type?: ArgumentType }>

/** The arguments of a text that fits, as stored: each has one type at most. */
export function asksOf(uses: Uses): Asks {
  return Object.fromEntries([...uses].map(([name, [type]]) => [name, type === undefined ? {} : { type }]))
}

/** A key's arguments in the same form: a text fits when they contain (`@>`) the text's. */
export function offersOf(declared: readonly Argument[]): Asks {
  return Object.fromEntries(declared.map(({ name, type }) => [name, { type }]))
}
