/** An instance that sends push messages, and is killed from outside. Its arguments are the database and where messages go. */
import { type Connection, Database } from '../../../src/db/database.ts'
import { number } from '../../../src/events/log.ts'
import { startPush } from '../../../src/notifications/push/work.ts'

interface Place {
  connection: Connection
  port: number
  ca: string
}

const { connection, port, ca } = JSON.parse(process.argv[2] ?? '') as Place
const db = new Database(connection)
setInterval(() => void number(db).catch(() => {}), 100)

startPush({
  db,
  contact: 'mailto:operator@example.org',
  loopbackPorts: [port],
  ca,
  look: 50,
  lease: 2_000,
  warn: (message, facts) => void process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
})
