/** `node bin/run.js FILE …`: runs the scripts of package.json. */
import { withNode } from './with-node.js'

const [file = '', ...args] = process.argv.slice(2)
await withNode(file, args)
