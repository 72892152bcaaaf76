/** A store of rows in memory. It lasts as long as the page is open. */

export interface Row {
  id: string
}

export interface Store<T extends Row> {
  all: () => Promise<T[]>
  /** Replaces the row by the result of `to`. If that is undefined, removes the row. `to` must not wait for anything. */
  change: (id: string, to: (row: T | undefined) => T | undefined) => Promise<T | undefined>
  /** Resolves to false if the browser stores nothing, as in some private windows. */
  lasting: () => Promise<boolean>
}

export function memoryStore<T extends Row>(): Store<T> {
  const rows = new Map<string, T>()
  return {
    all: () => Promise.resolve([...rows.values()].map((row) => structuredClone(row))),
    change(id, to) {
      const row = rows.get(id)
      const next = to(row && structuredClone(row))
      if (next) rows.set(id, structuredClone(next))
      else rows.delete(id)
      return Promise.resolve(next)
    },
    lasting: () => Promise.resolve(false),
  }
}
