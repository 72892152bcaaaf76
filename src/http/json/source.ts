/** Remembers the text that an object or array of a body was read from. */

/**
 * Returns the text of an object or array as it was sent, such as `[1.0, 1e400]`. Undefined if `parseJson` did not make the
 * object.
 */
export function sourceOf(value: object): string | undefined {
  return SourceText.read(value)
}

/** In characters. To read or check a longer text takes more than a few milliseconds. */
export const LONG = 65_536

export const isLong = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (sourceOf(value)?.length ?? 0) > LONG

/** The constructor returns its argument, so a subclass can add private fields to an existing object. */
// oxlint-disable-next-line typescript/no-extraneous-class -- returning the argument is all that it is for
class ExistingObject {
  constructor(object: object) {
    return object
  }
}

/** Keeps the text in a private field of its object, because a WeakMap is six times slower. */
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
