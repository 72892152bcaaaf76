/** A store of rows in memory, which lasts as long as the page. */

export interface Row {
  id: string
}

export interface Store<T extends Row> {
  all: () => Promise<T[]>
  /** Replaces the row with the result of `to`, or removes it. `to` must not wait for anything. */
  change: (id: string, to: (row: T | undefined) => T | undefined) => Promise<T | undefined>
  /** Resolves to false in a browser that stores nothing, for example in some private windows. */
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
