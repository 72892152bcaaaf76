/** Compiles the client's package into `client/dist`: JavaScript, declarations and source maps. `npm run build:client` runs it. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(`${folder}dist`, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', folder, '--noEmit', 'false'], { stdio: 'inherit' })
