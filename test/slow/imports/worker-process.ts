/** A process that makes the matches of imports until it is killed. */
import { type Connection, Database } from '../../../src/db/database.ts'
import { startImports } from '../../../src/imports/work.ts'

const db = new Database(JSON.parse(process.argv[2] ?? '') as Connection)
startImports(db, (message, facts) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`), 50)
process.stdout.write('working\n')
