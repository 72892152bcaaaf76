/** Commands beside a running service use its address, unless their own settings name one. So the links that they print open. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, readConfig, textsIn } from '../../config.ts'
import { isServed } from '../../db/embedded/folder-locks.ts'

type Address = Pick<Config, 'host' | 'port' | 'baseUrl' | 'issuer'>

const SETTINGS = ['SCOREBOOK_HOST', 'SCOREBOOK_PORT', 'SCOREBOOK_BASE_URL', 'SCOREBOOK_ISSUER']

const fileIn = (folder: string) => path.join(folder, 'serving.json')

/** Writes down where the service answers. It can serve without this file. */
export async function tellCommands({ dataDir, host, port, baseUrl, issuer }: Config): Promise<void> {
  const address: Address = { host, port, baseUrl, issuer }
  await writeFile(fileIn(dataDir), JSON.stringify(address), { mode: 0o600 }).catch(() => {})
}

/** The configuration of a command, with the address of the service that runs on the same data folder. */
export async function configBeside(env: NodeJS.ProcessEnv, cwd: string): Promise<Config> {
  const config = readConfig(env, cwd)
  const texts = textsIn(env, cwd)
  if (config.databaseUrl !== undefined || SETTINGS.some((name) => texts[name])) return config
  return { ...config, ...(await addressIn(config.dataDir)) }
}

/** Undefined if no service runs. A service that was killed leaves its file behind, but not its lock. */
async function addressIn(folder: string): Promise<Address | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => undefined)
  if (text === undefined || !isServed(folder)) return undefined
  try {
    return JSON.parse(text) as Address
  } catch {
    return undefined // the service is just writing it
  }
}
