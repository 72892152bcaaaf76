/** A process that publishes a game. It is killed after the engine has answered, before the pipeline has stored anything. */
import { operations } from '../../../src/api.ts'
import { type EngineCall, engineOf } from '../../../src/pipeline/engine.ts'
import { startPipeline } from '../../../src/pipeline/worker.ts'
import { type Connection, Database } from '../../../src/db/database.ts'
import { SETTINGS } from '../../pipeline/pipeline.ts'

const db = new Database(JSON.parse(process.argv[2] ?? '') as Connection)
const engine = engineOf(operations, db)

await startPipeline({
  db,
  services: {},
  async engine(call: EngineCall) {
    const answer = await engine(call)
    process.kill(process.pid, 'SIGKILL')
    return answer
  },
  settings: SETTINGS,
  lease: 1_000,
  warn: (message, facts) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
})
