/** A database that goes away in the middle of a transaction. */
import { Transaction } from '../src/db/database.ts'
import type { Sql } from '../src/db/sql.ts'
import { DatabaseUnavailable } from '../src/db/unavailable.ts'

/** While `work` runs, transactions fail at statements that match `text`, and at the commit if `text` matches 'commit'. */
export async function withoutDatabase<T>(text: RegExp, work: () => Promise<T>): Promise<T> {
  const { many, commit } = Transaction.prototype // oxlint-disable-line typescript/unbound-method -- called with its object
  const away = () => Promise.reject(new DatabaseUnavailable('away for a test'))
  Transaction.prototype.many = function (this: Transaction, statement: Sql) {
    return text.test(statement.text) ? away() : many.call(this, statement)
  } as typeof many
  Transaction.prototype.commit = function (this: Transaction, last) {
    return text.test('commit') ? away() : commit.call(this, last)
  }
  try {
    return await work()
  } finally {
    Object.assign(Transaction.prototype, { many, commit })
  }
}
