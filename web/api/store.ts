/**
 * A store of rows in IndexedDB, which outlasts the page. Each change is one transaction, so that two tabs never mix their
 * changes.
 */
import { type Row, type Store, memoryStore } from './memory-store.ts'

const ROWS = 'rows'

export function openStore<T extends Row>(name: string): Store<T> {
  let opened: Promise<IDBDatabase | undefined> | undefined
  const database = () => (opened ??= open(name, () => (opened = undefined)))
  const memory = memoryStore<T>()
  return {
    async all() {
      const db = await database()
      if (!db) return memory.all()
      const rows = db.transaction(ROWS).objectStore(ROWS)
      return answerOf(rows.getAll() as IDBRequest<T[]>)
    },
    async change(id, to) {
      const db = await database()
      if (!db) return memory.change(id, to)
      // With `strict`, a power cut loses nothing after the page has said that it is stored.
      const transaction = db.transaction(ROWS, 'readwrite', { durability: 'strict' })
      const rows = transaction.objectStore(ROWS)
      let next: T | undefined
      const row = rows.get(id) as IDBRequest<T | undefined>
      row.addEventListener('success', () => {
        try {
          next = to(row.result)
        } catch (error) {
          failed = error
          transaction.abort()
          return
        }
        if (next) rows.put(next)
        else if (row.result) rows.delete(id)
      })
      let failed: unknown
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () => reject((failed ?? transaction.error) as Error))
      })
      return next
    },
    lasting: async () => (await database()) !== undefined,
  }
}

const open = (name: string, closed: () => void): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(ROWS, { keyPath: 'id' }),
      )
      request.addEventListener('success', () => {
        const db = request.result
        db.addEventListener('versionchange', () => {
          db.close()
          closed()
        })
        db.addEventListener('close', closed)
        resolve(db)
      })
      request.addEventListener('error', () => resolve(undefined))
    } catch {
      resolve(undefined)
    }
  })

const answerOf = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
