/**
 * Keeps a value on an object, under a symbol of its own. A WeakMap would do the same, but one entry for each request cost a fifth
 * of a read's CPU (docs/performance.md).
 */
export class Attached<Of extends object, Value> {
  readonly #symbol = Symbol('attached')

  get(of: Of): Value | undefined {
    return (of as Holder<Value>)[this.#symbol]
  }

  set(of: Of, value: Value): void {
    const holder = of as Holder<Value>
    holder[this.#symbol] = value
  }

  /** Returns the value, and keeps it no longer. */
  take(of: Of): Value | undefined {
    const holder = of as Holder<Value>
    const value = holder[this.#symbol]
    holder[this.#symbol] = undefined
    return value
  }
}

type Holder<Value> = Record<symbol, Value | undefined>
