/** Remembers from which text an object or array of a body was read. */

/**
 * The text of an object or array as the client sent it, such as `[1.0, 1e400]`. Undefined if the object was not made by
 * `parseJson`.
 */
export function sourceOf(value: object): string | undefined {
  return SourceText.read(value)
}

/** In characters. Reading or checking a longer text takes more than a few milliseconds. */
export const LONG = 65_536

export const isLong = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (sourceOf(value)?.length ?? 0) > LONG

/** The constructor returns its argument. So a subclass can add private fields to an object that exists already. */
// oxlint-disable-next-line typescript/no-extraneous-class -- returning the argument is all that it is for
class ExistingObject {
  constructor(object: object) {
    return object
  }
}

/** Keeps the text in a private field of the object. A WeakMap would be six times slower. */
export class SourceText extends ExistingObject {
  readonly #source: string

  private constructor(object: object, source: string) {
    super(object)
    this.#source = source
  }

  static keep(object: object, source: string): void {
    void new SourceText(object, source)
  }

  static read(object: object): string | undefined {
    return #source in object ? object.#source : undefined
  }
}
