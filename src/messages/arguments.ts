/** Compares the arguments in a text with the arguments that its key declares. */
import type { ViolationCode } from '../http/problem.ts'
import type { ArgumentType, Uses } from './icu.ts'

export interface Argument {
  name: string
  type: ArgumentType
}

/** The message is the rest of a sentence that begins with the text's name: `uses {count} as NUMBER, but …`. */
interface Misfit {
  code: Extract<ViolationCode, 'UNKNOWN_ARGUMENT' | 'ARGUMENT_TYPE_MISMATCH'>
  argument: string
  message: string
}

/** An argument of any type can be used as `{x}`. Every other use needs a certain type. */
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

/** For each argument, the type that the text needs. `{}` means any type. */
type Asks = Record<string, { type?: ArgumentType }>

export function asksOf(uses: Uses): Asks {
  return Object.fromEntries([...uses].map(([name, [type]]) => [name, type === undefined ? {} : { type }]))
}

/**
 * The arguments of a key in a form that the database can compare: a text fits if they contain (`@>`) the arguments of the text.
 */
export function offersOf(declared: readonly Argument[]): Asks {
  return Object.fromEntries(declared.map(({ name, type }) => [name, { type }]))
}
