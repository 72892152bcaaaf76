/** A value that is here, or a promise of one: what is in memory needs no wait. */
export type Eventual<T> = T | Promise<T>

/** Passes the value on, without a promise if it is here. */
export const after = <A, B>(value: Eventual<A>, use: (value: A) => Eventual<B>): Eventual<B> =>
  value instanceof Promise ? value.then(use) : use(value)
