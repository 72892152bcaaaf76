/** A value or a promise of it. If the value is in memory already, it is not a promise, so nobody waits. */
export type Eventual<T> = T | Promise<T>

export const after = <A, B>(value: Eventual<A>, use: (value: A) => Eventual<B>): Eventual<B> =>
  value instanceof Promise ? value.then(use) : use(value)
